import type { Tone } from '#web/ui/badge.tsx'
import type { Mail } from '#web/data/mails.ts'
import { formatStamp } from '#web/lib/times.ts'

/** Screen names of email templates whose file names would be unclear to admins. */
const names: Record<string, string> = {
  'reminder-day': 'Reminder a day before the start',
  'reminder-hours': 'Reminder hours before the start',
  'problem-needs-you': 'Problem report to decide',
}

/** Turns the name of an email template into words, such as 'Booking confirmed'. */
export function mailName(template: string): string {
  const words = names[template] ?? template.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type State = Pick<Mail, 'sent_at' | 'abandoned_at' | 'attempts' | 'send_after'>

/** Returns an email's delivery state: a tone, a label and a phrase with the time in `timeZone`. */
export function mailState(
  mail: State,
  timeZone: string,
): { tone: Tone; text: string; detail: string } {
  const at = (time: string) => formatStamp(new Date(time), timeZone)
  if (mail.sent_at) return { tone: 'success', text: 'Sent', detail: `sent ${at(mail.sent_at)}` }
  if (mail.abandoned_at)
    return { tone: 'danger', text: 'Not sent', detail: `abandoned ${at(mail.abandoned_at)}` }
  return mail.attempts > 0
    ? { tone: 'caution', text: 'Retrying', detail: `next attempt ${at(mail.send_after)}` }
    : { tone: 'notice', text: 'Waiting', detail: `due ${at(mail.send_after)}` }
}
