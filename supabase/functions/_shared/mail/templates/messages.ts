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
