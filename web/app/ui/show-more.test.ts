import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ShowMore } from './show-more.tsx'

const end = (props: Partial<Parameters<typeof ShowMore>[0]>) =>
  renderToStaticMarkup(
    createElement(ShowMore, { hasMore: true, isPending: false, onPress() {}, ...props }),
  )

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '')

test('one of several lists says which of them it continues', () => {
  expect(textOf(end({}))).toBe('Show more')
  expect(textOf(end({ list: 'recent activity' }))).toBe('Show more recent activity')
})

test('what failed is announced before the button, and also where nothing is left to show', () => {
  const error = 'Failed to fetch bookings'
  expect(end({ error })).toMatch(/^<div role="alert".*Failed to fetch bookings.*<button/)
  expect(end({ error, hasMore: false })).toMatch(/role="alert"(?!.*<button)/)
  expect(end({ hasMore: false })).toBe('')
})
