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

/** One entry of `postgres_changes` in a join: event, schema, table and filter. */
export type ChangeBinding = {
  readonly wanted: BindingRequest
  /** Hash of the request. Equal requests have equal ids on all processes, so their frames are shared. */
  readonly id: number
  readonly schema: string
  /** `*` means every table. */
  readonly table: string
  readonly conditions: readonly Condition[]
  readonly select: readonly string[] | null
}

/** The bindings of one channel. */
export class ChangeBindings {
  readonly list: readonly ChangeBinding[]

  /** Throws an Error if a filter cannot be parsed. */
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

  /** Bindings for this event and table. Filters are evaluated later. */
  interestedIn({ type, relation }: RowChange): ChangeBinding[] {
    return this.list.filter(
      ({ wanted: { event }, schema, table }) =>
        (event === '*' || event === type) &&
        (schema === '*' || schema === relation.schema) &&
        (table === '*' || table === relation.table),
    )
  }

  /** Bindings as sent in the join reply. The client compares them with its request. */
  describe(): unknown[] {
    return this.list.map(({ wanted, id }) => ({ ...wanted, id }))
  }
}

function numberOf({ event, schema, table, filter, select }: BindingRequest): number {
  const facts = JSON.stringify([event, schema, table, filter, select])
  // Fits into a 31-bit integer for any client.
  return createHash('sha256').update(facts).digest().readUInt32BE(0) >>> 1
}

const parsedFilters = new Map<string, readonly Condition[]>()
const keptFilters = 1_000

/** Shares parsed filters between sockets, and thereby the results cached per condition. */
function conditionsOf(filter: string | undefined): readonly Condition[] {
  if (!filter) return []
  const known = parsedFilters.get(filter)
  if (known) return known
  const conditions = parseRowFilter(filter)
  if (parsedFilters.size >= keptFilters) parsedFilters.clear()
  parsedFilters.set(filter, conditions)
  return conditions
}
