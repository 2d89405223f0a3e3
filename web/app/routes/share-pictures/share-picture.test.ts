import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawSharePicture } from './share-picture.server.ts'

/** The head of a PNG that says it is `side` pixels wide and high. */
function pngOf(side: number): Uint8Array {
  const header = Buffer.alloc(17)
  header.write('IHDR')
  header.writeUInt32BE(side, 4)
  header.writeUInt32BE(side, 8)
  header.set([8, 2], 12)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(header))
  const mark = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]
  return new Uint8Array([...mark, ...header, ...check, 0, 0, 0, 0])
}

test.each([
  ['has more pixels than fit', pngOf(40_000)],
  ['is none', new Uint8Array([1, 2, 3])],
])('a preview is drawn though its photo %s', async (_, photo) => {
  const picture = await drawSharePicture({ title: 'Loft 😀', left: '日本語', right: '¥1', photo })
  expect([...picture.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
})
