import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { heroPicture, heroSlides, heroWidths } from '#web/content/hero.ts'

const folder = join(import.meta.dirname, '../../../public')

test('ten slides, each with words and a picture of its own in every size and format', () => {
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
