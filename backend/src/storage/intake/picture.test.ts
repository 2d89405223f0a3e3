import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPicture } from './picture.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Whether bytes can be drawn, whatever they are called. */
async function isDrawn(bytes: Buffer | string): Promise<boolean> {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, bytes)
  return openPicture(path)
    .png()
    .toBuffer()
    .then(
      () => true,
      () => false,
    )
}

const plain = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#a33' } })

test('pictures of every type that is taken are drawn', async () => {
  const kinds = [plain().jpeg(), plain().png(), plain().webp(), plain().gif(), plain().avif()]
  for (const kind of kinds) expect(await isDrawn(await kind.toBuffer())).toBe(true)
})

test('nothing else is, such as a drawing that shows the file beside it', async () => {
  await writeFile(join(folder, 'secret'), await plain().png().toBuffer())
  const svg = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">${inside}</svg>`
  expect(await isDrawn(svg('<rect width="8" height="8"/>'))).toBe(false)
  expect(await isDrawn(svg('<image href="secret" width="8" height="8"/>'))).toBe(false)
  expect(await isDrawn(await plain().tiff().toBuffer())).toBe(false)
})
