import { company } from '@hourspace/domain/company.ts'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { terms } from '#web/content/terms.ts'
import { policyPdf } from './policy-pdf.server.ts'

const bytesOf = async (pdf: Blob) => Buffer.from(await pdf.arrayBuffer())

/** Returns the text of a PDF, decoded as Latin-1. */
function wordsOf(pdf: Buffer): string {
  const raw = pdf.toString('latin1')
  const streams = [
    ...raw.matchAll(/\/FlateDecode\s*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g),
  ].map(([, data]) => inflateSync(Buffer.from(data ?? '', 'latin1')).toString('latin1'))
  return streams
    .flatMap((stream) => stream.split('\n').filter((line) => line.endsWith('TJ')))
    .map((line) =>
      [...line.matchAll(/<([0-9a-f]+)>/gi)]
        .map(([, hex]) => Buffer.from(hex ?? '', 'hex').toString('latin1'))
        .join(''),
    )
    .join(' ')
}

test('the terms PDF has a title, tags and all six sections', async () => {
  const pdf = await bytesOf(await policyPdf(terms))
  const raw = pdf.toString('latin1')
  expect(raw.startsWith('%PDF-1.7')).toBe(true)
  expect(raw.trimEnd().endsWith('%%EOF')).toBe(true)
  const crossReference = Number(/startxref\s+(\d+)/.exec(raw)?.[1])
  expect(raw.slice(crossReference, crossReference + 4)).toBe('xref')
  expect(raw).toContain(`(Terms of Service - ${company.name})`)
  expect(raw).toContain('/Lang (en-US)')
  expect(raw).toContain('/Marked true')
  expect(raw.match(/\/S \/H2\b/g)).toHaveLength(6)

  const words = wordsOf(pdf)
  for (const { title } of terms.sections) {
    expect(words).toContain(title)
    expect(raw).toContain(`/Title (${title})`)
  }
  expect(words).toContain('Last updated March 15, 2025')
  expect(words).not.toContain('](/')
})

test('rendering the same terms twice returns identical bytes', async () => {
  const [one, other] = await Promise.all([policyPdf(terms), policyPdf(terms)])
  expect((await bytesOf(one)).equals(await bytesOf(other))).toBe(true)
})
