import { queryOptions } from '@tanstack/react-query'
import { adminKeys } from './admin-bookings.ts'
import { browserClient } from './browser-client.ts'

/** An email as admins see it, without its content. Times are ISO instants. */
export type Mail = {
  id: string
  /** `template` is the name of the email template, such as `booking-confirmed`. */
  template: string
  /** `recipient` is an email address, or `company` for emails to Hourspace. */
  recipient: string
  created_at: string
  send_after: string
  sent_at: string | null
  /** `abandoned_at` is when the server stopped trying to send the email. */
  abandoned_at: string | null
  attempts: number
  last_error: string | null
  can_resend: boolean
}

export const bookingMails = (adminId: string, bookingId: string) =>
  queryOptions({
    queryKey: [...adminKeys.problems(adminId), 'mails', bookingId],
    queryFn: async () => {
      const client = await browserClient()
      const { data } = await client.rpc('booking_mails', { p_booking_id: bookingId }).throwOnError()
      return data as Mail[]
    },
    // Polls while an email is queued, so that the screen shows when it has been sent.
    refetchInterval: ({ state }) =>
      state.data?.some((mail) => !mail.sent_at && !mail.abandoned_at) ? 5_000 : false,
  })

/** Queues an email again, for the current address of its recipient. */
export async function resendMail(id: string): Promise<void> {
  const client = await browserClient()
  await client.rpc('resend_mail', { p_mail_id: id }).throwOnError()
}
