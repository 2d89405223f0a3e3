import type { Author } from '../about.ts'
import type { Block, Section } from '../blocks.ts'

/** Categories of blog posts, in the order of the filter. The filter starts with 'All Posts'. */
export const categories = [
  { id: 'hosting-tips', label: 'Hosting Tips' },
  { id: 'city-guides', label: 'City Guides' },
  { id: 'design', label: 'Design' },
  { id: 'business', label: 'Business' },
  { id: 'technology', label: 'Technology' },
  { id: 'community', label: 'Community' },
] as const

export const allPosts = 'All Posts'

export type CategoryId = (typeof categories)[number]['id']

/** A blog post. Its 16:9 image is `/images/post-{slug}-…`. */
export type Post = {
  slug: string
  title: string
  /** One or two sentences, shown under the title, in the list and in search results. */
  summary: string
  category: CategoryId
  author: Author
  /** `YYYY-MM-DD`. */
  published: string
  pictureAlt: string
  intro: readonly Block[]
  sections: readonly Section[]
}
