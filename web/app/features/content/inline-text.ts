export type Piece = { text: string; to?: string; strong?: true }

const marked = /\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*/g

/** Takes `[words](address)` and `**words**` out of a text; see `#web/content/blocks.ts`. */
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

/** The words alone, for search and for structured data. */
export function plainText(text: string): string {
  return piecesOf(text)
    .map((piece) => piece.text)
    .join('')
}
