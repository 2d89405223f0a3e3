import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PictureField } from './picture-field.tsx'
import type { Pictures } from './use-pictures.ts'

const picture = (id: number) => ({
  id: String(id),
  name: `${id}.webp`,
  preview: `/${id}.webp`,
  url: `/${id}.webp`,
  progress: 1,
  error: null,
})

const nothing = () => {}

const shown = (count: number, isReading = false) => {
  const pictures = {
    pictures: Array.from({ length: count }, (_, index) => picture(index)),
    problems: [],
    isReading,
    add: nothing,
    retry: nothing,
    remove: nothing,
    removeAll: nothing,
    move: nothing,
    waitForUploads: nothing,
  } as unknown as Pictures
  return renderToStaticMarkup(createElement(PictureField, { pictures }))
}

test('the picture field accepts up to five photos', () => {
  expect(shown(4)).toContain('Add photos')
  expect(shown(4)).toContain('type="file"')
  expect(shown(5)).not.toContain('Add photos')
  expect(shown(5)).not.toContain('type="file"')
})

test("the picture field's file picker accepts only images", () => {
  const accepted = /accept="([^"]+)"/.exec(shown(0))?.[1]?.split(',') ?? []
  expect(accepted.length).toBeGreaterThan(0)
  expect(accepted.filter((type) => !type.startsWith('image/'))).toEqual([])
})

test('the picture field shows a status while photos are read', () => {
  expect(shown(0, true)).toContain('Reading your photos...')
  expect(shown(0)).not.toContain('Reading')
})
