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

test('a page without a picture of its own is previewed with the one of the site', () => {
  const content = 'https://hourspace.example/share.jpg'
  expect(pageMeta(page, matches)).toContainEqual({ property: 'og:image', content })
  expect(pageMeta(page, matches)).toContainEqual({ name: 'twitter:image', content })
})

test('tells the way to a page, from the home page down', () => {
  const trail = [
    { name: 'Explore Spaces', path: '/explore' },
    { name: 'Loft', path: '/space/loft' },
  ]
  expect(pageMeta({ ...page, trail }, matches)).toContainEqual({
    'script:ld+json': expect.objectContaining({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://hourspace.example/' },
        expect.objectContaining({ position: 2, item: 'https://hourspace.example/explore' }),
        expect.objectContaining({ position: 3, name: 'Loft' }),
      ],
    }),
  })
})
