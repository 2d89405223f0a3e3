import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openImage } from './image.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function isDrawn(bytes: Buffer | string): Promise<boolean> {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, bytes)
  return openImage(path)
    .png()
    .toBuffer()
    .then(
      () => true,
      () => false,
    )
}

const plain = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#a33' } })

test('openImage reads JPEG, PNG, WebP, GIF and AVIF', async () => {
  const kinds = [plain().jpeg(), plain().png(), plain().webp(), plain().gif(), plain().avif()]
  for (const kind of kinds) expect(await isDrawn(await kind.toBuffer())).toBe(true)
})

test('openImage rejects TIFF and SVG images, including an SVG that references a local file', async () => {
  await writeFile(join(folder, 'secret'), await plain().png().toBuffer())
  const svg = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">${inside}</svg>`
  expect(await isDrawn(svg('<rect width="8" height="8"/>'))).toBe(false)
  expect(await isDrawn(svg('<image href="secret" width="8" height="8"/>'))).toBe(false)
  expect(await isDrawn(await plain().tiff().toBuffer())).toBe(false)
})
