import { expect, test } from 'vitest'
import { publicPages, sitemap, sitemapIndex } from './sitemap.ts'

test('a sitemap entry has an escaped URL, and a lastmod only if its date is known', () => {
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

test('a sitemap index lists the URL of each sitemap', () => {
  expect(sitemapIndex([{ url: 'https://hourspace.example/sitemap/pages.xml' }])).toContain(
    '<sitemap><loc>https://hourspace.example/sitemap/pages.xml</loc></sitemap>',
  )
})

test('the sitemap lists articles and press releases with their dates, and job openings without a date', () => {
  const pages = publicPages()
  expect(pages).toContainEqual({ url: '/blog/no-double-bookings', changedAt: '2026-09-10' })
  expect(pages).toContainEqual({ url: '/press/privacy-in-two-buttons', changedAt: '2026-11-17' })
  expect(pages).toContainEqual({ url: '/careers?position=payments-engineer' })
})

test('the sitemap lists city pages', () => {
  const urls = publicPages().map(({ url }) => url)
  expect(urls).toEqual(expect.arrayContaining(['/new-york', '/san-jose', '/tokyo']))
})

test('the sitemap lists each page once', () => {
  const urls = publicPages().map(({ url }) => url)
  expect(new Set(urls).size).toBe(urls.length)
})
