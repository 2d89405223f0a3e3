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

test('a conversation about a listed space links to it and to its booking form', () => {
  const html = render(space)
  expect(html.match(/href="\/space\/loft"/g)).toHaveLength(2)
  expect(html).toContain('Berlin · not booked yet')
})

test('a conversation about a space that is closed for booking links to it, but does not offer to book it', () => {
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
  'the host of an unlisted space reads that it is %s, and a space that is not deleted links to its editor',
  (unlisted_because, state, isLinked) => {
    const html = render({ ...space, is_listed: false, unlisted_because }, true)
    expect(html).toContain(`Berlin · ${state}`)
    expect(html.includes('href="/hosting/listings/loft-id"')).toBe(isLinked)
  },
)

test('the host reads that the own space is closed for booking', () => {
  expect(render({ ...space, available: false }, true)).toContain('Berlin · closed for booking')
})

test('a conversation about a deleted space says so', () => {
  expect(render(null)).toContain('This space was deleted.')
})
