import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { queryClient } from '#web/data/query-client.ts'
import type { ListedSpace } from '#web/data/spaces.ts'
import { listOf } from '#web/features/spaces/space-list.ts'
import { shelfSize, SpaceShelf } from './space-shelf.tsx'

const space = (index: number) =>
  ({
    id: String(index),
    slug: `room-${index}`,
    title: `Room ${index}`,
    price: 10,
    currency: 'USD',
    location: 'Tampa',
    country: 'United States',
    amenities: [],
    images: [],
    image_previews: [],
    available: true,
    status: 'available',
    rating: 0,
    reviewCount: 0,
  }) as unknown as ListedSpace

const shelf = (count: number) =>
  renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: queryClient() },
      createElement(SpaceShelf, {
        id: 'usa',
        title: 'Featured Spaces in the USA',
        list: listOf({
          spaces: Array.from({ length: count }, (_, index) => space(index)),
          next: null,
        }),
        limit: shelfSize,
        error: undefined,
        emptyText: 'None yet',
        more: createElement('button', null, 'View All USA Spaces'),
      }),
    ),
  )

test('a home page shelf shows at most six spaces, and the button "View All" only if there are more spaces', () => {
  expect(shelf(6).match(/<article/g)).toHaveLength(6)
  expect(shelf(6)).not.toContain('View All USA Spaces')
  expect(shelf(7).match(/<article/g)).toHaveLength(6)
  expect(shelf(7)).toContain('View All USA Spaces')
})
