import sharp from 'sharp'
import { expect, test } from 'vitest'
import { plainWebp } from './plain-webp.ts'

const drawing = () =>
  sharp({ create: { width: 16, height: 11, channels: 3, background: '#2d6a4f' } })

test('a colour profile goes, the pixels stay', async () => {
  const packed = await drawing().withIccProfile('srgb').webp({ quality: 40 }).toBuffer()
  const plain = plainWebp(packed)!
  expect(plain.length).toBeLessThan(100)
  const { icc, width, height } = await sharp(plain).metadata()
  expect({ icc, width, height }).toEqual({ icc: undefined, width: 16, height: 11 })
  expect(await sharp(plain).raw().toBuffer()).toEqual(await sharp(packed).raw().toBuffer())
})

test('a plain one stays as it is, and what is no lossy WebP is refused', async () => {
  const plain = await drawing().webp().toBuffer()
  expect(Buffer.from(plainWebp(plain)!)).toEqual(plain)
  expect(plainWebp(await drawing().png().toBuffer())).toBeNull()
  expect(plainWebp(await drawing().webp({ lossless: true }).toBuffer())).toBeNull()
  expect(plainWebp(new Uint8Array(3))).toBeNull()
})
