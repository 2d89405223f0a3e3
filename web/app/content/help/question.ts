import type { Block } from '../blocks.ts'
import type { HelpCategory } from './categories.ts'

export type Question = {
  /** Its address on the page: `/help#id`. */
  id: string
  category: HelpCategory
  question: string
  answer: readonly Block[]
  /** Words that people look for and that the answer does not use. */
  alsoFoundBy?: string
}
