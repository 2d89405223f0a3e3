-- Subscriptions of clients to table changes. Each has the WAL position up to which its client has
-- acknowledged changes, so that the client can reconnect to any process. The tables are unlogged,
-- because all clients reconnect after a crash of PostgreSQL anyway.
create unlogged table realtime_internal.processes (
  -- The name of a process's replication slot is hourspace_<id>_<suffix>.
  id text primary key,
  -- WAL position acknowledged by all clients whose subscription has no position of its own.
  position pg_lsn not null
);

create unlogged table realtime_internal.subscriptions (
  process text not null,
  number int not null,
  -- Hash of user, client program, topic and filters. It is the same after the client reconnects.
  fingerprint text not null,
  -- Highest message ref that the client has sent. Refs continue to increase after a reconnect.
  last_ref bigint not null,
  -- WAL position that the client has acknowledged; null if the position of its process applies.
  position pg_lsn,
  disconnected_at timestamptz,
  primary key (process, number)
);
create index subscriptions_fingerprint_idx on realtime_internal.subscriptions (fingerprint);

-- Marks the subscriptions of dead processes as disconnected. Subscriptions without a WAL position
-- get the position of their process.
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

-- Applies `changes` to the subscriptions of a process and saves the WAL position that all its
-- clients have acknowledged. Keys of `changes`: `removed`, `updated`, `restored` (saved again after
-- a failure) and `added`. Returns a row for each added subscription. `from_position` is the current
-- end of the WAL. `missed_since` is the position after which a reconnecting client has missed
-- changes; it is null for a new client.
--
-- A client counts as reconnecting if there is a disconnected or unconfirmed subscription with the
-- same fingerprint and a lower ref. If there are several, the client receives the changes after the
-- lowest position, because duplicates are acceptable but gaps are not.
--
-- The function takes an advisory lock before its first write. If it waited for the lock after a
-- write, it could hold rows that the lock's holder needs (deadlock).
create function realtime_internal.save_subscriptions(process_id text, acknowledged pg_lsn, changes jsonb)
  returns table (number int, missed_since pg_lsn, from_position pg_lsn)
  language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  added record;
begin
  -- Most calls only save a new WAL position and do not need the advisory lock.
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

-- Deletes processes without subscriptions, and subscriptions that have been disconnected for a
-- minute. Returns whether WAL must still be retained for a client or process.
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
