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
  available: true,
}

function render(shown: typeof space | null): string {
  const conversation = { is_host: false, space: shown, booking: null } as Conversation
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

test('a conversation about a deleted space says so', () => {
  expect(render(null)).toContain('This space was deleted.')
})
