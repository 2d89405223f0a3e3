import type { Block } from '../blocks.ts'

export type Release = {
  /** The last part of its address. */
  slug: string
  title: string
  summary: string
  /** `YYYY-MM-DD`. */
  published: string
  body: readonly Block[]
}
