import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { heroSlides } from '#web/content/hero.ts'
import { Headquarters } from './headquarters.tsx'
import { HeroSlide } from './hero-slide.tsx'
import { Promises } from './promises.tsx'
import { SuccessStories } from './success-stories.tsx'

/** What a person reads, tags left out. */
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

const shown = (section: FunctionComponent) =>
  textOf(renderToStaticMarkup(createElement(MemoryRouter, null, createElement(section))))

test.each([
  'For Space Seekers',
  'up to 70% Compared with agencies',
  'Chat directly with the person',
  '$1M of liability insurance and secure payment processing are included',
  'For Space Owners',
  'Keep 90% Our fee is 10%',
  'to your bank account within 24 hours of each booking',
])('the promises say "%s"', (claim) => expect(shown(Promises)).toContain(claim))

test.each(['Tampa, Florida', 'tech company', '24/7', 'uptime', '50+', 'team', '100K+', 'users'])(
  'the company says "%s" of itself',
  (claim) => expect(shown(Headquarters)).toContain(claim),
)

test('two people tell their story, without their names', () => {
  const text = shown(SuccessStories)
  expect(text).toContain('Photography studio owner')
  expect(text).toContain('Event planner')
})

describe.each(heroSlides)('the slide "$title"', (slide) => {
  const html = renderToStaticMarkup(
    createElement(HeroSlide, {
      slide,
      name: '1 of 10',
      place: 'current',
      isNear: true,
      isFirst: true,
    }),
  )

  test('shows badge, title and subtitle', () => {
    for (const words of [slide.badge, slide.title, slide.subtitle])
      expect(textOf(html)).toContain(words)
  })

  test('leads to the spaces first, and to listing one second', () => {
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, path]) => path)
    expect(links).toEqual(['/explore', '/create-listing'])
  })
})
