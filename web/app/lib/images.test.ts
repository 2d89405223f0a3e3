import { expect, test } from 'vitest'
import { imageSources } from './images.ts'

test('a picture in storage is offered in several widths', () => {
  const { src, srcSet } = imageSources('/storage/v1/object/public/spaces/loft.webp', 640)
  expect(src).toBe('/storage/v1/render/image/public/spaces/loft.webp?width=640')
  expect(srcSet).toBe(
    '/storage/v1/render/image/public/spaces/loft.webp?width=320 320w, ' +
      '/storage/v1/render/image/public/spaces/loft.webp?width=640 640w',
  )
})

test('a picture from elsewhere stays as it is', () => {
  expect(imageSources('https://pictures.example/loft.jpg')).toEqual({
    src: 'https://pictures.example/loft.jpg',
  })
})
