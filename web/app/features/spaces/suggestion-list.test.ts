import { expect, test } from 'vitest'
import { recentOption } from './suggestion-list.tsx'

test('choosing a recent search applies the filters that its text describes', () => {
  expect(recentOption('loft for 12 people under $100', {})).toMatchObject({
    kind: 'filters',
    label: 'loft for 12 people under $100',
    query: { q: 'loft', guests: '12', max: '100', currency: 'USD' },
  })
})

test('choosing a recent search without filters searches for its text again', () => {
  expect(recentOption('loft berlin', {})).toMatchObject({ kind: 'place', value: 'loft berlin' })
})
