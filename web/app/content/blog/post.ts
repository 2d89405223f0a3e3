import type { Author } from '../about.ts'
import type { Block, Section } from '../blocks.ts'
import type { CategoryId } from './categories.ts'

/** One article of the blog. Its picture is `/images/post-{slug}-…`, 16:9. */
export type Post = {
  /** The last part of its address. */
  slug: string
  title: string
  /** One or two sentences: under the title, in the list, in search results. */
  summary: string
  category: CategoryId
  author: Author
  /** `YYYY-MM-DD`. */
  published: string
  /** What the picture shows. */
  pictureAlt: string
  intro: readonly Block[]
  sections: readonly Section[]
}
