import { step } from '#functions/_shared/steps.ts'

/** The database's steps of a mail (`supabase/schemas/mail.sql`), typed. */

/** A row of `outgoing_mails`. */
export type OutgoingMail = {
  id: string
  template: string
  /** An address, or `company`. */
  recipient: string
  data: unknown
  created_at: string
}

/** Takes mails that are due for one attempt; nobody else gets the same ones meanwhile. */
export const claimMails = (limit: number) => step<OutgoingMail[]>('claim_mails', { p_limit: limit })

export const recordMailSent = (id: string) => step<void>('record_mail_sent', { p_id: id })

/** `isFinal`: trying again is no use. */
export const recordMailFailure = (id: string, error: string, isFinal: boolean) =>
  step<void>('record_mail_failure', { p_id: id, p_error: error, p_final: isFinal })
