import type { Block } from '#web/content/blocks.ts'
import { plainText } from './inline-text.ts'

/** The words of a block without marks and addresses; what a picture shows is not among them. */
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

/** Whole minutes that reading takes, at least one. */
export function readingMinutes(blocks: readonly Block[]): number {
  const words = blocks.map(blockText).join(' ').split(/\s+/).filter(Boolean).length
  return Math.max(1, Math.round(words / wordsPerMinute))
}
