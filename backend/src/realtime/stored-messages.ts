import type postgres from 'postgres'
import { Broadcast } from './broadcast.ts'

/** Whoever comes back is told at most so many of the messages that were missed. */
export const replayLimit = 25

/** Broadcasts on private topics that are kept for those who come later, three days at most. */
export class StoredMessages {
  readonly #sql: postgres.Sql

  constructor(sql: postgres.Sql) {
    this.#sql = sql
  }

  /** The newest `limit` messages of a topic since then, oldest first, marked as coming again. */
  async since(topic: string, since: Date, limit: number): Promise<Broadcast[]> {
    const rows = await this.#sql<
      { id: string; event: string; payload: string | null; binary_payload: Buffer | null }[]
    >`
      select id, event, payload::text as payload, binary_payload from realtime.messages
      where topic = ${topic} and private and extension = 'broadcast' and event is not null
        and inserted_at >= timezone('utc', ${since.toISOString()}::timestamptz)
        and inserted_at >= timezone('utc', now()) - interval '72 hours'
        and (expires_at is null or expires_at > timezone('utc', now()))
      order by inserted_at desc
      limit ${limit}`
    return rows.reverse().map(({ id, event, payload, binary_payload }) => {
      const isBinary = binary_payload !== null
      const meta = { id, replayed: true } as const
      return new Broadcast(
        { topic, isPrivate: true, event, isBinary, meta },
        binary_payload ?? Buffer.from(payload ?? 'null'),
      )
    })
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
    await this.#sql`select realtime_internal.keep_messages()`
  }
}
