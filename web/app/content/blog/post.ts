import type { Author } from '../about.ts'
import type { Block, Section } from '../blocks.ts'
import type { CategoryId } from './categories.ts'

/** A blog post. Its 16:9 image is `/images/post-{slug}-…`. */
export type Post = {
  /** Last segment of the URL. */
  slug: string
  title: string
  /** One or two sentences, shown under the title, in the list and in search results. */
  summary: string
  category: CategoryId
  author: Author
  /** `YYYY-MM-DD`. */
  published: string
  /** Alt text of the image. */
  pictureAlt: string
  intro: readonly Block[]
  sections: readonly Section[]
}
