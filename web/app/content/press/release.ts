import type { Block } from '../blocks.ts'

export type Release = {
  /** Last segment of the URL. */
  slug: string
  title: string
  summary: string
  /** `YYYY-MM-DD`. */
  published: string
  body: readonly Block[]
}
