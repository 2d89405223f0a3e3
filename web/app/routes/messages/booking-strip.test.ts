import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Conversation } from '#web/data/messages.ts'
import { BookingStrip } from './booking-strip.tsx'

const space = {
  id: 'loft-id',
  slug: 'loft',
  title: 'Loft',
  image: null,
  location: 'Berlin',
  is_listed: true,
  unlisted_because: null,
  available: true,
}

function render(shown: Conversation['space'], is_host = false): string {
  const conversation = { is_host, space: shown, booking: null } as Conversation
  return renderToStaticMarkup(
    createElement(MemoryRouter, null, createElement(BookingStrip, { conversation })),
  )
}

test('a conversation about a listed space links to the space and to its booking form', () => {
  const html = render(space)
  expect(html.match(/href="\/space\/loft"/g)).toHaveLength(2)
  expect(html).toContain('Berlin · not booked yet')
})

test('a conversation about a space that is closed for booking links to the space, but not to its booking form', () => {
  expect(render({ ...space, available: false }).match(/href=/g)).toHaveLength(1)
})

test('a conversation about a space that is no longer listed says so without a link', () => {
  const html = render({ ...space, is_listed: false })
  expect(html).toContain('Loft')
  expect(html).toContain('Berlin · no longer listed')
  expect(html).not.toContain('href=')
})

test.each([
  ['archived', 'archived', true],
  ['hidden', 'hidden by us', true],
  ['deleted', 'deleted', false],
] as const)(
  'a conversation about a space unlisted because it is %s shows the host "%s", with a link to the editor: %s',
  (unlisted_because, state, isLinked) => {
    const html = render({ ...space, is_listed: false, unlisted_because }, true)
    expect(html).toContain(`Berlin · ${state}`)
    expect(html.includes('href="/hosting/listings/loft-id"')).toBe(isLinked)
  },
)

test('a conversation about a space that is closed for booking says so to the host', () => {
  expect(render({ ...space, available: false }, true)).toContain('Berlin · closed for booking')
})

test('a conversation about a deleted space says that the space was deleted', () => {
  expect(render(null)).toContain('This space was deleted.')
})
