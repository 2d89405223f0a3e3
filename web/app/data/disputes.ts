import { callFunction } from './functions.ts'

/** The fields of Stripe's evidence that an admin edits, in the order of the form. */
export const evidenceFields = {
  customer_name: 'Guest’s name',
  customer_email_address: 'Guest’s email',
  service_date: 'Date of the booking',
  product_description: 'What was booked',
  cancellation_policy_disclosure: 'Cancellation policy',
  access_activity_log: 'What happened when',
  uncategorized_text: 'Your statement',
} as const

export type Evidence = Record<keyof typeof evidenceFields, string>

type Draft = {
  /** ISO time until which Stripe accepts the answer. */
  dueBy: string | null
  /** Number of messages between guest and host, which are attached. */
  messages: number
  evidence: Evidence
}

/** Returns a draft of the evidence, composed from the booking. */
export function prepareDisputeAnswer(disputeId: string): Promise<Draft> {
  return callFunction<Draft>('answer-dispute', { action: 'prepare', disputeId })
}

/** Sends the evidence to Stripe with the receipt and the messages. This is possible once. */
export function sendDisputeAnswer(disputeId: string, evidence: Evidence): Promise<unknown> {
  return callFunction('answer-dispute', { action: 'submit', disputeId, evidence })
}
