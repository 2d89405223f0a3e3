import type { Block } from '../blocks.ts'
import type { HelpCategory } from './categories.ts'

export type Question = {
  /** Anchor on the page: `/help#id`. */
  id: string
  category: HelpCategory
  question: string
  answer: readonly Block[]
  /** Search keywords that the answer does not contain. */
  alsoFoundBy?: string
}
