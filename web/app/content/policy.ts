import type { Section } from './blocks.ts'

/** A policy page: what it is called, what it is for, and what it says. */
export type Policy = {
  title: string
  /** For search engines and link previews: one sentence. */
  description: string
  lead: string
  /** Day of the last change as `YYYY-MM-DD`. */
  updated: string
  sections: readonly Section[]
}
