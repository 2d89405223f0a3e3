import { ApiError } from '../respond/errors.ts'
import type { Read } from './query.ts'

/**
 * Parses `limit`. Returns null if `limit` is not an integer of at most 15 digits. Throws ApiError
 * PGRST103 if `limit` is negative.
 */
export function parseLimit(text: string): number | null {
  const limit = parseWhole(text)
  if (limit !== null && limit < 0) throw unsatisfiable(negativeLimit)
  return limit
}

export function parseOffset(text: string): number {
  return Math.max(0, parseWhole(text) ?? 0)
}

/**
 * Applies a header such as `Range: 0-9` to a read. Throws ApiError PGRST103 for an empty range, but
 * allows `limit=0` without an offset.
 */
export function applyRange(read: Read, header: string | null): void {
  if (read.limit === 0 && read.offset > 0) throw unsatisfiable(negativeLimit)
  const [, first, last] = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined) return
  const from = Number(first)
  const to = last ? Number(last) : Infinity
  if (to < from) {
    throw unsatisfiable(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  const end = Math.min(to + 1, read.offset + (read.limit ?? Infinity))
  const offset = Math.max(from, read.offset)
  if (read.limit !== 0 && end <= offset) throw unsatisfiable(negativeLimit)
  read.offset = offset
  if (end !== Infinity) read.limit = Math.max(0, end - offset)
}

const negativeLimit = 'Limit should be greater than or equal to zero.'

function parseWhole(text: string): number | null {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : null
}

function unsatisfiable(details: string): ApiError {
  return new ApiError(416, 'PGRST103', 'Requested range not satisfiable', { details })
}
