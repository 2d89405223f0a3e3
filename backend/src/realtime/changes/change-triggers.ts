import postgres from 'postgres'
import type { Database } from '#backend/platform/database.ts'

export const channelName = 'realtime_changes'
/** Advisory lock shared by processes that need triggers. The last process drops the triggers. */
const usersLock = `hashtext('realtime_internal.change_triggers')`
/** Advisory lock that a process holds while it creates or drops triggers. */
const alterLock = `hashtext('realtime_internal.alter_change_triggers')`

const triggerName = 'hourspace_realtime'

/** NOTIFY is limited to 8,000 bytes, so a notification contains only the row's primary key. */
const createNotifyFunction = `
create or replace function realtime_internal.notify_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  key_row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform pg_notify('${channelName}', jsonb_build_object(
    'table', tg_relid::int8, 'type', tg_op, 'xid', pg_current_xact_id()::text,
    'at', extract(epoch from now()) * 1000,
    'key', (select jsonb_agg(key_row ->> name order by place)
      from unnest(tg_argv) with ordinality as k (name, place)))::text);
  return null;
exception when invalid_parameter_value then
  -- Sends no change for a key over 8,000 bytes, because a notification cannot contain the key.
  return null;
end
$$`

/** Published tables with a primary key but no trigger. `key` lists the trigger arguments. */
const tablesWithoutTrigger = `
select tables.oid::regclass::text as name, (
    select string_agg(quote_literal(attname), ', ' order by array_position(indkey::int2[], attnum))
    from pg_attribute where attrelid = tables.oid and attnum = any (indkey::int2[])
  ) as key
from pg_publication_tables
join pg_namespace on nspname = schemaname
join pg_class tables on relnamespace = pg_namespace.oid and relname = tablename
join pg_index on indrelid = tables.oid and indisprimary
where pubname = 'supabase_realtime' and not exists (
  select from pg_trigger where tgname = '${triggerName}' and tgrelid = tables.oid
)`

const tablesWithTrigger = `
select tgrelid::regclass::text as name from pg_trigger where tgname = '${triggerName}'`

function createTrigger(name: string, key: string): string {
  return `create trigger ${triggerName} after insert or update or delete on ${name}
    for each row execute function realtime_internal.notify_change(${key})`
}

/**
 * Lock timeout of CREATE TRIGGER in milliseconds. A timeout is necessary, because all new writes to
 * the table wait behind the lock request.
 */
const lockTimeoutMs = 5_000

/**
 * Creates triggers on published tables and drops them when no process needs them. Each trigger has
 * its own transaction, so that a lock on one table does not block other tables.
 */
export function createChangeTriggers(url: string, database: Database) {
  let session: postgres.Sql | null = null
  let isHeld = false
  let work: Promise<void> = Promise.resolve()

  function enqueue(next: () => Promise<void>): Promise<void> {
    const done = work.then(next)
    work = done.catch(() => {})
    return done
  }

  const findTablesWithoutTrigger = () =>
    database.owner.unsafe<{ name: string; key: string }[]>(tablesWithoutTrigger)

  async function exclusively(
    change: (owner: postgres.TransactionSql) => Promise<void>,
  ): Promise<void> {
    await database.owner.begin(async (owner) => {
      await owner.unsafe(`select pg_advisory_xact_lock(${alterLock})`)
      await change(owner)
    })
  }

  function openSession(): postgres.Sql {
    const opened = postgres(url, {
      max: 1,
      max_lifetime: null,
      connect_timeout: 10,
      fetch_types: false,
      connection: { lock_timeout: lockTimeoutMs },
      onnotice: () => {},
      // The advisory lock of this process is released when the session closes.
      onclose: () => {
        if (session === opened) isHeld = false
      },
    })
    return opened
  }

  return {
    ensure: () =>
      enqueue(async () => {
        if (isHeld && (await findTablesWithoutTrigger()).length === 0) return
        const current = (session ??= openSession())
        await exclusively(async () => {
          if (!isHeld) await current.unsafe(`select pg_advisory_lock_shared(${usersLock})`)
          isHeld = true
          const missing = await findTablesWithoutTrigger()
          if (missing.length > 0) await current.unsafe(createNotifyFunction)
          for (const { name, key } of missing) await current.unsafe(createTrigger(name, key))
        })
      }),

    /** Drops the triggers if no other process needs them. Never rejects. */
    release: () =>
      enqueue(async () => {
        const current = session
        if (!current) return
        session = null
        isHeld = false
        try {
          await exclusively(async (owner) => {
            await current.unsafe('select pg_advisory_unlock_all()')
            const [row] = await owner.unsafe(
              `select pg_try_advisory_xact_lock(${usersLock}) as last`,
            )
            if (!row?.['last']) return
            for (const { name } of await current.unsafe(tablesWithTrigger))
              await current.unsafe(`drop trigger if exists ${triggerName} on ${name}`)
          })
        } finally {
          await current.end({ timeout: 1 })
        }
        // Ignores errors, because leftover triggers cost little and a later process drops them.
      }).catch(() => {}),
  }
}
