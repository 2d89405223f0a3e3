import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { RowChange } from './changes/pgoutput.ts'
import { parseRowFilter, type Condition } from './changes/row-filter.ts'

export const subscriptionSchema = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.string().max(100).optional(),
  table: z.string().max(100).optional(),
  filter: z.string().max(1000).optional(),
  select: z.array(z.string().max(100)).max(200).optional(),
})

type Wanted = z.output<typeof subscriptionSchema>

/** One of the things that a channel wants to hear of. */
export type Subscription = {
  readonly wanted: Wanted
  /** Equal wants have equal numbers, on all sockets and processes: what they are sent is shared. */
  readonly id: number
  readonly schema: string
  /** `*` for every table. */
  readonly table: string
  readonly conditions: readonly Condition[]
  readonly select: readonly string[] | null
}

/** The changes of the database that one channel asked for. */
export class Subscriptions {
  readonly list: readonly Subscription[]

  /** Throws an Error for a filter that cannot be parsed. */
  constructor(wanted: readonly Wanted[]) {
    this.list = wanted.map((subscription) => ({
      wanted: subscription,
      id: numberOf(subscription),
      schema: subscription.schema ?? 'public',
      table: subscription.table ?? '*',
      conditions: conditionsOf(subscription.filter),
      select: subscription.select?.length ? subscription.select : null,
    }))
  }

  /** Those that ask for this kind of change on this table, whatever its row. */
  interestedIn({ type, relation }: RowChange): Subscription[] {
    return this.list.filter(
      ({ wanted: { event }, schema, table }) =>
        (event === '*' || event === type) &&
        (schema === '*' || schema === relation.schema) &&
        (table === '*' || table === relation.table),
    )
  }

  /** What the client is told of its subscriptions; it compares them with what it asked for. */
  describe(): unknown[] {
    return this.list.map(({ wanted, id }) => ({ ...wanted, id }))
  }
}

function numberOf({ event, schema, table, filter, select }: Wanted): number {
  const facts = JSON.stringify([event, schema, table, filter, select])
  // Small enough for any client to hold as an integer.
  return createHash('sha256').update(facts).digest().readUInt32BE(0) >>> 1
}

const parsedFilters = new Map<string, readonly Condition[]>()
const keptFilters = 1_000

/** Sockets that bring the same filter share its conditions, and what is found out about them. */
function conditionsOf(filter: string | undefined): readonly Condition[] {
  if (!filter) return []
  const known = parsedFilters.get(filter)
  if (known) return known
  const conditions = parseRowFilter(filter)
  if (parsedFilters.size >= keptFilters) parsedFilters.clear()
  parsedFilters.set(filter, conditions)
  return conditions
}
