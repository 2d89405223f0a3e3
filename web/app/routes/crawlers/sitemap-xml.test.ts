import { expect, test } from 'vitest'
import { sitemap, sitemapIndex } from './sitemap-xml.ts'

test('an address is escaped, and says when it last changed where that is known', () => {
  expect(
    sitemap([
      { url: 'https://hourspace.example/explore?q=a&type=b' },
      { url: 'https://hourspace.example/space/loft', changedAt: '2026-11-21T10:00:00Z' },
    ]),
  ).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` +
      `<url><loc>https://hourspace.example/explore?q=a&amp;type=b</loc></url>\n` +
      `<url><loc>https://hourspace.example/space/loft</loc>` +
      `<lastmod>2026-11-21T10:00:00Z</lastmod></url></urlset>\n`,
  )
})

test('an index names sitemaps', () => {
  expect(sitemapIndex([{ url: 'https://hourspace.example/sitemap/pages.xml' }])).toContain(
    '<sitemap><loc>https://hourspace.example/sitemap/pages.xml</loc></sitemap>',
  )
})
