import { expect, test } from 'vitest'
import { publicPages } from './public-pages.ts'

test('articles, press releases and openings are there for search engines, with their day', () => {
  const pages = publicPages()
  expect(pages).toContainEqual({ url: '/blog/no-double-bookings', changedAt: '2026-09-10' })
  expect(pages).toContainEqual({ url: '/press/privacy-in-two-buttons', changedAt: '2026-11-17' })
  expect(pages).toContainEqual({ url: '/careers?position=payments-engineer' })
})

test('every city is there', () => {
  const urls = publicPages().map(({ url }) => url)
  expect(urls).toEqual(expect.arrayContaining(['/new-york', '/san-jose', '/tokyo']))
})

test('no page is named twice', () => {
  const urls = publicPages().map(({ url }) => url)
  expect(new Set(urls).size).toBe(urls.length)
})
