import { company } from '@hourspace/domain/company.ts'
import { colors, font, openPdf, pageMargin, printable } from '#functions/_shared/pdf.ts'
import { moment, type DisputeFacts } from './facts.ts'

export async function conversationPdf(facts: DisputeFacts): Promise<Uint8Array<ArrayBuffer>> {
  const last = facts.messages.at(-1)?.at ?? facts.booked_at
  const { doc, root, bytes } = openPdf(`Conversation - ${company.name}`, new Date(last))
  const write = (tag: string, work: () => void) => root.add(doc.struct(tag, {}, work))
  write('H1', () => {
    const title = printable(`Messages about ${facts.space}`)
    font(doc, 18, colors.ink, true).text(title).moveDown(1)
  })
  for (const { at, by, body } of facts.messages)
    write('P', () => {
      if (doc.y > doc.page.height - pageMargin - 60) doc.addPage()
      font(doc, 9, colors.soft).text(`${moment(at)}, ${by}`)
      font(doc, 11, colors.ink).text(printable(body)).moveDown(0.8)
    })
  root.end()
  doc.end()
  return bytes
}
