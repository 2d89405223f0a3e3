import { z } from 'zod'
import type { Caller } from '#backend/platform/caller.ts'
import { subscriptionSchema, Subscriptions } from './subscriptions.ts'

export const joinSchema = z.object({
  access_token: z.string().nullish(),
  config: z
    .object({ postgres_changes: z.array(subscriptionSchema).max(100).optional() })
    .optional(),
})

type JoinPayload = z.output<typeof joinSchema>

/** One joined topic of one socket. */
export class Channel {
  readonly topic: string
  readonly joinRef: string | null
  readonly subscriptions: Subscriptions
  caller: Caller

  /** Throws an Error for a filter that cannot be parsed. */
  constructor(topic: string, joinRef: string | null, caller: Caller, join: JoinPayload) {
    this.topic = topic
    this.joinRef = joinRef
    this.caller = caller
    this.subscriptions = new Subscriptions(join.config?.postgres_changes ?? [])
  }

  /** True once the token this channel was joined with has run out. */
  hasExpired(now: Date): boolean {
    const { exp } = this.caller.claims
    return exp !== undefined && exp * 1000 <= now.getTime()
  }
}
