import { expect, test } from 'vitest'
import { structuredCity } from './city-structured.ts'

test('the spaces stand in the order of the page, under their full addresses', () => {
  const page = structuredCity({
    name: 'Tokyo spaces, by the hour',
    description: 'Rooms',
    path: '/tokyo',
    siteUrl: 'https://hourspace.example',
    spaces: [
      { id: '1', slug: 'loft', title: 'Loft' },
      { id: '2', slug: null, title: 'Attic' },
    ],
  })
  expect(page).toEqual({
    '@type': 'CollectionPage',
    '@id': 'https://hourspace.example/tokyo',
    url: 'https://hourspace.example/tokyo',
    name: 'Tokyo spaces, by the hour',
    description: 'Rooms',
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: [
        {
          '@type': 'ListItem',
          position: 1,
          name: 'Loft',
          url: 'https://hourspace.example/space/loft',
        },
        {
          '@type': 'ListItem',
          position: 2,
          name: 'Attic',
          url: 'https://hourspace.example/space/2',
        },
      ],
    },
  })
})
