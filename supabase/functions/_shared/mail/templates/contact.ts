import { z } from 'zod'
import { template } from '#functions/_shared/mail/content.ts'

const subjects = {
  general: 'General',
  support: 'Support',
  billing: 'Billing',
  partnership: 'Partnership',
} as const

const messageSchema = z.object({
  name: z.string(),
  email: z.string(),
  subject: z.enum(['general', 'support', 'billing', 'partnership']),
  message: z.string(),
})

export const contactMessage = template(messageSchema, ({ name, email, subject, message }) => ({
  subject: `${subjects[subject]}: message from ${name}`,
  title: `Message from ${name}`,
  preview: message,
  blocks: [
    {
      facts: [
        ['From', name],
        ['Email', email],
        ['Subject', subjects[subject]],
      ],
    },
    { quote: message },
  ],
  reason: 'Sent from the contact form. Reply to this email to answer.',
  replyTo: { name, address: email },
}))

/**
 * This email contains no text of the sender. Otherwise an attacker could enter a victim's address
 * and choose the text that the victim receives.
 */
export const contactReceived = template(messageSchema, ({ subject }, site) => ({
  subject: 'We received your message',
  title: 'We received your message',
  preview: 'A person will read it and reply.',
  blocks: [
    {
      text: `Thank you for writing to us (${subjects[subject].toLowerCase()}). A person reads every message. Our support hours are Monday to Friday, 9 AM to 6 PM PST.`,
    },
    { text: 'You may already find your answer in the Help Center:' },
    { button: 'Open Help Center', url: `${site.url}/help` },
  ],
  reason:
    'You’re receiving this email because this address was entered in our contact form. If it wasn’t you, ignore this email; we won’t send more.',
}))

const answerSchema = z.object({
  kind: z.enum(['message', 'application']),
  name: z.string(),
  answer: z.string(),
  quote: z.string(),
  sent_at: z.coerce.date(),
})

/** Sent when an admin answers a contact message or a job application. */
export const inboxAnswer = template(
  answerSchema,
  ({ kind, name, answer, quote, sent_at }, site) => {
    const subject =
      kind === 'message' ? `Our answer to your message` : `About your application at ${site.name}`
    const day = sent_at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    return {
      subject,
      title: subject,
      preview: answer,
      blocks: [
        { text: `Hello ${name},` },
        ...answer.split(/\n{2,}/).map((text) => ({ text })),
        { note: `On ${day} you wrote:` },
        { quote },
      ],
      reason:
        'You’re receiving this email because you wrote to us. Reply to this email to write back.',
    }
  },
)
