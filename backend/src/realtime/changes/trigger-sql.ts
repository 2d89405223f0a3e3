/** Channel on which triggers tell of changes. */
export const channelName = 'realtime_changes'
/** Shared by everybody who listens, so that the last one to leave knows it is. */
export const listenersLock = `hashtext('realtime_internal.watch_tables')`
/** Held by whoever makes or takes triggers. */
export const turnsLock = `hashtext('realtime_internal.turns')`

const triggerName = 'hourspace_realtime'

/**
 * A notification is the key and the kind of change: NOTIFY takes 8,000 bytes, and rows are read by
 * who may see them.
 */
export const makeNotifier = `
create or replace function realtime_internal.notify_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  told jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform pg_notify('${channelName}', jsonb_build_object(
    'table', tg_relid::int8, 'type', tg_op, 'xid', pg_current_xact_id()::text,
    'at', extract(epoch from now()) * 1000,
    'key', (select jsonb_agg(told ->> name order by place)
      from unnest(tg_argv) with ordinality as k (name, place)))::text);
  return null;
exception when invalid_parameter_value then
  -- A key of more than 8,000 bytes cannot be told.
  return null;
end
$$`

/** Published tables that have a key and no trigger yet: `name`, and `key` as a trigger's arguments. */
export const unwatchedTables = `
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

export const watchedTables = `
select tgrelid::regclass::text as name from pg_trigger where tgname = '${triggerName}'`

export function watchTable(name: string, key: string): string {
  return `create trigger ${triggerName} after insert or update or delete on ${name}
    for each row execute function realtime_internal.notify_change(${key})`
}

export function takeTrigger(name: string): string {
  return `drop trigger if exists ${triggerName} on ${name}`
}
