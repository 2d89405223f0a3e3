import type { Database } from '#backend/platform/database.ts'
import { isPermanentError } from './permanent-error.ts'
import { formatLsn, parseLsn, type ReplicationStream } from './replication-stream.ts'

export const slotPrefix = 'hourspace_'

/**
 * The retention slot is permanent and stays a minute behind the change feed, so that a new process
 * can catch up.
 */
const retentionSlotName = `(select 'hourspace_retention_' || oid from pg_database where datname = current_database())`

const retentionMs = 60_000

/** Adds stored generated columns to the publication (from PostgreSQL 18), under a lock. */
const publishGeneratedColumns = `do $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    perform pg_advisory_xact_lock(hashtext('supabase_realtime'));
    if exists (select from pg_publication where pubname = 'supabase_realtime' and pubgencols <> 's') then
      execute 'alter publication supabase_realtime set (publish_generated_columns = stored)';
    end if;
  end if;
end
$$`

/** Creates a temporary slot at the retention slot's position, or else at the end of the WAL. */
export async function openSlot(stream: ReplicationStream, slot: string): Promise<bigint> {
  await stream.query(publishGeneratedColumns)
  if (await ensureRetentionSlot(stream)) {
    try {
      return await startPosition(
        stream,
        `pg_copy_logical_replication_slot(${retentionSlotName}, '${slot}', true)`,
      )
    } catch (error) {
      // Continues without the retention slot if another process has dropped the slot.
      if (!isPermanentError(error)) throw error
    }
  }
  return startPosition(stream, `pg_create_logical_replication_slot('${slot}', 'pgoutput', true)`)
}

async function startPosition(stream: ReplicationStream, call: string): Promise<bigint> {
  const [row] = await stream.query(`select lsn from ${call}`)
  return parseLsn(row?.[0] ?? '0/0')
}

/**
 * Creates the retention slot if it is missing. Returns whether it exists. Requires
 * `max_slot_wal_keep_size`, because otherwise the WAL retained for a stopped backend would fill the
 * disk.
 */
async function ensureRetentionSlot(stream: ReplicationStream): Promise<boolean> {
  const [limit] = await stream.query(`show max_slot_wal_keep_size`)
  if (limit?.[0] === '-1') return false
  const [slot] = await stream.query(
    `select wal_status from pg_replication_slots where slot_name = ${retentionSlotName}`,
  )
  if (slot?.[0] && slot[0] !== 'lost') return true
  try {
    if (slot) await stream.query(`select pg_drop_replication_slot(${retentionSlotName})`)
    await stream.query(
      `select pg_create_logical_replication_slot(${retentionSlotName}, 'pgoutput')`,
    )
  } catch (error) {
    // Another process may have created the slot first, or max_replication_slots may be reached.
    if (!isPermanentError(error)) throw error
  }
  const [created] = await stream.query(
    `select from pg_replication_slots where slot_name = ${retentionSlotName}`,
  )
  return created !== undefined
}

/** Keeps the retention slot a minute behind, and drops the slot when it is not needed. */
export class RetentionSlot {
  readonly #database: Database
  /** Recent WAL positions of the change feed, oldest first. */
  #marks: { at: number; position: bigint }[] = []

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Maintains the slot. `position` is the change feed's WAL position, or null while the feed is
   * closed.
   */
  async maintain(position: bigint | null): Promise<void> {
    const now = Date.now()
    if (position !== null && position !== this.#marks.at(-1)?.position) {
      this.#marks.push({ at: now, position })
    }
    const [row] = await this.#database.queryAsOwner({
      text: 'select realtime_internal.delete_expired_subscriptions()',
      values: [],
    })
    const isNeeded = position !== null || row?.[0]?.toString() === 't'
    if (!isNeeded) {
      this.#marks = []
      return this.#call(`select pg_drop_replication_slot(slot_name) from pg_replication_slots
        where slot_name = ${retentionSlotName} and not active`)
    }
    const old = this.#marks.findLast(({ at }) => at <= now - retentionMs)
    if (!old) return
    this.#marks = this.#marks.filter(({ at }) => at > old.at)
    await this.#call(`select pg_replication_slot_advance(slot_name, '${formatLsn(old.position)}')
      from pg_replication_slots
      where slot_name = ${retentionSlotName} and not active
        and confirmed_flush_lsn < '${formatLsn(old.position)}'`)
  }

  /**
   * Runs a statement that drops or advances the slot. Ignores its permanent errors, because another
   * process may have dropped or acquired the slot first.
   */
  async #call(text: string): Promise<void> {
    try {
      await this.#database.queryAsOwner({ text, values: [] })
    } catch (error) {
      if (!isPermanentError(error)) throw error
    }
  }
}
