import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BookingStatusBadge } from './booking-status.tsx'

test.each([
  ['confirmed', 'Confirmed', 'bg-success-soft'],
  ['cancelled', 'Cancelled', 'bg-danger-soft'],
  ['disputed', 'Disputed', 'bg-sunken'],
])('a booking that is %s bears "%s" on %s', (status, text, colour) => {
  const html = renderToStaticMarkup(createElement(BookingStatusBadge, { status }))
  expect(html).toContain(`${text}<`)
  expect(html).toContain(colour)
})
