import type { Block } from '../blocks.ts'

export const helpCategories = [
  { id: 'booking', label: 'Booking' },
  { id: 'hosting', label: 'Hosting' },
  { id: 'account', label: 'Account' },
] as const

type HelpCategory = (typeof helpCategories)[number]['id']

export const help = {
  title: 'Help Center',
  lead: 'Short answers about booking a space, renting one out and your account.',
  noneTitle: 'No answer to that yet',
  noneText: 'Try fewer or other words, or ask us: a person reads every message.',
  liveChat: 'Live chat is open Monday to Friday, 9 AM to 6 PM PST.',
} as const

export type Question = {
  /** Anchor on the page: `/help#id`. */
  id: string
  category: HelpCategory
  question: string
  answer: readonly Block[]
  /** Search keywords that the answer does not contain. */
  alsoFoundBy?: string
}
