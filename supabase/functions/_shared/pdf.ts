import { readFileSync } from 'node:fs'
import { create } from 'fontkit'
import PdfDocument from 'pdfkit'
import { brandColors, company } from '@hourspace/domain/company.ts'

type Pdf = InstanceType<typeof PdfDocument>

export const colors = { ...brandColors.light, soft: brandColors.light['ink-soft'] }

type FontName = 'NotoSans-Regular.ttf' | 'NotoSans-Bold.ttf' | 'wqy-microhei.ttc'

/** Caches opened fonts, because opening a font takes longer than rendering a receipt. */
const openFonts = new Map<FontName, ReturnType<typeof create>>()

function openFont(name: FontName) {
  let opened = openFonts.get(name)
  if (!opened) {
    // Hosted Supabase deploys the files that config.toml lists as `static_files` of the function.
    const bytes = readFileSync(new URL(`fonts/${name}`, import.meta.url))
    opened = create(bytes, name.endsWith('.ttc') ? 'WenQuanYiMicroHei' : undefined)
    openFonts.set(name, opened)
  }
  return opened
}

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
  const size = isTotal ? 12 : 11
  const amountWidth = style(doc, amount, size, colors.ink, isTotal).widthOfString(amount)
  style(doc, name, size, colors.ink, isTotal)
  doc.text(name, pageMargin, top, { width: right - pageMargin - amountWidth - 16 })
  const bottom = doc.y
  style(doc, amount, size, colors.ink, isTotal)
  doc.text(amount, right - amountWidth, top, { lineBreak: false })
  doc.x = pageMargin
  doc.y = bottom + 6
}

/** Writes a text at the current position. `size` is in points. */
export const print = (doc: Pdf, text: string, size: number, color: string, isBold = false) =>
  style(doc, text, size, color, isBold).text(text)

const eastAsian = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u

/** Noto Sans has no Chinese, Japanese and Korean characters; WenQuanYi Micro Hei has no bold. */
function style(doc: Pdf, text: string, size: number, color: string, isBold: boolean): Pdf {
  const latin = isBold ? 'NotoSans-Bold.ttf' : 'NotoSans-Regular.ttf'
  const name = eastAsian.test(text) ? 'wqy-microhei.ttc' : latin
  return doc
    .registerFont(name, openFont(name))
    .font(name)
    .fontSize(size)
    .fillColor(color)
    .lineGap(2)
}

async function collect(doc: Pdf): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of doc) chunks.push(chunk as Uint8Array)
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer())
}
