import { z } from 'zod'
import type { RowChange } from './changes/pgoutput.ts'
import { parseRowFilter, type RowFilter } from './changes/row-filter.ts'

export const subscriptionSchema = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.string().default('public'),
  table: z.string().optional(),
  filter: z.string().max(1000).optional(),
})

type Wanted = z.output<typeof subscriptionSchema>

type Subscription = Wanted & { id: number; matches: RowFilter }

let lastSubscriptionId = 0

/** The changes of the database that one channel asked for. */
export class Subscriptions {
  readonly list: Subscription[]

  /** Throws an Error for a filter that cannot be parsed. */
  constructor(wanted: readonly Wanted[]) {
    this.list = wanted.map((subscription) => ({
      ...subscription,
      id: ++lastSubscriptionId,
      matches: parseRowFilter(subscription.filter),
    }))
  }

  /** Those that ask for this kind of change on this table, whatever its row. */
  interestedIn(change: RowChange): Subscription[] {
    return this.list.filter(
      ({ event, schema, table }) =>
        (event === '*' || event === change.type) &&
        (schema === '*' || schema === change.relation.schema) &&
        (table === undefined || table === '*' || table === change.relation.table),
    )
  }

  /** What the client is told of its subscriptions; it compares them with what it asked for. */
  describe(): unknown[] {
    return this.list.map(({ matches: _matches, ...described }) => described)
  }
}
