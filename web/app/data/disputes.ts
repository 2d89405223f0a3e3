import { callFunction } from './functions.ts'

/** The fields of Stripe's dispute evidence that an admin edits, in the order of the form. */
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
  /** `dueBy` is the ISO instant until which Stripe accepts evidence. */
  dueBy: string | null
  /** `hasReceipt` is false for a payment that made no booking. */
  hasReceipt: boolean
  /** `messages` is the number of messages between guest and host that the evidence includes. */
  messages: number
  evidence: Evidence
}

export function prepareDisputeAnswer(disputeId: string): Promise<Draft> {
  return callFunction<Draft>('answer-dispute', { action: 'prepare', disputeId })
}

/**
 * Sends the evidence to Stripe with the receipt and the messages. Stripe accepts evidence once for
 * an inquiry, and once more if it becomes a dispute.
 */
export function sendDisputeAnswer(disputeId: string, evidence: Evidence): Promise<unknown> {
  return callFunction('answer-dispute', { action: 'submit', disputeId, evidence })
}
