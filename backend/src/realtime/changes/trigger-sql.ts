/** Channel on which triggers tell of changes. */
export const channelName = 'realtime_changes'
/** Held by everybody who listens, so that the last one to leave knows it is. */
export const listenersLock = `hashtext('realtime_internal.watch_tables')`

/**
 * Puts a trigger on every table of the publication that has a key and none yet. A notification is
 * the key and the kind of change: NOTIFY takes 8,000 bytes, and rows are read by who may see them.
 */
export const watchTables = `
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
$$;
do $$
declare
  watched record;
begin
  for watched in
    select format('%I.%I', schemaname, tablename) as name, (
      select string_agg(quote_literal(attname), ', ' order by array_position(indkey::int2[], attnum))
      from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey::int2[])
      where indrelid = format('%I.%I', schemaname, tablename)::regclass and indisprimary
    ) as key
    from pg_publication_tables p
    where pubname = 'supabase_realtime' and not exists (
      select from pg_trigger where tgname = 'hourspace_realtime'
        and tgrelid = format('%I.%I', schemaname, tablename)::regclass
    )
  loop
    continue when watched.key is null;
    execute format('create trigger hourspace_realtime after insert or update or delete on %s
      for each row execute function realtime_internal.notify_change(%s)', watched.name, watched.key);
  end loop;
end
$$`

/** Takes the triggers away again: they cost every write. */
export const unwatchTables = `
do $$
declare
  watched regclass;
begin
  for watched in select tgrelid from pg_trigger where tgname = 'hourspace_realtime' loop
    execute format('drop trigger hourspace_realtime on %s', watched);
  end loop;
end
$$`
