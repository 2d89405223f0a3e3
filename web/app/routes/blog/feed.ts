import { publicEnvironment } from '#web/data/backend.server.ts'
import { feedOf } from './atom.server.ts'
import { postsIn } from './post-views.server.ts'

/** The blog for feed readers. */
export function loader() {
  return new Response(feedOf(postsIn(null), publicEnvironment().siteUrl), {
    headers: {
      'Content-Type': 'application/rss+xml; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}
