-- Who looks for lost seats writes to those of other processes. As 0011, but the turn is taken before
-- anything is written: a process that had written and then waited for its turn held up the one
-- whose turn it was, and one of the two was refused.
create or replace function realtime_internal.keep_seats(own text, served pg_lsn, news jsonb)
  returns table (number int, since pg_lsn, from_position pg_lsn)
  language plpgsql
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  taken record;
begin
  -- Most often only the position is new.
  if exists (select from jsonb_each(news) where jsonb_array_length(value) > 0) then
    perform pg_advisory_xact_lock(hashtext('realtime_internal.seats'));
  end if;
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

create or replace function realtime_internal.tidy_seats() returns boolean
  language plpgsql
  set search_path = ''
  as $$
begin
  perform pg_advisory_xact_lock(hashtext('realtime_internal.seats'));
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
