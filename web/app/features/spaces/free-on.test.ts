import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FreeOn } from './free-on.tsx'

const textOf = (props: Partial<Parameters<typeof FreeOn>[0]>) =>
  renderToStaticMarkup(
    createElement(FreeOn, {
      date: '2026-12-05',
      total: 8,
      free: undefined,
      onChange() {},
      ...props,
    }),
  )
    .replaceAll(/<noscript>.*<\/noscript>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

test('without a chosen day, the filter "Free on" shows only its field', () => {
  expect(textOf({ date: undefined, free: 8 })).toBe('Free on')
})

test.each([
  [3, 8, '3 of 8 spaces are free on Sat, Dec 5'],
  [1, 8, '1 of 8 spaces is free on Sat, Dec 5'],
  [1, 1, '1 of 1 space is free on Sat, Dec 5'],
])('with %i of %i spaces free, the filter "Free on" shows "%s"', (free, total, text) => {
  expect(textOf({ free, total })).toBe(`Free on Any day ${text}`)
})

test('the filter "Free on" names the day if no space is free, and offers to show all days', () => {
  const end = 'Choose another day, or see every space of the list. Show all days'
  expect(textOf({ free: 0 })).toContain(`None of these 8 spaces is free on Sat, Dec 5 ${end}`)
  expect(textOf({ free: 0, total: 1 })).toContain(`This space isn’t free on Sat, Dec 5 ${end}`)
})

test('the filter "Free on" does not say that no space is free while spaces load or after an error', () => {
  expect(textOf({ isLoading: true, free: 0 })).toBe('Free on Any day Loading spaces...')
  expect(textOf({ free: undefined })).toBe('Free on Any day')
})
