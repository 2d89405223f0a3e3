import { expect, test } from 'vitest'
import { boundaryOf, readMultipart } from './multipart.ts'

const form = [
  'a preamble nobody reads',
  '--b',
  'Content-Disposition: form-data; name="cacheControl"',
  '',
  '3600',
  '--b',
  'Content-Disposition: form-data; name=""; filename="a.jpg"',
  'Content-Type: image/jpeg',
  '',
  'line one',
  '--no boundary',
  '',
  '--b--',
  'an epilogue',
].join('\r\n')

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function partsOf(text: string, size: number) {
  const parts: unknown[] = []
  for await (const { body, ...head } of readMultipart(inPieces(text, size), 'b')) {
    const chunks: Uint8Array[] = []
    for await (const chunk of body) chunks.push(chunk)
    parts.push({ ...head, text: Buffer.concat(chunks).toString() })
  }
  return parts
}

test.each([1, 2, 3, 7, 64, 10_000])(
  'readMultipart reads a form that arrives in chunks of %i bytes',
  async (size) => {
    expect(await partsOf(form, size)).toEqual([
      { name: 'cacheControl', filename: null, contentType: null, text: '3600' },
      {
        name: '',
        filename: 'a.jpg',
        contentType: 'image/jpeg',
        text: 'line one\r\n--no boundary\r\n',
      },
    ])
  },
)

test('readMultipart skips the body of a part that the caller did not read', async () => {
  const names: string[] = []
  for await (const part of readMultipart(inPieces(form, 5), 'b')) names.push(part.name)
  expect(names).toEqual(['cacheControl', ''])
})

test.each([form.slice(0, -20), '', '--b', '--b\r\nX-No: name\r\n\r\n\r\n--b--'])(
  'readMultipart rejects a truncated form or a part without a name (case %#)',
  async (text) => {
    await expect(partsOf(text, 10)).rejects.toThrow(/form/)
  },
)

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; boundary="a b"', 'a b'],
  ['image/jpeg', null],
  [null, null],
])('boundaryOf returns the boundary of the content type %s', (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary)
})
