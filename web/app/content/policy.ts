import type { Section } from './blocks.ts'

export type Policy = {
  title: string
  description: string
  lead: string
  /** Date of the last change (YYYY-MM-DD). */
  updated: string
  sections: readonly Section[]
}
