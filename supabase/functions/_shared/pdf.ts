import { readFileSync } from 'node:fs'
import bidiFactory, { type Bidi } from 'bidi-js'
import { create } from 'fontkit'
import PdfDocument from 'pdfkit'
import { brandColors, company } from '@hourspace/domain/company.ts'

export const colors = { ...brandColors.light, soft: brandColors.light['ink-soft'] }

type Pdf = InstanceType<typeof PdfDocument>

const regular = 'NotoSans-Regular.ttf'
const bold = 'NotoSans-Bold.ttf'

/** Fonts for characters that Noto Sans lacks, in regular weight only. The largest file is last. */
const otherFonts = [
  'NotoSansArabic-Regular.ttf',
  'NotoSansArmenian-Regular.ttf',
  'NotoSansBengali-Regular.ttf',
  'NotoSansGeorgian-Regular.ttf',
  'NotoSansGurmukhi-Regular.ttf',
  'NotoSansHebrew-Regular.ttf',
  'NotoSansLao-Regular.ttf',
  'NotoSansTamil-Regular.ttf',
  'NotoSansThai-Regular.ttf',
  'wqy-microhei.ttc',
] as const

type LatinFont = typeof regular | typeof bold
type FontName = LatinFont | (typeof otherFonts)[number]

/** Caches opened fonts, because opening a font takes longer than rendering a receipt. */
const openFonts = new Map<FontName, ReturnType<typeof create>>()

function openFont(name: FontName) {
  let opened = openFonts.get(name)
  if (!opened) {
    // For hosted Supabase, config.toml must list these files as `static_files` of the function.
    const bytes = readFileSync(new URL(`fonts/${name}`, import.meta.url))
    opened = create(bytes, name.endsWith('.ttc') ? 'WenQuanYiMicroHei' : undefined)
    openFonts.set(name, opened)
  }
  return opened
}

const hasGlyph = (font: FontName, character: string) =>
  openFont(font).hasGlyphForCodePoint(character.codePointAt(0)!)

const fontOf = (character: string, latin: LatinFont): FontName | undefined =>
  [latin, ...otherFonts].find((font) => hasGlyph(font, character))

// In Deno's types, this CommonJS module is an object with `default`. At run time it is a function.
const bidi = (bidiFactory as unknown as () => Bidi)()

/**
 * Invisible characters, such as soft hyphens and directional marks. Excludes zero-width joiners and
 * non-joiners, because they change the shapes of letters.
 */
const invisible = /(?![\u200c\u200d])\p{DI}/u

type Direction = 'ltr' | 'rtl'

/**
 * A part of a line with one font and one direction. An odd bidirectional level means right-to-left.
 * Runs with a lower position are further left.
 */
type Run = { text: string; font: FontName; level: number; position: number }

const isRightToLeft = ({ level }: Run) => level % 2 === 1

/** Splits a line into runs, in reading order. */
function runsOf(line: string, latin: LatinFont, direction: Direction): Run[] {
  const embedding = bidi.getEmbeddingLevels(line, direction)
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels)
  const order = bidi.getReorderedIndices(line, embedding)
  const runs: Run[] = []
  for (const { 0: character, index } of line.matchAll(/./gsu)) {
    const last = runs.at(-1)
    const level = embedding.levels[index]!
    // Spaces, marks and joiners keep the font of the letter before them.
    const keepsFont = last && /[\s\p{M}\p{Cf}]/u.test(character) && hasGlyph(last.font, character)
    const font = keepsFont ? last.font : fontOf(character, latin)
    if (!font || invisible.test(character)) continue
    const text = mirrored.get(index) ?? character
    // If a right-to-left run contained several words, PDFKit would draw them from left to right.
    const endsWord = last && isRightToLeft(last) && last.text.endsWith(' ')
    if (font === last?.font && level === last.level && !endsWord) last.text += text
    else runs.push({ text, font, level, position: order.indexOf(index) })
  }
  return runs.map(toShapingOrder)
}

/**
 * Reverses right-to-left runs of other characters, such as punctuation in another font. Fontkit
 * itself reverses only runs with Arabic or Hebrew letters.
 */
const toShapingOrder = (run: Run): Run =>
  isRightToLeft(run) && !/[\p{sc=Arabic}\p{sc=Hebrew}]/u.test(run.text)
    ? { ...run, text: [...run.text].reverse().join('') }
    : run

/**
 * Removes the characters that no font has, such as emoji, with the joiners and spaces around them.
 * Opens the large fonts only for characters that Noto Sans lacks.
 */
function withoutMissingCharacters(text: string): string {
  const marked = Array.from(text.normalize(), (character) =>
    character === '\n' || fontOf(character, regular) ? character : '\0',
  ).join('')
  return marked
    .replace(/[\0\p{DI}]*\0[\0\p{DI}]*/gu, '\0')
    .replace(/^[\0 ]*\0[\0 ]*|[\0 ]*\0[\0 ]*$/gm, '')
    .replace(/ *\0[\0 ]*/g, (gap) => (gap.includes(' ') ? ' ' : ''))
}

/** The current style of a document. `latin` is its font for the characters that Noto Sans has. */
type Style = { latin: LatinFont; font: FontName; size: number; direction: Direction }

const styles = new WeakMap<Pdf, Style>()

function useFont(doc: Pdf, font: FontName): Pdf {
  styles.get(doc)!.font = font
  return doc.registerFont(font, openFont(font)).font(font)
}

/** Makes a document choose a font for each run, because PDFKit draws a text with only one font. */
function chooseFontsByRun(doc: Pdf, style: Style): void {
  const measure = doc.widthOfString.bind(doc)
  // oxlint-disable-next-line no-underscore-dangle -- PDFKit has no public hook for a wrapped line.
  const draw = doc._fragment.bind(doc)
  const widthOf = (run: Run): number => {
    useFont(doc, run.font)
    return measure(run.text)
  }
  doc.widthOfString = (text: string) => {
    const { font, latin, direction } = style
    const widths = runsOf(text, latin, direction).map(widthOf)
    useFont(doc, font)
    return widths.reduce((sum, width) => sum + width, 0)
  }
  // oxlint-disable-next-line no-underscore-dangle
  doc._fragment = (line: string, x: number, y: number, options: object) => {
    const { latin, size, direction } = style
    // Removes the space at which PDFKit broke the line, because a right-to-left line would begin
    // with it.
    const runs = runsOf(line.trimEnd(), latin, direction)
    const starts = new Map<Run, number>()
    let start = x
    for (const run of runs.toSorted((a, b) => a.position - b.position)) {
      starts.set(run, start)
      start += widthOf(run)
    }
    const { ascent, unitsPerEm } = openFont(latin)
    const baseline = -(ascent / unitsPerEm) * size
    // Draws in reading order, because many PDF readers extract text in drawing order.
    for (const run of runs) {
      useFont(doc, run.font)
      draw(run.text, starts.get(run)!, y, { ...options, baseline })
    }
    useFont(doc, latin)
  }
}

function setStyle(doc: Pdf, size: number, color: string, isBold: boolean): Pdf {
  const latin = isBold ? bold : regular
  Object.assign(styles.get(doc)!, { latin, size })
  return useFont(doc, latin).fontSize(size).fillColor(color).lineGap(2)
}

/** Returns the lines of a text as `write` writes them. */
const printedLines = (text: string) =>
  withoutMissingCharacters(text)
    .split('\n')
    // PDFKit moves down by a line only if the line has a character.
    .map((line) => withBreaks(line) || ' ')

/** Writes each line of a text as a paragraph with its own direction. */
function write(doc: Pdf, text: string, options: { width?: number } = {}): Pdf {
  const style = styles.get(doc)!
  for (const line of printedLines(text)) {
    const isRtl = bidi.getEmbeddingLevels(line).paragraphs[0]?.level === 1
    style.direction = isRtl ? 'rtl' : 'ltr'
    doc.text(line, options)
  }
  style.direction = 'ltr'
  return doc
}

/** U+200B, zero width space. */
const breakOpportunity = '\u200b'
const words = new Intl.Segmenter('th', { granularity: 'word' })

/**
 * Inserts break opportunities between Thai or Lao words, which are written without spaces. PDFKit
 * would otherwise break a line within a syllable.
 */
const withBreaks = (text: string) =>
  text.replace(/[\p{sc=Thai}\p{sc=Lao}]+/gu, (phrase) =>
    Array.from(words.segment(phrase), ({ segment }) => segment).join(breakOpportunity),
  )

/** Page margin in points. */
export const pageMargin = 64

/**
 * Begins a tagged A4 PDF, whose bytes depend only on its content. The caller ends it with
 * `root.end()` and `doc.end()`.
 */
export function openPdf(title: string, createdAt: Date) {
  // Fontkit caches a glyph with the characters of the text that used it first.
  // oxlint-disable-next-line no-underscore-dangle
  for (const font of openFonts.values()) font._glyphs = {}
  const doc = new PdfDocument({
    size: 'A4',
    margins: { top: pageMargin, bottom: pageMargin, left: pageMargin, right: pageMargin },
    pdfVersion: '1.7',
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    info: { Title: title, Author: company.name, CreationDate: createdAt, ModDate: createdAt },
  })
  const style: Style = { latin: regular, font: regular, size: 11, direction: 'ltr' }
  styles.set(doc, style)
  chooseFontsByRun(doc, style)
  const bytes = collect(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  return { doc, root, bytes }
}

/** Writes a name and its amount on one line, on the next page if this page has no space. */
export function amountLine(doc: Pdf, name: string, amount: string, isTotal = false): void {
  const right = doc.page.width - pageMargin
  const style = () => setStyle(doc, isTotal ? 12 : 11, colors.ink, isTotal)
  const amountWidth = style().widthOfString(amount)
  const options = { width: right - pageMargin - amountWidth - 16 }
  const ruleHeight = isTotal ? 8.5 : 0
  const height = ruleHeight + doc.heightOfString(printedLines(name).join('\n'), options)
  if (doc.y + height > doc.page.maxY()) {
    doc.addPage()
    style()
  }
  if (isTotal) doc.moveTo(pageMargin, doc.y).lineTo(right, doc.y).strokeColor(colors.line).stroke()
  const top = doc.y + ruleHeight
  doc.y = top
  doc.x = pageMargin
  write(doc, name, options)
  const bottom = doc.y
  doc.text(amount, right - amountWidth, top, { lineBreak: false })
  doc.x = pageMargin
  doc.y = bottom + 6
}

/** Writes a text at the current position. `size` is in points. */
export const print = (doc: Pdf, text: string, size: number, color: string, isBold = false) =>
  write(setStyle(doc, size, color, isBold), text)

async function collect(doc: Pdf): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of doc) chunks.push(chunk as Uint8Array)
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer())
}
