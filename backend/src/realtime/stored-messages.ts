import type { OwnerSql } from '#backend/platform/database.ts'
import { Broadcast } from './broadcast.ts'

/** Maximum number of messages in one replay, as in Supabase Realtime. */
export const replayLimit = 25

const recentLimit = 1_000

type StoredRow = {
  id: string
  is_replayed: boolean
  event: string
  payload: string | null
  binary_payload: Buffer | null
}

/** Stored broadcasts of private topics, kept for up to 72 hours. */
export class StoredMessages {
  readonly #sql: OwnerSql

  constructor(sql: OwnerSql) {
    this.#sql = sql
  }

  /**
   * Returns the newest `limit` messages since a time, oldest first. `known` contains the ids of all
   * recent messages, so that live broadcasts of the same messages can be skipped.
   */
  async since(
    topic: string,
    since: Date,
    limit: number,
  ): Promise<{ missed: Broadcast[]; known: Set<string> }> {
    const rows = await this.#sql<StoredRow[]>`
      with times as (
        select timezone('utc', ${since.toISOString()}::timestamptz) as replay_since,
          timezone('utc', now()) as present
      )
      select
        id,
        is_replayed,
        case when is_replayed then event end as event,
        case when is_replayed then payload::text end as payload,
        case when is_replayed then binary_payload end as binary_payload
      from (
        select *,
          inserted_at >= replay_since and row_number() over (order by inserted_at desc) <= ${limit}
            as is_replayed
        from realtime.messages, times
        where topic = ${topic} and private and extension = 'broadcast' and event is not null
          and inserted_at >= least(replay_since, present - interval '1 minute')
          and inserted_at >= present - interval '72 hours'
          and (expires_at is null or expires_at > present)
        order by inserted_at desc
        limit ${recentLimit}
      ) as stored
      order by inserted_at`
    const missed = rows
      .filter(({ is_replayed }) => is_replayed)
      .map(({ id, event, payload, binary_payload }) => {
        const isBinary = binary_payload !== null
        const meta = { id, replayed: true } as const
        return new Broadcast(
          { topic, isPrivate: true, event, isBinary, meta },
          binary_payload ?? Buffer.from(payload ?? 'null'),
        )
      })
    return { missed, known: new Set(rows.map(({ id }) => id)) }
  }

  /** Stores a broadcast after its delivery: for `seconds`, or for 72 hours if `seconds` is null. */
  async store(broadcast: Broadcast, seconds: number | null): Promise<void> {
    const { topic, event, isBinary, meta } = broadcast.header
    const { body } = broadcast
    await this.#sql.begin(async (sql) => {
      await sql`select set_config('realtime.delivered', 'on', true)`
      await sql`
        insert into realtime.messages
          (id, topic, extension, event, private, payload, binary_payload, expires_at)
        values (
          ${meta?.id ?? crypto.randomUUID()}, ${topic}, 'broadcast', ${event}, true,
          ${isBinary ? null : body.toString()}::text::jsonb, ${isBinary ? body : null}::bytea,
          timezone('utc', now()) + make_interval(secs => ${seconds}::float8))`
    })
  }

  /** Creates partitions for the coming days and deletes messages older than 72 hours. */
  async maintainPartitions(): Promise<void> {
    await this.#sql`select realtime_internal.maintain_message_partitions()`
  }
}
