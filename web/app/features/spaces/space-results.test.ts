import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { listOf } from './space-list.ts'
import { SpaceResults } from './space-results.tsx'
import type { LiveList } from './use-space-list.ts'

const nothing = () => {}

const emptyText = 'No spaces found. Try adjusting your filters.'

const html = (state: { isLoading?: boolean; error?: string }) =>
  renderToStaticMarkup(
    createElement(SpaceResults, {
      list: {
        ...listOf({ spaces: [], next: null }),
        gridId: 'grid',
        append: nothing,
        apply: nothing,
        showWaiting: nothing,
      } satisfies LiveList,
      filter: {},
      isLoading: false,
      error: undefined,
      emptyText,
      onClear: undefined,
      pathAfter: () => '/explore',
      ...state,
    }),
  )

test("a space list that is loading shows 'Loading spaces...' and no empty state", () => {
  expect(html({ isLoading: true })).toContain('Loading spaces...')
  expect(html({ isLoading: true })).not.toContain(emptyText)
})

test('a space list that failed to load shows its error and no empty state', () => {
  expect(html({ error: 'Failed to fetch spaces' })).toContain('Failed to fetch spaces')
  expect(html({ error: 'Failed to fetch spaces' })).not.toContain(emptyText)
  expect(html({ error: 'Failed to fetch spaces' })).not.toContain('0 spaces')
})

test("a space list without results shows its empty text and announces '0 spaces'", () => {
  expect(html({})).toContain(emptyText)
  expect(html({})).toMatch(/<output[^>]*>0 spaces</)
  expect(html({})).not.toContain('Loading spaces...')
})
