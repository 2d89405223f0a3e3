import PdfDocument from 'pdfkit'
import { brandColors, company } from '@hourspace/domain/company.ts'

export type Pdf = InstanceType<typeof PdfDocument>

export const colors = { ...brandColors.light, soft: brandColors.light['ink-soft'] }

/** Page margin in points. */
export const pageMargin = 64

/**
 * Begins a tagged A4 PDF, whose bytes depend only on its content. The caller ends it with
 * `root.end()` and `doc.end()`.
 */
export function openPdf(title: string, createdAt: Date) {
  const doc = new PdfDocument({
    size: 'A4',
    margins: { top: pageMargin, bottom: pageMargin, left: pageMargin, right: pageMargin },
    pdfVersion: '1.7',
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    info: { Title: title, Author: company.name, CreationDate: createdAt, ModDate: createdAt },
  })
  const bytes = collect(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  return { doc, root, bytes }
}

export function amountLine(doc: Pdf, name: string, amount: string, isTotal = false): void {
  const right = doc.page.width - pageMargin
  if (isTotal)
    doc
      .moveTo(pageMargin, doc.y)
      .lineTo(right, doc.y)
      .strokeColor(colors.line)
      .stroke()
      .moveDown(0.4)
  const top = doc.y
  font(doc, isTotal ? 12 : 11, colors.ink, isTotal)
  const amountWidth = doc.widthOfString(amount)
  doc.text(name, pageMargin, top, { width: right - pageMargin - amountWidth - 16 })
  const bottom = doc.y
  doc.text(amount, right - amountWidth, top, { lineBreak: false })
  doc.x = pageMargin
  doc.y = bottom + 6
}

export const font = (doc: Pdf, size: number, color: string, isBold = false) =>
  doc
    .font(isBold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(color)
    .lineGap(2)

/**
 * Characters above U+00FF that Windows-1252 contains. The standard PDF fonts have only Windows-1252
 * characters.
 */
const windows1252 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

/** Latin letters without a Unicode decomposition, and the letters that replace them. */
const replacements: Record<string, string> = {
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  Ł: 'L',
  ł: 'l',
  Ŧ: 'T',
  ŧ: 't',
}

/** Replaces characters that the standard PDF fonts lack. */
export function printable(text: string): string {
  const known = (char: string) => char <= '\u00ff' || windows1252.includes(char)
  return [...text.replaceAll('₩', 'KRW\u00a0').normalize('NFC')]
    .map((char) => {
      if (known(char)) return char
      const base = replacements[char] ?? char.normalize('NFKD')[0] ?? '?'
      return known(base) ? base : '?'
    })
    .join('')
}

async function collect(doc: Pdf): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of doc) chunks.push(chunk as Uint8Array)
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer())
}
