import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { heroSlides } from '#web/content/hero.ts'
import { HeroSlide } from './hero-slide.tsx'

/** What a person reads, tags left out. */
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

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
