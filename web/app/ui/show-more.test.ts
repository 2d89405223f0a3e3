import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ShowMore } from './show-more.tsx'

const render = (props: Partial<Parameters<typeof ShowMore>[0]>) =>
  renderToStaticMarkup(
    createElement(ShowMore, { hasMore: true, isPending: false, onPress() {}, ...props }),
  )

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '')

test('the button "Show more" names its list for screen readers if `list` is set', () => {
  expect(textOf(render({}))).toBe('Show more')
  expect(textOf(render({ list: 'recent activity' }))).toBe('Show more recent activity')
})

test('ShowMore shows an error above the button, or only the error if there is no button', () => {
  const error = 'Failed to fetch bookings'
  expect(render({ error })).toMatch(/^<div role="alert".*Failed to fetch bookings.*<button/)
  expect(render({ error, hasMore: false })).toMatch(/role="alert"(?!.*<button)/)
  expect(render({ hasMore: false })).toBe('')
})

test('ShowMore offers to load a failed list again only if there is no button "Show more"', () => {
  const failed = { error: 'Failed to fetch bookings', onRetry() {} }
  expect(textOf(render({ ...failed, hasMore: false }))).toBe('Failed to fetch bookingsTry again')
  expect(textOf(render(failed))).toBe('Failed to fetch bookingsShow more')
})
