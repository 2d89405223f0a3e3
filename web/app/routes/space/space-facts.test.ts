import { type ComponentProps, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { SpaceDetails } from '#web/data/space-details.ts'
import { SpaceAbout, SpaceHeading } from './space-facts.tsx'
import { SpaceGallery } from './space-gallery.tsx'
import { defaultRules } from './test-rules.ts'

const space = {
  id: '00000000-0000-4000-8000-000000000001',
  slug: 'lantern-studio-tokyo',
  user_id: '00000000-0000-4000-8000-000000000002',
  title: 'Lantern Studio',
  description: 'A quiet studio over a garden.',
  type: 'studio',
  price: 8000,
  currency: 'JPY',
  location: 'Tokyo',
  country: 'Japan',
  capacity: 1200,
  amenities: ['Wi-Fi', 'Piano', 'Kitchen', 'Parking'],
  images: ['/lantern.webp'],
  available: true,
  status: 'maintenance',
  rating: 4.5,
  reviewCount: 2,
  meta_description: null,
  meta_keywords: null,
  time_zone: 'Asia/Tokyo',
  cancellation_policy: 'flexible',
  booking_mode: 'instant',
  ...defaultRules,
  house_rules: '',
  included: [],
  neighborhood: '',
  latitude: null,
  longitude: null,
  updated_at: '2026-11-21T10:00:00Z',
  image_previews: [],
  image_captions: [],
} as SpaceDetails

const headingOf = (shown: SpaceDetails) =>
  renderToStaticMarkup(createElement(SpaceHeading, { space: shown }))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
const heading = headingOf(space)

test("the space page shows '1 person' for a capacity of 1", () => {
  expect(headingOf({ ...space, capacity: 1 })).toContain('1 person')
})

test.each(['Lantern Studio', 'Tokyo, Japan', '1,200 people', '¥8,000 /hr', 'Under Maintenance'])(
  'the heading of the space page shows "%s"',
  (text) => expect(heading).toContain(text),
)

test('the space page shows the description and every amenity', () => {
  const html = renderToStaticMarkup(createElement(SpaceAbout, { space, extras: [] }))
  expect(html).toContain(space.description)
  for (const amenity of space.amenities) expect(html).toContain(`>${amenity}</li>`)
})

test.each([
  ['No shoes.\n- No smoking\n\n• Pets are welcome', 3],
  ['Please be quiet.', 0],
])('the house rules %j are shown as a list with %d items', (house_rules, count) => {
  const shown = { ...space, house_rules }
  const html = renderToStaticMarkup(createElement(SpaceAbout, { space: shown, extras: [] }))
  const [, rules = ''] = html.split('id="house-rules-heading"')
  expect(rules.match(/<li>/g)?.length ?? 0).toBe(count)
  for (const line of house_rules.split('\n')) expect(rules).toContain(line.replace(/^[-•] /, ''))
})

/** Renders the gallery in a router, because the URL states whether its lightbox is open. */
function renderGallery(props: ComponentProps<typeof SpaceGallery>): string {
  const Page = createRoutesStub([
    { path: '/space/:id', Component: () => createElement(SpaceGallery, props) },
  ])
  return renderToStaticMarkup(createElement(Page, { initialEntries: ['/space/loft'] }))
}

test('the space gallery shows a blurred preview and loads the first picture with high priority', () => {
  const previews = ['data:image/webp;base64,UklGRg==']
  const { images, title } = space
  const html = renderGallery({ images, previews, title })
  expect(html).toMatch(/<img[^>]*fetchPriority="high"[^>]*background-image:url\(&quot;data:image/)
})

test("a gallery picture without a caption has the space's title as alternative text, followed by the picture's number unless it is the first", () => {
  const images = ['/a.webp', '/b.webp', '/c.webp']
  const captions = ['', 'The reading corner']
  const html = renderGallery({ images, captions, title: 'Loft' })
  const alts = [...html.matchAll(/alt="([^"]*)"/g)].map(([, alt]) => alt)
  expect(alts).toEqual(['Loft', 'The reading corner', 'Loft, picture 3 of 3'])
})

test('the space gallery shows the picture of a space', () => {
  const { images, title } = space
  expect(renderGallery({ images, title })).toContain('/lantern.webp')
})
