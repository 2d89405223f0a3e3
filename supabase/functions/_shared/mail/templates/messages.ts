import { z } from 'zod'
import { template } from '#functions/_shared/mail/content.ts'

const messageSchema = z.object({
  conversation_id: z.uuid(),
  name: z.string(),
  space_title: z.string(),
  excerpt: z.string(),
})

/** Sent once for several messages in a row if they were not read within two minutes. */
export const messageReceived = template(messageSchema, (message, site) => ({
  subject: `${message.name} wrote about ${message.space_title}`,
  title: `${message.name} wrote to you`,
  preview: message.excerpt || 'Sent you a file',
  blocks: [
    { text: `About ${message.space_title}:` },
    { quote: message.excerpt || 'Sent you a file' },
    { button: 'Read and answer', url: `${site.url}/messages/${message.conversation_id}` },
  ],
  reason:
    'You get one email for messages that you have not read. Please answer on the site: replies to this email are not delivered.',
}))

const reasons = {
  spam: 'Spam',
  outside_payment: 'Asks to pay outside the site',
  harassment: 'Harassment',
  scam: 'Scam',
  other: 'Other',
} as const

const reportSchema = z.object({
  space_title: z.string(),
  reporter: z.string(),
  reason: z.enum(['spam', 'outside_payment', 'harassment', 'scam', 'other']),
  details: z.string(),
})

export const conversationReported = template(reportSchema, (report, site) => ({
  subject: `Reported conversation: ${report.space_title} (${reasons[report.reason]})`,
  title: `A conversation about ${report.space_title} was reported`,
  preview: report.details || reasons[report.reason],
  blocks: [
    {
      facts: [
        ['Space', report.space_title],
        ['Reason', reasons[report.reason]],
        ['Reported by', report.reporter],
      ],
    },
    ...(report.details ? [{ quote: report.details }] : []),
    { button: 'Open Admin Dashboard', url: `${site.url}/admin` },
  ],
  reason: 'Sent for each report of a conversation. Review it in the admin dashboard.',
}))
