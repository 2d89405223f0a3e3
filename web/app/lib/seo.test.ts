import { company } from '@hourspace/domain/company.ts'
import { expect, test } from 'vitest'
import { pageMeta } from './seo.ts'

const matches = [{ id: 'root', loaderData: { siteUrl: 'https://hourspace.example' } }]
const page = { title: 'Loft', description: 'A loft', path: '/space/loft' }

test('pageMeta sets the canonical URL and appends the site name to the title', () => {
  const meta = pageMeta(page, matches)
  expect(meta).toContainEqual({ title: `Loft · ${company.name}` })
  expect(meta).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://hourspace.example/space/loft',
  })
})

test('pageMeta makes the URL of the link preview image absolute', () => {
  const meta = pageMeta({ ...page, image: '/storage/v1/a.webp' }, matches)
  expect(meta).toContainEqual({
    property: 'og:image',
    content: 'https://hourspace.example/storage/v1/a.webp',
  })
})

test('pageMeta returns the noindex tag even if the root route has no loader data', () => {
  expect(pageMeta({ ...page, noindex: true }, [])).toContainEqual({
    name: 'robots',
    content: 'noindex',
  })
})

test('pageMeta uses the image of the site for link previews of a page without an image', () => {
  const content = 'https://hourspace.example/share.jpg'
  expect(pageMeta(page, matches)).toContainEqual({ property: 'og:image', content })
  expect(pageMeta(page, matches)).toContainEqual({ name: 'twitter:image', content })
})

test('pageMeta adds a JSON-LD breadcrumb list that starts at the home page', () => {
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
