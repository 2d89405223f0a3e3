import type { Batch } from './change-feed.ts'
import { textLength, type RowChange } from './pgoutput.ts'

const keptMs = 60_000
const keptBytes = 32 * 1024 * 1024
/** Estimated memory use of a change in bytes, without its values. */
const overheadBytes = 200

/** Stores the changes of the last minute (at most 32 MB) for clients that reconnect. */
export class ChangeHistory {
  #batches: (Batch & { at: number; bytes: number })[] = []
  #first = 0
  #bytes = 0

  add(batch: Batch): void {
    const now = Date.now()
    const bytes = batch.changes.reduce((sum, change) => sum + sizeOf(change), 0)
    this.#batches.push({ ...batch, at: now, bytes })
    this.#bytes += bytes
    for (let oldest = this.#batches[this.#first]; oldest; oldest = this.#batches[this.#first]) {
      if (oldest.at > now - keptMs && this.#bytes <= keptBytes) break
      this.#bytes -= oldest.bytes
      this.#first += 1
    }
    // Removes many expired batches at once, because each removal copies the whole array.
    if (this.#first > 100) {
      this.#batches = this.#batches.slice(this.#first)
      this.#first = 0
    }
  }

  /** Returns changes after WAL position `after`, up to `upTo`, committed at `from` or later. */
  between(after: bigint, upTo: bigint, from: bigint): RowChange[] {
    return this.#batches
      .slice(this.#first)
      .filter(({ commit, position }) => position > after && position <= upTo && commit >= from)
      .flatMap(({ changes }) => changes)
  }

  clear(): void {
    this.#batches = []
    this.#first = 0
    this.#bytes = 0
  }
}

function sizeOf({ row, old }: RowChange): number {
  return overheadBytes + textLength(row) + textLength(old)
}
