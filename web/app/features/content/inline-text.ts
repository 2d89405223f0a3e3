import type { Block } from '#web/content/blocks.ts'

export type Piece = { text: string; to?: string; strong?: true }

const marked = /\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*/g

/** Parses the markup of content blocks: `[words](address)` for links, `**words**` for emphasis. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(marked)) {
    const [whole, label, to, strong] = match
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) })
    if (label !== undefined && to !== undefined) pieces.push({ text: label, to })
    else if (strong !== undefined) pieces.push({ text: strong, strong: true })
    end = match.index + whole.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

export function plainText(text: string): string {
  return piecesOf(text)
    .map((piece) => piece.text)
    .join('')
}

/** Returns the text of a content block without markup. The text of a picture is its caption. */
export function blockText(block: Block): string {
  return plainText(wordsOf(block).join(' '))
}

function wordsOf(block: Block): readonly string[] {
  if (typeof block === 'string') return [block]
  if ('list' in block) return block.list
  if ('steps' in block) return block.steps
  if ('facts' in block) return block.facts.flat()
  if ('table' in block)
    return [block.table.caption, ...block.table.head, ...block.table.rows.flat()]
  if ('quote' in block) return [block.quote, block.who]
  if ('note' in block) return [block.note]
  return block.picture.caption ? [block.picture.caption] : []
}

const wordsPerMinute = 220

export function readingMinutes(blocks: readonly Block[]): number {
  const words = blocks.map(blockText).join(' ').split(/\s+/).filter(Boolean).length
  return Math.max(1, Math.round(words / wordsPerMinute))
}
