import { company } from '@hourspace/domain/company.ts'
import { publicEnvironment } from '#web/data/backend.server.ts'
import { publicPage } from '#web/lib/cache-control.ts'
import { paths } from '#web/lib/paths.ts'
import { postsIn, type PostSummary } from './post-views.server.ts'

export function loader() {
  return new Response(feedOf(postsIn(null), publicEnvironment().siteUrl), {
    headers: {
      'Content-Type': 'application/rss+xml; charset=utf-8',
      'Cache-Control': publicPage,
    },
  })
}

const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }

const escape = (text: string) => text.replace(/[<>&"]/g, (sign) => entities[sign] ?? sign)

const rfc822 = (day: string) => new Date(`${day}T12:00:00Z`).toUTCString()

/** Builds an RSS 2.0 document. `siteUrl` has no trailing slash. */
export function feedOf(posts: readonly PostSummary[], siteUrl: string): string {
  const items = posts.map((post) => {
    const url = escape(`${siteUrl}${paths.blogPost(post.slug)}`)
    return `<item>
<title>${escape(post.title)}</title>
<link>${url}</link>
<guid isPermaLink="true">${url}</guid>
<description>${escape(post.summary)}</description>
<category>${escape(post.category.label)}</category>
<dc:creator>${escape(post.author.name)}</dc:creator>
<pubDate>${rfc822(post.published)}</pubDate>
</item>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${company.name} Blog</title>
<link>${escape(`${siteUrl}${paths.blog()}`)}</link>
<atom:link href="${escape(`${siteUrl}${paths.blogFeed()}`)}" rel="self" type="application/rss+xml"/>
<description>Rooms, hosts and cities, from the people behind ${company.name}.</description>
<language>en-us</language>
${items.join('\n')}
</channel>
</rss>
`
}
