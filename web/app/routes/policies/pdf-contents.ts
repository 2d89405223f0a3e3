import type { Block } from '#web/content/blocks.ts'

/** The lines of a block, as marked items or as paragraphs. Pictures have none. */
export function contentsOf(block: Block): { marked: boolean; items: readonly string[] } {
  if (typeof block === 'string') return { marked: false, items: [block] }
  if ('list' in block) return { marked: true, items: block.list }
  if ('steps' in block) return { marked: true, items: block.steps }
  if ('facts' in block) {
    return { marked: true, items: block.facts.map(([name, text]) => `${name}: ${text}`) }
  }
  if ('table' in block) {
    return { marked: true, items: block.table.rows.map((cells) => cells.join(', ')) }
  }
  if ('note' in block) return { marked: false, items: [block.note] }
  if ('quote' in block) return { marked: false, items: [`${block.quote} (${block.who})`] }
  return { marked: false, items: [] }
}
