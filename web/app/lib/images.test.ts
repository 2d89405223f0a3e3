import { expect, test } from 'vitest'
import { imageSources, previewStyle, squareSources } from './images.ts'

test('imageSources returns a srcset with the requested widths for an image in our storage', () => {
  const { src, srcSet } = imageSources('/storage/v1/object/public/spaces/loft.webp', {
    from: 320,
    to: 480,
  })
  expect(src).toBe('/storage/v1/render/image/public/spaces/loft.webp?width=480')
  expect(srcSet).toBe(
    '/storage/v1/render/image/public/spaces/loft.webp?width=320 320w, ' +
      '/storage/v1/render/image/public/spaces/loft.webp?width=480 480w',
  )
})

test('imageSources returns a URL outside our storage unchanged', () => {
  expect(imageSources('https://pictures.example/loft.jpg')).toEqual({
    src: 'https://pictures.example/loft.jpg',
  })
})

test('squareSources returns square crops of a profile picture for pixel densities 1 to 3', () => {
  const { src, srcSet } = squareSources('/storage/v1/object/public/profile-images/maya.jpg', 36)
  expect(src).toBe('/storage/v1/render/image/public/profile-images/maya.jpg?width=72&height=72')
  expect(srcSet).toContain('?width=108&height=108 3x')
  expect(squareSources('blob:maya', 36)).toEqual({ src: 'blob:maya' })
})

test("previewStyle returns a style with the preview's data URL as background image", () => {
  const preview = 'data:image/webp;base64,UklGRg=='
  expect(previewStyle(preview)).toMatchObject({ backgroundImage: `url("${preview}")` })
})

test.each([
  undefined,
  '',
  'https://pictures.example/loft.webp',
  'data:image/svg+xml;base64,AAAA',
  'data:image/webp;base64,AAAA");color:red;x:url("',
  `data:image/webp;base64,${'A'.repeat(600)}`,
])('previewStyle rejects %j as a preview', (text) => expect(previewStyle(text)).toBeUndefined())
