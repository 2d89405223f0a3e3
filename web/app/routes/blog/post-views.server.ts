import { memberOf } from '#web/content/about.ts'
import { categories, type CategoryId, type Post } from '#web/content/blog/post.ts'
import { posts } from '#web/content/blog/posts.server.ts'
import { company } from '@hourspace/domain/company.ts'
import { readingMinutes } from '#web/features/content/inline-text.ts'
import { postPicture } from '#web/features/content/post-picture.tsx'
import { paths } from '#web/lib/paths.ts'

export type PostSummary = {
  slug: string
  title: string
  summary: string
  category: { id: CategoryId; label: string }
  author: { name: string; role: string; picture: string }
  /** `published` is a day (YYYY-MM-DD). */
  published: string
  minutes: number
  /** `picture` is the URL of the article's link preview image. */
  picture: string
  pictureAlt: string
}

export function summaryOf(post: Post): PostSummary {
  const { slug, title, summary, published, pictureAlt } = post
  const { name, role, picture } = memberOf(post.author)
  const category = categories.find(({ id }) => id === post.category)
  if (!category) throw new Error(`${slug} is in no category`)
  return {
    slug,
    title,
    summary,
    published,
    pictureAlt,
    category,
    author: { name, role, picture },
    minutes: readingMinutes([...post.intro, ...post.sections.flatMap(({ blocks }) => blocks)]),
    picture: postPicture(slug, 1280, 'webp'),
  }
}

/** Returns the articles of a category, newest first; all articles for an unknown category. */
export function postsIn(category: string | null): PostSummary[] {
  const isKnown = categories.some(({ id }) => id === category)
  return posts.filter((post) => !isKnown || post.category === category).map(summaryOf)
}

export const postOf = (slug: string) => posts.find((post) => post.slug === slug)

/** Returns three other articles: first those of the same category, then of the same author. */
export function relatedTo(post: Post): PostSummary[] {
  const nearness = (other: Post) =>
    Number(other.category === post.category) * 2 + Number(other.author === post.author)
  return posts
    .filter((other) => other !== post)
    .sort((a, b) => nearness(b) - nearness(a))
    .slice(0, 3)
    .map(summaryOf)
}

/** Returns the article's schema.org data. `siteUrl` has no trailing slash. */
export function structuredPost(post: PostSummary, siteUrl: string): object {
  const url = `${siteUrl}${paths.blogPost(post.slug)}`
  return {
    '@type': 'BlogPosting',
    '@id': url,
    url,
    mainEntityOfPage: url,
    headline: post.title,
    description: post.summary,
    image: `${siteUrl}${post.picture}`,
    datePublished: post.published,
    articleSection: post.category.label,
    inLanguage: 'en-US',
    timeRequired: `PT${post.minutes}M`,
    author: {
      '@type': 'Person',
      name: post.author.name,
      jobTitle: post.author.role,
      url: `${siteUrl}${paths.about()}`,
    },
    publisher: { '@type': 'Organization', name: company.name, url: siteUrl },
  }
}
