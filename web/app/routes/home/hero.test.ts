import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { heroPicture, heroSlides, heroWidths } from '#web/content/hero.ts'
import { HeroSlide } from './hero-slide.tsx'

const folder = join(import.meta.dirname, '../../../public')

test('the hero carousel has ten slides, each with a different text and picture file', () => {
  expect(heroSlides).toHaveLength(10)
  for (const part of ['picture', 'badge', 'title', 'subtitle'] as const)
    expect(new Set(heroSlides.map((slide) => slide[part])).size).toBe(10)
  const files = heroSlides.flatMap(({ picture }) =>
    heroWidths.flatMap((width) => [
      heroPicture(picture, width, 'avif'),
      heroPicture(picture, width, 'webp'),
    ]),
  )
  expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([])
})

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

  test('a hero slide shows its badge, title and subtitle', () => {
    for (const words of [slide.badge, slide.title, slide.subtitle])
      expect(textOf(html)).toContain(words)
  })

  test('a hero slide has a link to Explore, followed by a link to Create Listing', () => {
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, path]) => path)
    expect(links).toEqual(['/explore', '/create-listing'])
  })
})
