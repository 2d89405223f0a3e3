import { company } from '#web/content/company.ts'
import { paths } from '#web/lib/paths.ts'
import type { PostSummary } from './post-views.server.ts'

/** An article in the words of schema.org. `siteUrl` has no slash at its end. */
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
