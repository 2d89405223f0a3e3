import { z } from 'zod'
import type { Caller } from '#backend/platform/caller.ts'
import type { RowChange } from './pgoutput.ts'
import { parseRowFilter, type RowFilter } from './row-filter.ts'

const subscriptionSchema = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.string().default('public'),
  table: z.string().optional(),
  filter: z.string().max(1000).optional(),
})

export const joinSchema = z.object({
  access_token: z.string().nullish(),
  config: z
    .object({ postgres_changes: z.array(subscriptionSchema).max(100).optional() })
    .optional(),
})

type JoinPayload = z.output<typeof joinSchema>

type Subscription = z.output<typeof subscriptionSchema> & { id: number; matches: RowFilter }

let lastSubscriptionId = 0

/** One joined topic of one socket. */
export class Channel {
  readonly topic: string
  readonly joinRef: string | null
  readonly subscriptions: Subscription[]
  caller: Caller

  /** Throws an Error for a filter that cannot be parsed. */
  constructor(topic: string, joinRef: string | null, caller: Caller, join: JoinPayload) {
    this.topic = topic
    this.joinRef = joinRef
    this.caller = caller
    this.subscriptions = (join.config?.postgres_changes ?? []).map((subscription) => ({
      ...subscription,
      id: ++lastSubscriptionId,
      matches: parseRowFilter(subscription.filter),
    }))
  }

  /** True once the token this channel was joined with has run out. */
  hasExpired(now: Date): boolean {
    const { exp } = this.caller.claims
    return exp !== undefined && exp * 1000 <= now.getTime()
  }

  /** Subscriptions that ask for this kind of change on this table, whatever its row. */
  interestedIn(change: RowChange): Subscription[] {
    return this.subscriptions.filter(
      ({ event, schema, table }) =>
        (event === '*' || event === change.type) &&
        (schema === '*' || schema === change.schema) &&
        (table === undefined || table === '*' || table === change.table),
    )
  }

  /** What the client is told of its subscriptions; it compares them with what it asked for. */
  describe(): unknown[] {
    return this.subscriptions.map(({ matches: _matches, ...described }) => described)
  }
}
