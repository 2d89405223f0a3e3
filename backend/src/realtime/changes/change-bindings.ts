import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { RowChange } from './pgoutput.ts'
import { parseRowFilter, type Condition } from './row-filter.ts'

export const bindingSchema = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.string().max(100).optional(),
  table: z.string().max(100).optional(),
  filter: z.string().max(1000).optional(),
  select: z.array(z.string().max(100)).max(200).optional(),
})

type BindingRequest = z.output<typeof bindingSchema>

/** A subscription to changes, as requested in a join: event, schema, table and filter. */
export type ChangeBinding = {
  readonly wanted: BindingRequest
  /** Hash of the requested subscription. Equal subscriptions receive the same frames. */
  readonly id: number
  readonly schema: string
  /** Table name, or `*` for every table. */
  readonly table: string
  readonly conditions: readonly Condition[]
  readonly select: readonly string[] | null
}

export class ChangeBindings {
  readonly list: readonly ChangeBinding[]

  /** Parses the subscriptions in a join request. Throws an Error if a filter is invalid. */
  constructor(wanted: readonly BindingRequest[]) {
    this.list = wanted.map((binding) => ({
      wanted: binding,
      id: numberOf(binding),
      schema: binding.schema ?? 'public',
      table: binding.table ?? '*',
      conditions: conditionsOf(binding.filter),
      select: binding.select?.length ? binding.select : null,
    }))
  }

  /** Returns the subscriptions to the table and event of a change. Does not check their filters. */
  interestedIn({ type, relation }: RowChange): ChangeBinding[] {
    return this.list.filter(
      ({ wanted: { event }, schema, table }) =>
        (event === '*' || event === type) &&
        (schema === '*' || schema === relation.schema) &&
        (table === '*' || table === relation.table),
    )
  }

  /** Returns the subscriptions for the join reply, which the client compares with its request. */
  describe(): unknown[] {
    return this.list.map(({ wanted, id }) => ({ ...wanted, id }))
  }
}

function numberOf({ event, schema, table, filter, select }: BindingRequest): number {
  const facts = JSON.stringify([event, schema, table, filter, select])
  // Truncates the hash to 31 bits, so that it is a valid integer for every client.
  return createHash('sha256').update(facts).digest().readUInt32BE(0) >>> 1
}

const parsedFilters = new Map<string, readonly Condition[]>()
const keptFilters = 1_000

/**
 * Returns a filter's conditions. All sockets share these objects, which are keys of the filter
 * cache.
 */
function conditionsOf(filter: string | undefined): readonly Condition[] {
  if (!filter) return []
  const known = parsedFilters.get(filter)
  if (known) return known
  const conditions = parseRowFilter(filter)
  if (parsedFilters.size >= keptFilters) parsedFilters.clear()
  parsedFilters.set(filter, conditions)
  return conditions
}
