import { hourMs } from '@hourspace/domain/durations.ts'
import { idOf } from './ids.ts'

/** Demo contact messages, sent `hoursAgo` hours before the seed runs. */
const messages = [
  {
    name: 'Nora Lindqvist',
    email: 'nora.lindqvist@example.com',
    subject: 'billing',
    hoursAgo: 3,
    message:
      'Hello, my company needs the VAT number of the host on the invoice of our workshop last week.\n\nWhere can I find it?\n\nThank you, Nora',
  },
  {
    name: 'Tomás Herrera',
    email: 'tomas@example.com',
    subject: 'partnership',
    hoursAgo: 27,
    message:
      'We run eleven coworking floors in Madrid and Valencia and would like to list our meeting rooms by the hour. Is there a way to add many spaces at once?',
  },
  {
    name: 'Hye-jin Park',
    email: 'hyejin@example.com',
    subject: 'support',
    hoursAgo: 52,
    message:
      'The door code of the studio did not work at first. The host fixed it within minutes, so this is only praise.',
  },
] as const

export const contactMessageRows = (today: Date) =>
  messages.map(({ hoursAgo, ...message }) => ({
    id: idOf(`contact message ${message.email}`),
    ...message,
    created_at: new Date(today.getTime() - hoursAgo * hourMs),
  }))
