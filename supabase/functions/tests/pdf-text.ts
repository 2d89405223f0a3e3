import { inflateSync } from 'node:zlib'

/** Returns the text of a PDF that PDFKit made with embedded fonts, one line per text block. */
export function textOfPdf(pdf: Uint8Array): string {
  const objects = objectsOf(Buffer.from(pdf).toString('latin1'))
  // The characters of each font by glyph number. The keys are font names such as F1.
  const fonts = new Map<string, string[]>()
  for (const { head } of objects.values())
    for (const [, name, number] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const toUnicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number!)?.head ?? '')?.[1]
      if (toUnicode) fonts.set(name!, charactersOf(objects.get(toUnicode)!.stream))
    }

  const lines: string[] = []
  let font: string[] = []
  for (const { stream } of objects.values())
    for (const line of stream.split('\n')) {
      const name = /^\/(F\d+) [\d.]+ Tf/.exec(line)?.[1]
      if (name) font = fonts.get(name) ?? []
      if (!line.endsWith('TJ')) continue
      const glyphs = [...line.matchAll(/<([0-9a-f]+)>/gi)].flatMap(
        ([, hex]) => hex!.match(/.{4}/g) ?? [],
      )
      lines.push(glyphs.map((glyph) => font[Number.parseInt(glyph, 16)] ?? '\ufffd').join(''))
    }
  return lines.join('\n')
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
