import { expect, test } from 'vitest'
import { pageMeta } from './seo.ts'

const matches = [{ id: 'root', loaderData: { siteUrl: 'https://hourspace.example' } }]
const page = { title: 'Loft', description: 'A loft', path: '/space/loft' }

test('links the canonical address and appends the name of the site', () => {
  const meta = pageMeta(page, matches)
  expect(meta).toContainEqual({ title: 'Loft · Hourspace' })
  expect(meta).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://hourspace.example/space/loft',
  })
})

test('previews name pictures by their full address', () => {
  const meta = pageMeta({ ...page, image: '/storage/v1/a.webp' }, matches)
  expect(meta).toContainEqual({
    property: 'og:image',
    content: 'https://hourspace.example/storage/v1/a.webp',
  })
})

test('a page that failed before its root still has its words', () => {
  expect(pageMeta({ ...page, noindex: true }, [])).toContainEqual({
    name: 'robots',
    content: 'noindex',
  })
})
