import { inflateSync } from 'node:zlib'

/** Returns the text of a PDF that PDFKit made with embedded fonts, one line per baseline. */
export function textOfPdf(pdf: Uint8Array): string {
  return linesOfPdf(pdf)
    .map((runs) => runs.map(({ text }) => text).join(''))
    .join('\n')
}

/** A part of a line in one font. `x` is its left edge in points. */
type PdfRun = { text: string; x: number; glyphs: number[] }

/** Returns the lines of a PDF. The runs of a line have the order in which they are drawn. */
export function linesOfPdf(pdf: Uint8Array): PdfRun[][] {
  const objects = objectsOf(Buffer.from(pdf).toString('latin1'))
  // The characters of each font by glyph number. The keys are font names such as F1.
  const fonts = new Map<string, string[]>()
  for (const { head } of objects.values())
    for (const [, name, number] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const toUnicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number!)?.head ?? '')?.[1]
      if (toUnicode) fonts.set(name!, charactersOf(objects.get(toUnicode)!.stream))
    }

  const lines: PdfRun[][] = []
  for (const { stream } of objects.values()) {
    let baseline = ''
    for (const [, x, y, name, body] of stream.matchAll(
      /BT\n1 0 0 1 (\S+) (\S+) Tm\n\/(F\d+) \S+ Tf\n([\s\S]*?)ET\n/g,
    )) {
      const glyphs = [...body!.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex]) =>
        hex!.match(/.{4}/g)!.map((glyph) => Number.parseInt(glyph, 16)),
      )
      const characters = glyphs.map((glyph) => fonts.get(name!)?.[glyph] ?? '\ufffd')
      const isRtl = /[\p{sc=Arabic}\p{sc=Hebrew}]/u.test(characters.join(''))
      const text = (isRtl ? characters.toReversed() : characters).join('')
      if (y !== baseline) lines.push([])
      lines.at(-1)!.push({ text, x: Number(x), glyphs })
      baseline = y!
    }
  }
  return lines
}

/** Returns the objects of a PDF by their numbers: the dictionary and the inflated stream. */
function objectsOf(pdf: string): Map<string, { head: string; stream: string }> {
  const objects = pdf.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)
  return new Map(
    [...objects].map(([, number, body]) => {
      const [head, stream] = body!.split('\nstream\n')
      const data = stream?.replace(/\nendstream$/, '') ?? ''
      const isText = head!.includes('/FlateDecode') && !head!.includes('/Length1')
      return [
        number!,
        {
          head: head!,
          stream: isText ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : '',
        },
      ]
    }),
  )
}

/** Reads the characters of glyphs from a ToUnicode CMap. A ligature has several characters. */
function charactersOf(cmap: string): string[] {
  const ranges = cmap.matchAll(/<[0-9a-f]{4}> <[0-9a-f]{4}> \[(.*)\]/g)
  return [...ranges].flatMap(([, entries]) =>
    [...entries!.matchAll(/<([^>]*)>/g)].map(([, codes]) =>
      String.fromCharCode(...codes!.split(' ').map((code) => Number.parseInt(code, 16))),
    ),
  )
}
