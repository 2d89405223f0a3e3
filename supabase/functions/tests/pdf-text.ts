import { inflateSync } from 'node:zlib'

const windows1252 = new TextDecoder('windows-1252')

/** Returns the text of a PDF that PDFKit made with a standard font, one line per text block. */
export function textOfPdf(pdf: Uint8Array): string {
  const raw = Buffer.from(pdf).toString('latin1')
  const streams = raw.matchAll(/\/FlateDecode\s*>>\s*stream\r?\n([\s\S]*?)\nendstream/g)
  return [...streams]
    .flatMap(([, data]) =>
      inflateSync(Buffer.from(data ?? '', 'latin1'))
        .toString('latin1')
        .split('\n'),
    )
    .filter((line) => line.endsWith('TJ'))
    .map((line) =>
      [...line.matchAll(/<([0-9a-f]+)>/gi)]
        .map(([, hex]) => windows1252.decode(Buffer.from(hex ?? '', 'hex')))
        .join(''),
    )
    .join('\n')
}
