import { company } from '@hourspace/domain/company.ts'
import type { Block } from '#web/content/blocks.ts'
import type { Policy } from '#web/content/policy.ts'
import { plainText } from '#web/features/content/inline-text.ts'

type Pdf = PDFKit.PDFDocument

const ink = '#1c1917'
const faint = '#57534e'

/** Renders a policy as a tagged A4 PDF. The output is deterministic. */
export async function policyPdf(policy: Policy): Promise<Blob> {
  const { default: PDFDocument } = await import('pdfkit')
  const day = new Date(`${policy.updated}T00:00:00Z`)
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: 72, bottom: 72, left: 72, right: 72 },
    pdfVersion: '1.7',
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: `${policy.title} - ${company.name}`,
      Author: company.name,
      Subject: policy.description,
      CreationDate: day,
      ModDate: day,
    },
  })
  const bytes = collect(doc)

  const root = doc.struct('Document')
  doc.addStructure(root)
  root.add(
    doc.struct('H1', {}, () => {
      doc.font('Helvetica-Bold').fontSize(24).fillColor(ink).text(policy.title).moveDown(0.4)
    }),
  )
  const updated = `${company.name}, ${company.place}. Last updated ${dayFormat.format(day)}`
  paragraph(doc, root, updated, faint)
  paragraph(doc, root, plainText(policy.lead))
  for (const section of policy.sections) {
    const part = doc.struct('Sect')
    root.add(part)
    part.add(
      doc.struct('H2', {}, () => {
        keepTogether(doc, 90)
        doc.outline.addItem(section.title)
        doc.moveDown(0.6).font('Helvetica-Bold').fontSize(14).fillColor(ink)
        doc.text(section.title).moveDown(0.4)
      }),
    )
    for (const block of section.blocks) writeBlock(doc, part, block)
    part.end()
  }
  root.end()
  numberPages(doc)
  doc.end()
  return new Blob(await bytes, { type: 'application/pdf' })
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

async function collect(doc: Pdf): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of doc) chunks.push(new Uint8Array(chunk as Buffer))
  return chunks
}

function writeBlock(doc: Pdf, parent: PDFKit.PDFStructureElement, block: Block): void {
  const contents = contentsOf(block)
  if (contents.items.length === 0) return
  if (!contents.isList) {
    for (const text of contents.items) paragraph(doc, parent, plainText(text))
    return
  }
  const list = doc.struct('L')
  parent.add(list)
  for (const text of contents.items) {
    const item = doc.struct('LI')
    list.add(item)
    item.add(
      doc.struct('LBody', {}, () => {
        body(doc)
          .text(`\u2022  ${plainText(text)}`, { indent: 12, indentAllLines: true })
          .moveDown(0.3)
      }),
    )
    item.end()
  }
  list.end()
  doc.moveDown(0.3)
}

function paragraph(doc: Pdf, parent: PDFKit.PDFStructureElement, text: string, color = ink): void {
  parent.add(doc.struct('P', {}, () => void body(doc, color).text(text).moveDown(0.6)))
}

const body = (doc: Pdf, color = ink) =>
  doc.font('Helvetica').fontSize(10.5).fillColor(color).lineGap(2.5)

/**
 * Starts a new page if the heading and the first lines of a section would not fit on the current
 * page.
 */
function keepTogether(doc: Pdf, height: number): void {
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage()
}

/** Marks page numbers as artifacts, so that screen readers skip them. */
function numberPages(doc: Pdf): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    // Removes the bottom margin, because PDFKit would start a new page for text below it.
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.font('Helvetica').fontSize(9).fillColor(faint)
    doc.text(`${page + 1} / ${count}`, 72, doc.page.height - 48, {
      align: 'center',
      lineBreak: false,
    })
    doc.endMarkedContent()
  }
}

/** Returns the text items of a content block and whether they form a list. Skips pictures. */
function contentsOf(block: Block): { isList: boolean; items: readonly string[] } {
  const list = (items: readonly string[]) => ({ isList: true, items })
  const paragraphs = (...items: string[]) => ({ isList: false, items })
  if (typeof block === 'string') return paragraphs(block)
  if ('list' in block) return list(block.list)
  if ('steps' in block) return list(block.steps)
  if ('facts' in block) return list(block.facts.map(([name, text]) => `${name}: ${text}`))
  if ('table' in block) return list(block.table.rows.map((cells) => cells.join(', ')))
  if ('note' in block) return paragraphs(block.note)
  if ('quote' in block) return paragraphs(`${block.quote} (${block.who})`)
  return paragraphs()
}
