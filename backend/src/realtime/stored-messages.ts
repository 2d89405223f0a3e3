import type { OwnerSql } from '#backend/platform/database.ts'
import { Broadcast } from './broadcast.ts'

/** Whoever comes back is told at most so many of the messages that were missed. */
export const replayLimit = 25

const knownLimit = 1_000

type StoredRow = {
  id: string
  is_wanted: boolean
  event: string
  payload: string | null
  binary_payload: Buffer | null
}

/** Broadcasts on private topics that are kept for those who come later, three days at most. */
export class StoredMessages {
  readonly #sql: OwnerSql

  constructor(sql: OwnerSql) {
    this.#sql = sql
  }

  /**
   * The newest `limit` messages of a topic since then, oldest first, marked as coming again; and the
   * ids of all that were stored lately: they may still be on their way here as new ones.
   */
  async since(
    topic: string,
    since: Date,
    limit: number,
  ): Promise<{ missed: Broadcast[]; known: Set<string> }> {
    const rows = await this.#sql<StoredRow[]>`
      with times as (
        select timezone('utc', ${since.toISOString()}::timestamptz) as wanted_since,
          timezone('utc', now()) as present
      )
      select
        id,
        is_wanted,
        case when is_wanted then event end as event,
        case when is_wanted then payload::text end as payload,
        case when is_wanted then binary_payload end as binary_payload
      from (
        select *,
          inserted_at >= wanted_since and row_number() over (order by inserted_at desc) <= ${limit}
            as is_wanted
        from realtime.messages, times
        where topic = ${topic} and private and extension = 'broadcast' and event is not null
          and inserted_at >= least(wanted_since, present - interval '1 minute')
          and inserted_at >= present - interval '72 hours'
          and (expires_at is null or expires_at > present)
        order by inserted_at desc
        limit ${knownLimit}
      ) as stored
      order by inserted_at`
    const missed = rows
      .filter(({ is_wanted }) => is_wanted)
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

  /** Keeps a broadcast that was delivered already, for `seconds` or as long as messages are kept. */
  async keep(broadcast: Broadcast, seconds: number | null): Promise<void> {
    const { topic, event, isBinary, meta } = broadcast.facts
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

  /** Makes room for the coming days and lets go of what is too old. */
  async tidy(): Promise<void> {
    await this.#sql`select realtime_internal.maintain_message_partitions()`
  }
}
