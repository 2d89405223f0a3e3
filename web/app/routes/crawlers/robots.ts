import { publicEnvironment } from '#web/data/backend.server.ts'
import { paths } from '#web/lib/paths.ts'

/**
 * robots.txt allows the paths of private pages, because crawlers must be able to read the `noindex`
 * of these pages.
 */
export function loader() {
  const lines = [
    'User-agent: *',
    ...['/auth/', '/rest/', '/functions/', '/realtime/', '/calendars/', '/_sandbox/'].map(
      (path) => `Disallow: ${path}`,
    ),
    'Allow: /',
    '',
    `Sitemap: ${publicEnvironment().siteUrl}${paths.sitemapIndex()}`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}
