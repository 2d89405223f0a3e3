-- Each subscription has the WAL position up to which the client has acknowledged changes, so that a
-- client can reconnect to any process. Unlogged: all clients reconnect after a crash of PostgreSQL.
create unlogged table realtime_internal.processes (
  -- The name of a process's replication slot is hourspace_<id>_<suffix>.
  id text primary key,
  -- WAL position that clients have acknowledged, if their subscriptions have a null position.
  position pg_lsn not null
);

create unlogged table realtime_internal.subscriptions (
  process text not null,
  number int not null,
  -- Hash of user, client program, topic and filters, which is the same after a reconnect.
  fingerprint text not null,
  -- Highest message ref of the client, which continues to count after a reconnect.
  last_ref bigint not null,
  -- Acknowledged WAL position; if null, the position of the process applies.
  position pg_lsn,
  disconnected_at timestamptz,
  primary key (process, number)
);
create index subscriptions_fingerprint_idx on realtime_internal.subscriptions (fingerprint);

-- Marks the subscriptions of dead processes as disconnected at the process's last WAL position.
create function realtime_internal.mark_lost_subscriptions() returns void
  language sql set search_path = '' as $$
    update realtime_internal.subscriptions s
    set disconnected_at = now(), position = coalesce(s.position, p.position)
    from realtime_internal.processes p
    where p.id = s.process and s.disconnected_at is null and not exists (
      select from pg_catalog.pg_replication_slots
      where database = current_database() and active
        and starts_with(slot_name::text, 'hourspace_' || p.id || '_')
    )
  $$;

-- Applies `changes` to the subscriptions of process `process_id` and records the WAL position that
-- all of them have acknowledged. Keys of `changes`: `removed`, `updated`, `restored` (saved again
-- after a failure) and `added`. Returns a row per added subscription: `from_position` is the
-- current end of the WAL, and `missed_since` the position after which a reconnecting client has
-- missed changes. `missed_since` is null for a new client.
--
-- A client counts as reconnecting if a disconnected or unconfirmed subscription has the same
-- fingerprint and a lower ref. If several subscriptions match, the client receives the changes that
-- any of them missed: duplicates are acceptable, gaps are not.
--
-- The function takes the advisory lock before its first write. Otherwise a waiting process would
-- hold row locks that the lock's holder needs, and PostgreSQL would abort one of them (deadlock).
create function realtime_internal.save_subscriptions(process_id text, acknowledged pg_lsn, changes jsonb)
  returns table (number int, missed_since pg_lsn, from_position pg_lsn)
  language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  added record;
begin
  -- Skips the advisory lock for the most frequent calls, which only record a new WAL position.
  if exists (select from jsonb_each(changes) where jsonb_array_length(value) > 0) then
    perform pg_advisory_xact_lock(hashtext('realtime_internal.subscriptions'));
  end if;
  insert into realtime_internal.processes (id, position) values (process_id, acknowledged)
  on conflict (id) do update set position = excluded.position;

  delete from realtime_internal.subscriptions s
  where process = process_id and s.number in (
    select value::int from jsonb_array_elements_text(changes -> 'removed')
  );
  update realtime_internal.subscriptions s
  set last_ref = greatest(s.last_ref, n.ref), position = n.position,
    disconnected_at = case when n.is_disconnected then now() end
  from jsonb_to_recordset(changes -> 'updated')
    as n (number int, ref bigint, position pg_lsn, is_disconnected boolean)
  where s.process = process_id and s.number = n.number;
  insert into realtime_internal.subscriptions (process, number, fingerprint, last_ref, position)
  select process_id, n.number, n.fingerprint, n.ref, n.position
  from jsonb_to_recordset(changes -> 'restored')
    as n (number int, fingerprint text, ref bigint, position pg_lsn)
  on conflict (process, number) do update set position = excluded.position, disconnected_at = null;

  if jsonb_array_length(changes -> 'added') = 0 then return; end if;
  perform realtime_internal.mark_lost_subscriptions();
  for added in
    select * from jsonb_to_recordset(changes -> 'added')
      as n (number int, fingerprint text, ref bigint)
  loop
    select min(position) into missed_since from realtime_internal.subscriptions s
    where s.fingerprint = added.fingerprint and s.last_ref < added.ref and position is not null;
    delete from realtime_internal.subscriptions s
    where (s.process, s.number) = (
      select l.process, l.number from realtime_internal.subscriptions l
      where l.fingerprint = added.fingerprint and l.last_ref < added.ref and l.disconnected_at is not null
      order by l.last_ref desc, l.position desc
      limit 1
    );
    insert into realtime_internal.subscriptions (process, number, fingerprint, last_ref, position)
    values (process_id, added.number, added.fingerprint, added.ref, missed_since);
    number := added.number;
    from_position := pg_current_wal_insert_lsn();
    return next;
  end loop;
end
$$;

-- Deletes subscriptions that have been disconnected for a minute, and processes without
-- subscriptions. Returns whether WAL must still be retained.
create function realtime_internal.delete_expired_subscriptions() returns boolean
  language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('realtime_internal.subscriptions'));
  perform realtime_internal.mark_lost_subscriptions();
  delete from realtime_internal.subscriptions where disconnected_at < now() - interval '60 seconds';
  delete from realtime_internal.processes p
  where not exists (select from realtime_internal.subscriptions where process = p.id) and not exists (
    select from pg_catalog.pg_replication_slots
    where starts_with(slot_name::text, 'hourspace_' || p.id || '_')
  );
  return exists (select from realtime_internal.subscriptions) or exists (
    select from pg_catalog.pg_replication_slots
    where database = current_database() and temporary and starts_with(slot_name::text, 'hourspace_')
  );
end
$$;

revoke execute on function realtime_internal.mark_lost_subscriptions(),
  realtime_internal.save_subscriptions(text, pg_lsn, jsonb),
  realtime_internal.delete_expired_subscriptions() from public;
