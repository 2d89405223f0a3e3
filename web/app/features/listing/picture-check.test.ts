import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { checkPictures, pictureProblem, plainWebp, readPicture } from './picture-check.ts'

test('pictureProblem accepts a JPEG file below the size limit', () => {
  expect(pictureProblem({ name: 'loft.jpg', type: 'image/jpeg', size: 8_000_000 })).toBeNull()
})

test('pictureProblem returns an error that names the file if its type is not supported or it exceeds the size limit', () => {
  expect(pictureProblem({ name: 'plan.pdf', type: 'application/pdf', size: 10 })).toContain(
    'plan.pdf is not a picture',
  )
  expect(pictureProblem({ name: 'huge.png', type: 'image/png', size: 50 * 1024 * 1024 })).toBe(
    'huge.png is larger than 20 MB.',
  )
})

test('pictureProblem names only the types that the caller accepts', () => {
  const file = { name: 'dance.gif', type: 'image/gif', size: 10 }
  expect(pictureProblem(file)).toBeNull()
  expect(pictureProblem(file, ['image/jpeg', 'image/png', 'image/avif'])).toBe(
    'dance.gif is not a picture we can show. Please use JPEG, PNG or AVIF.',
  )
})

test('readPicture rejects a picture with more pixels than the storage service accepts', async () => {
  const bitmap = { width: 12_000, height: 9_000, close: () => {} }
  vi.stubGlobal('createImageBitmap', async () => bitmap)
  expect(await readPicture(new File([], 'phone.jpg'))).toEqual({
    problem: 'phone.jpg has more than 100 megapixels. Please make it smaller.',
  })
  vi.unstubAllGlobals()
})

test('checkPictures decodes one picture at a time and returns a problem for each picture that is too large', async () => {
  let open = 0
  let mostOpen = 0
  vi.stubGlobal('createImageBitmap', async () => {
    mostOpen = Math.max(mostOpen, ++open)
    await Promise.resolve()
    return { width: 12_000, height: 9_000, close: () => open-- }
  })
  const photo = (name: string) => new File([], name, { type: 'image/jpeg' })
  const { pictures, problems } = await checkPictures([photo('a.jpg'), photo('b.jpg')])
  expect(pictures).toEqual([])
  expect(problems).toHaveLength(2)
  expect(mostOpen).toBe(1)
  vi.unstubAllGlobals()
})

const drawing = () =>
  sharp({ create: { width: 16, height: 11, channels: 3, background: '#2d6a4f' } })

test('plainWebp removes the color profile and keeps the pixels', async () => {
  const packed = await drawing().withIccProfile('srgb').webp({ quality: 40 }).toBuffer()
  const plain = plainWebp(packed)!
  expect(plain.length).toBeLessThan(100)
  const { icc, width, height } = await sharp(plain).metadata()
  expect({ icc, width, height }).toEqual({ icc: undefined, width: 16, height: 11 })
  expect(await sharp(plain).raw().toBuffer()).toEqual(await sharp(packed).raw().toBuffer())
})

test('plainWebp returns a plain lossy WebP unchanged, and null for other bytes', async () => {
  const plain = await drawing().webp().toBuffer()
  expect(Buffer.from(plainWebp(plain)!)).toEqual(plain)
  expect(plainWebp(await drawing().png().toBuffer())).toBeNull()
  expect(plainWebp(await drawing().webp({ lossless: true }).toBuffer())).toBeNull()
  expect(plainWebp(new Uint8Array(3))).toBeNull()
})
