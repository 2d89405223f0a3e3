import type { Section } from './blocks.ts'

/** A policy page. */
export type Policy = {
  title: string
  /** One sentence for search engines and link previews. */
  description: string
  lead: string
  /** Date of the last change (YYYY-MM-DD). */
  updated: string
  sections: readonly Section[]
}
