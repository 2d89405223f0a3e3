import { isRefusal } from './refusal.ts'
import { readPosition } from './log-position.ts'
import type { ReplicationStream } from './replication-stream.ts'

/** All slots of this product begin like this. */
export const slotPrefix = 'hourspace_'

/**
 * Name of the slot that stays, in SQL: one for each database. It trails a minute behind, so that
 * a process that begins can tell what was committed while there was none.
 */
export const tailName = `(select 'hourspace_retention_' || oid from pg_database where datname = current_database())`

/**
 * PostgreSQL 18 can put generated columns into the log's stream; they are part of a row here.
 * Processes that begin at once take turns: it refuses to alter a publication twice at a time.
 */
const withGeneratedColumns = `do $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    perform pg_advisory_xact_lock(hashtext('supabase_realtime'));
    if exists (select from pg_publication where pubname = 'supabase_realtime' and pubgencols <> 's') then
      execute 'alter publication supabase_realtime set (publish_generated_columns = stored)';
    end if;
  end if;
end
$$`

/**
 * Makes a temporary slot for what is committed from now on and, where there is a tail, from there.
 * Resolves to where it begins.
 */
export async function openSlot(stream: ReplicationStream, slot: string): Promise<bigint> {
  await stream.query(withGeneratedColumns)
  if (await hasTail(stream)) {
    try {
      return await firstPosition(
        stream,
        `pg_copy_logical_replication_slot(${tailName}, '${slot}', true)`,
      )
    } catch (error) {
      // Another process has just let it go; the feed is worth more than the past.
      if (!isRefusal(error)) throw error
    }
  }
  return firstPosition(stream, `pg_create_logical_replication_slot('${slot}', 'pgoutput', true)`)
}

async function firstPosition(stream: ReplicationStream, call: string): Promise<bigint> {
  const [row] = await stream.query(`select lsn from ${call}`)
  return readPosition(row?.[0] ?? '0/0')
}

/**
 * Whether the tail is there; makes it where it is not. Only where PostgreSQL bounds what a slot may
 * keep: elsewhere a product that is switched off for long would fill the disk.
 */
async function hasTail(stream: ReplicationStream): Promise<boolean> {
  const [limit] = await stream.query(`show max_slot_wal_keep_size`)
  if (limit?.[0] === '-1') return false
  const [slot] = await stream.query(
    `select wal_status from pg_replication_slots where slot_name = ${tailName}`,
  )
  if (slot?.[0] && slot[0] !== 'lost') return true
  try {
    if (slot) await stream.query(`select pg_drop_replication_slot(${tailName})`)
    await stream.query(`select pg_create_logical_replication_slot(${tailName}, 'pgoutput')`)
  } catch (error) {
    // Another process may have been faster; or there is no place for one more.
    if (!isRefusal(error)) throw error
  }
  const [made] = await stream.query(
    `select from pg_replication_slots where slot_name = ${tailName}`,
  )
  return made !== undefined
}
