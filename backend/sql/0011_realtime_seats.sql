-- Reconnecting without loss: which joined channels with live changes there are, and up to where in
-- the log each has surely been served. Unlogged: it is of use for a minute, and a database that
-- crashed has no processes that were served.
create unlogged table realtime_internal.processes (
  -- Its replication slot is called hourspace_<id>_<letters> and lives as long as the process.
  id text primary key,
  -- Up to here everything has arrived at all its sockets that are not known to be in doubt.
  position pg_lsn not null
);

create unlogged table realtime_internal.seats (
  process text not null,
  number int not null,
  -- Who listens to what: equal for equal people, programs, topics and subscriptions.
  fingerprint text not null,
  -- The highest number the client has used; one that comes back goes on counting.
  last_ref bigint not null,
  -- Set where it is not the process's.
  position pg_lsn,
  left_at timestamptz,
  primary key (process, number)
);
create index seats_fingerprint_idx on realtime_internal.seats (fingerprint);

-- Seats of processes that are no more are left, where their process was last known to be.
create function realtime_internal.mark_lost_seats() returns void
  language sql
  set search_path = ''
  as $$
    update realtime_internal.seats s
    set left_at = now(), position = coalesce(s.position, p.position)
    from realtime_internal.processes p
    where p.id = s.process and s.left_at is null and not exists (
      select from pg_catalog.pg_replication_slots
      where database = current_database() and active
        and starts_with(slot_name::text, 'hourspace_' || p.id || '_')
    )
  $$;

-- What a process has to say of its seats; gives for those newly taken where the log is now, and since
-- when their client has missed changes, null for clients that are new.
--
-- A client is taken for one that comes back if a seat with its fingerprint is left, or in doubt, and
-- its numbers are higher. Where several could be meant, it gets what any of them has missed: more
-- than once is better than never.
create function realtime_internal.keep_seats(own text, served pg_lsn, news jsonb)
  returns table (number int, since pg_lsn, from_position pg_lsn)
  language plpgsql
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  taken record;
begin
  insert into realtime_internal.processes (id, position) values (own, served)
  on conflict (id) do update set position = excluded.position;

  delete from realtime_internal.seats s
  where process = own and s.number in (
    select value::int from jsonb_array_elements_text(news -> 'gone')
  );
  update realtime_internal.seats s
  set last_ref = greatest(s.last_ref, n.ref), position = n.position,
    left_at = case when n.has_left then now() end
  from jsonb_to_recordset(news -> 'moved')
    as n (number int, ref bigint, position pg_lsn, has_left boolean)
  where s.process = own and s.number = n.number;
  insert into realtime_internal.seats (process, number, fingerprint, last_ref, position)
  select own, n.number, n.fingerprint, n.ref, n.position
  from jsonb_to_recordset(news -> 'kept')
    as n (number int, fingerprint text, ref bigint, position pg_lsn)
  on conflict (process, number) do update set position = excluded.position, left_at = null;

  if jsonb_array_length(news -> 'taken') = 0 then return; end if;
  perform pg_advisory_xact_lock(hashtext('realtime_internal.seats'));
  perform realtime_internal.mark_lost_seats();
  for taken in
    select * from jsonb_to_recordset(news -> 'taken')
      as n (number int, fingerprint text, ref bigint)
  loop
    select min(position) into since from realtime_internal.seats s
    where s.fingerprint = taken.fingerprint and s.last_ref < taken.ref and position is not null;
    delete from realtime_internal.seats s
    where (s.process, s.number) = (
      select l.process, l.number from realtime_internal.seats l
      where l.fingerprint = taken.fingerprint and l.last_ref < taken.ref and l.left_at is not null
      order by l.last_ref desc, l.position desc
      limit 1
    );
    insert into realtime_internal.seats (process, number, fingerprint, last_ref, position)
    values (own, taken.number, taken.fingerprint, taken.ref, since);
    number := taken.number;
    from_position := pg_current_wal_insert_lsn();
    return next;
  end loop;
end
$$;

-- Forgets whom nobody waits for any more; says whether the past is still of use to anybody.
create function realtime_internal.tidy_seats() returns boolean
  language plpgsql
  set search_path = ''
  as $$
begin
  perform realtime_internal.mark_lost_seats();
  delete from realtime_internal.seats where left_at < now() - interval '60 seconds';
  delete from realtime_internal.processes p
  where not exists (select from realtime_internal.seats where process = p.id) and not exists (
    select from pg_catalog.pg_replication_slots
    where starts_with(slot_name::text, 'hourspace_' || p.id || '_')
  );
  return exists (select from realtime_internal.seats) or exists (
    select from pg_catalog.pg_replication_slots
    where database = current_database() and temporary and starts_with(slot_name::text, 'hourspace_')
  );
end
$$;

revoke execute on function realtime_internal.mark_lost_seats(),
  realtime_internal.keep_seats(text, pg_lsn, jsonb), realtime_internal.tidy_seats() from public;
