import { z } from 'zod'
import { template } from '#functions/_shared/mail/template.ts'

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

/** To the company: what somebody wrote. Answering it answers them. */
export const contactMessage = template(messageSchema, ({ name, email, subject, message }) => ({
  subject: `${subjects[subject]}: ${name} writes`,
  title: `${name} writes`,
  preview: message,
  blocks: [
    {
      facts: [
        ['From', name],
        ['E-mail', email],
        ['Subject', subjects[subject]],
      ],
    },
    { quote: message },
  ],
  reason: 'Sent from the contact form. Reply to answer its sender.',
  replyTo: { name, address: email },
}))

/**
 * To the sender. It repeats nothing of theirs: whoever types somebody else's address into the form
 * must not be able to make us deliver words.
 */
export const contactReceived = template(messageSchema, ({ subject }, site) => ({
  subject: 'We have your message',
  title: 'We have your message',
  preview: 'A person reads it and answers.',
  blocks: [
    {
      text: `Thank you for writing to us (${subjects[subject].toLowerCase()}). A person reads every message; the desk is open Monday to Friday, 9 AM to 6 PM PST.`,
    },
    { text: 'Many questions have an answer already:' },
    { button: 'Help Center', url: `${site.url}/help` },
  ],
  reason:
    'You get this because your address was given in our contact form. If it was not you, ignore it: nothing else will follow.',
}))
