import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { HostedSpace } from '#web/data/listings.ts'
import { ListingCard } from './listing-card.tsx'

const listed = {
  id: 'loft-id',
  slug: 'loft',
  title: 'Loft',
  location: 'Berlin',
  country: 'Germany',
  price: 40,
  currency: 'EUR',
  images: [],
  image_previews: [],
  available: true,
  status: 'available',
  created_at: '2026-11-01T09:00:00Z',
  archived_at: null,
  hidden_at: null,
} as unknown as HostedSpace
const at = '2026-11-20T09:00:00Z'

test.each([
  ['a listed space', listed, '/space/loft'],
  ['an archived space', { ...listed, archived_at: at }, '/hosting/listings/loft-id'],
  ['a hidden space', { ...listed, hidden_at: at }, '/hosting/listings/loft-id'],
])('the card of %s links to a page that the host can open', (_name, space, path) => {
  const card = createElement(ListingCard, { space, heading: 'h2' })
  expect(renderToStaticMarkup(createElement(MemoryRouter, null, card))).toContain(`href="${path}"`)
})
