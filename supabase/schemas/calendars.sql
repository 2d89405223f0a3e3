-- Calendar sync. The export feed of a space lists its bookings, requests, buffers and blocks under
-- a secret URL. Imported events become rows of kind 'calendar' in space_availability.

-- Secret tokens in the URLs of export feeds. Hosts replace a token with renew_calendar_link.
create table public.space_calendar_links (
  space_id uuid primary key references public.spaces (id) on delete cascade,
  token text not null default encode(extensions.gen_random_bytes(24), 'hex'),
  created_at timestamptz not null default now(),
  constraint space_calendar_links_token_key unique (token)
);

-- Imported calendars. Only the edge function `calendars` inserts them, because it must read the URL
-- first.
create table public.space_calendars (
  id uuid primary key default gen_random_uuid(),
  space_id uuid not null references public.spaces (id) on delete cascade,
  name text not null,
  url text not null,
  -- ETag and Last-Modified of the last feed response, for conditional requests.
  etag text,
  last_modified text,
  checked_at timestamptz not null default now(),
  attempted_at timestamptz not null default now(),
  next_check_at timestamptz not null default now() + interval '15 minutes',
  -- Error code (docs/errors.md) of the last check, or null after a success.
  last_error text,
  failures integer not null default 0,
  created_at timestamptz not null default now(),
  -- Time of the last successful check whose response was not 304 Not Modified.
  read_at timestamptz not null default now(),
  constraint space_calendars_url_key unique (space_id, url),
  constraint space_calendars_name_length check (trim(name) <> '' and char_length(name) <= 80),
  constraint space_calendars_url_length check (char_length(url) <= 2000),
  constraint space_calendars_failures_not_negative
    check (failures >= 0 and (failures = 0) = (last_error is null))
);

create index space_calendars_due_idx on public.space_calendars (next_check_at);

create table public.space_calendar_events (
  calendar_id uuid not null references public.space_calendars (id) on delete cascade,
  uid text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  summary text not null,
  constraint space_calendar_events_pkey primary key (calendar_id, uid, start_time),
  constraint space_calendar_events_ends_after_start check (end_time > start_time)
);

alter table public.space_calendar_links enable row level security;
alter table public.space_calendars enable row level security;
alter table public.space_calendar_events enable row level security;

create policy "hosts read the export links of their spaces" on public.space_calendar_links
  for select to authenticated using (public.is_host_of(space_id));
create policy "users with a second factor need it to read export links"
  on public.space_calendar_links
  as restrictive for select to authenticated using ((select public.has_required_aal()));

create policy "hosts read the imported calendars of their spaces" on public.space_calendars
  for select to authenticated using (public.is_host_of(space_id));
create policy "hosts rename imported calendars of their spaces" on public.space_calendars
  for update to authenticated
  using (public.is_host_of(space_id)) with check (public.is_host_of(space_id));
create policy "hosts remove imported calendars of their spaces" on public.space_calendars
  for delete to authenticated using (public.is_host_of(space_id));
create policy "users with a second factor need it to read imported calendars"
  on public.space_calendars
  as restrictive for select to authenticated using ((select public.has_required_aal()));
create policy "users with a second factor need it to rename imported calendars"
  on public.space_calendars
  as restrictive for update to authenticated
  using (true) with check ((select public.has_required_aal()));
create policy "users with a second factor need it to remove imported calendars"
  on public.space_calendars
  as restrictive for delete to authenticated using ((select public.has_required_aal()));

create policy "hosts read the events of imported calendars" on public.space_calendar_events
  for select to authenticated using (
    exists (select from public.space_calendars where space_calendars.id = calendar_id));

revoke all on public.space_calendar_links, public.space_calendars, public.space_calendar_events
from anon, authenticated;
grant select on public.space_calendar_links, public.space_calendars, public.space_calendar_events
to authenticated;
grant update (name), delete on public.space_calendars to authenticated;

create trigger refuse_banned_caller
  before update or delete on public.space_calendars
  for each row when (auth.uid() is not null) execute function public.refuse_banned_caller();

-- Imported events that overlap a booking or request. An event that overlaps only the buffer is not
-- a conflict.
create view public.calendar_conflicts with (security_invoker) as
  select
    calendars.space_id,
    calendars.id as calendar_id,
    calendars.name as calendar_name,
    events.uid,
    events.summary,
    events.start_time as event_start_time,
    events.end_time as event_end_time,
    bookings.id as booking_id,
    bookings.status as booking_status,
    bookings.start_time as booking_start_time,
    bookings.end_time as booking_end_time
  from public.space_calendars as calendars
  join public.space_calendar_events as events on events.calendar_id = calendars.id
  join public.bookings
    on bookings.space_id = calendars.space_id
    and bookings.status in ('requested', 'confirmed')
    and tstzrange(bookings.start_time, bookings.end_time)
      && tstzrange(events.start_time, events.end_time)
  where events.end_time > now() and bookings.end_time > now();

revoke all on public.calendar_conflicts from anon, authenticated;
grant select on public.calendar_conflicts to authenticated;

-- Replaces the secret token of the export feed of the caller's space, and returns the new token.
-- Raises insufficient_privilege.
create function public.renew_calendar_link(p_space_id uuid) returns text
  language plpgsql security definer set search_path = '' as $$
    declare
      new_token text;
    begin
      perform public.require_host(p_space_id);
      insert into public.space_calendar_links as links (space_id) values (p_space_id)
      on conflict (space_id) do update set token = excluded.token, created_at = now()
      returning token into new_token;
      return new_token;
    end
  $$;

revoke execute on function public.renew_calendar_link from public, anon;

-- Returns the export feed of a token: {title, entries: [{id, kind, starts_at, ends_at, since}]}.
-- kind is booking, request, buffer or block. Returns null if no feed has this token. Omits imported
-- times, so that two calendars that subscribe to each other do not block a time forever.
create function public.calendar_feed(p_token text) returns jsonb
  language sql stable security definer set search_path = '' as $$
    with space as (
      select spaces.id, spaces.title
      from public.space_calendar_links as links
      join public.spaces on spaces.id = links.space_id and spaces.withdrawn_at is null
      where links.token = p_token
    ),
    taken as (
      select rows.*
      from public.space_availability as rows
      join space on space.id = rows.space_id
      where rows.active and rows.kind in ('booking', 'request', 'blackout')
        and rows.end_time > now() - interval '30 days'
    ),
    entries as (
      select booking_id as id, kind, start_time, end_time, created_at from taken
      where booking_id is not null
      union all
      select booking_id, 'buffer', end_time, buffered_until, created_at from taken
      where buffered_until > end_time
      union all
      -- A block longer than 24 hours is stored as adjacent rows. Merges them into one entry.
      select taken.id, 'block', lower(block), upper(block), taken.created_at
      from unnest((select range_agg(during) from taken where kind = 'blackout')) as block
      join taken on taken.kind = 'blackout' and taken.start_time = lower(block)
    )
    select jsonb_build_object('title', space.title, 'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'kind', kind, 'starts_at', start_time, 'ends_at', end_time, 'since', created_at
      ) order by start_time, kind), '[]')
      from entries))
    from space
  $$;

revoke execute on function public.calendar_feed from public;
grant execute on function public.calendar_feed to anon, authenticated;

-- Blocks the times of imported events where the space is free, from yesterday to 13 months ahead. A
-- repeated call also releases times without an event, and blocks event times that have become free.
-- Splits events at midnight UTC, because a row lasts at most 24 hours and repeated calls must
-- produce identical rows.
create function public.merge_calendar_times(p_space_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      today constant timestamptz := date_trunc('day', now(), 'UTC');
      horizon constant tstzrange := tstzrange(today - interval '24 hours', today + interval '9600 hours');
      parts tstzrange[];
      part tstzrange;
    begin
      -- The lock serializes this function and changes of blocks, because both insert several rows
      -- and could deadlock. Checkouts do not wait, because their foreign keys take only a key share
      -- lock.
      perform from public.spaces where id = p_space_id for no key update;
      if not found then return; end if;

      select coalesce(array_agg(span * tstzrange(day, day + interval '24 hours')), '{}') into parts
      from unnest(
        coalesce((
          select range_agg(tstzrange(events.start_time, events.end_time) * horizon)
          from public.space_calendar_events as events
          join public.space_calendars as calendars on calendars.id = events.calendar_id
          where calendars.space_id = p_space_id
            and tstzrange(events.start_time, events.end_time) && horizon), '{}')
        - coalesce((
          select range_agg(during) from public.space_availability
          where space_id = p_space_id and active and kind <> 'calendar' and during && horizon
            and (expires_at is null or expires_at > now())), '{}')
      ) as span
      cross join generate_series(
        date_trunc('day', lower(span), 'UTC'), upper(span) - interval '1 microsecond',
        interval '24 hours') as day;

      update public.space_availability set active = false
      where space_id = p_space_id and active and kind = 'calendar'
        and end_time > lower(horizon) and during <> all (parts);

      for part in
        select wanted from unnest(parts) as wanted
        where not exists (
          select from public.space_availability
          where space_id = p_space_id and active and kind = 'calendar' and during = wanted)
        order by wanted
      loop
        -- take_slot inserts nothing if a concurrent checkout has taken part of the time.
        perform public.take_slot(p_space_id, lower(part), upper(part), 'calendar');
      end loop;
    end
  $$;

-- Emails the host about each booking that an event of this calendar overlaps, once per booking.
create function public.queue_conflict_mails(p_calendar_id uuid) returns void
  language sql security definer set search_path = '' as $$
    select public.notify(
      spaces.user_id, 'calendar-conflict', '/hosting/listings/' || spaces.id || '/calendars',
      jsonb_build_object(
        'space_id', spaces.id,
        'space_title', spaces.title,
        'time_zone', spaces.time_zone,
        'calendar_name', conflicts.calendar_name,
        'summary', conflicts.summary,
        'event_starts_at', conflicts.event_start_time,
        'event_ends_at', conflicts.event_end_time,
        'booking_id', conflicts.booking_id,
        'starts_at', conflicts.booking_start_time,
        'ends_at', conflicts.booking_end_time),
      'calendar-conflict:' || conflicts.booking_id || ':' || p_calendar_id)
    from public.calendar_conflicts as conflicts
    join public.spaces on spaces.id = conflicts.space_id
    where conflicts.calendar_id = p_calendar_id
  $$;

-- Stores a successful check of an imported calendar, blocks the times of its events, and emails the
-- host about new conflicts. p_events is [{uid, start_time, end_time, summary}], or null if the feed
-- has not changed. A read stores the events of only about the next year. To add later events, a
-- feed that has not changed for a day is read in full at the next check.
create function public.record_calendar_check(
  p_calendar_id uuid, p_events jsonb, p_etag text, p_last_modified text
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      space uuid;
    begin
      update public.space_calendars
      set checked_at = now(), attempted_at = now(), next_check_at = now() + interval '15 minutes',
        last_error = null, failures = 0,
        read_at = case when p_events is null then read_at else now() end,
        etag = case
          when p_events is null and read_at < now() - interval '1 day' then null
          else p_etag
        end,
        last_modified = case
          when p_events is null and read_at < now() - interval '1 day' then null
          else p_last_modified
        end
      where id = p_calendar_id
      returning space_id into space;
      if not found then return; end if;
      if p_events is not null then
        delete from public.space_calendar_events as events
        where calendar_id = p_calendar_id and not exists (
          select from jsonb_to_recordset(p_events) as given (uid text, start_time timestamptz)
          where given.uid = events.uid and given.start_time = events.start_time);
        insert into public.space_calendar_events as events
          (calendar_id, uid, start_time, end_time, summary)
        select p_calendar_id, uid, start_time, end_time, summary
        from jsonb_to_recordset(p_events)
          as given (uid text, start_time timestamptz, end_time timestamptz, summary text)
        on conflict (calendar_id, uid, start_time) do update
          set end_time = excluded.end_time, summary = excluded.summary
          where (events.end_time, events.summary) <> (excluded.end_time, excluded.summary);
      end if;
      perform public.merge_calendar_times(space);
      perform public.queue_conflict_mails(p_calendar_id);
    end
  $$;

-- Stores a failed check of an imported calendar. The delay until the next check is 15 minutes and
-- doubles with each further failure, up to 6 hours. Emails the host after four failures in a row,
-- because bookings on other sites are no longer imported.
create function public.record_calendar_failure(p_calendar_id uuid, p_error text) returns void
  language sql security definer set search_path = '' as $$
    with failed as (
      update public.space_calendars
      set last_error = p_error, failures = failures + 1, next_check_at = now()
        + public.retry_delay(failures + 1, interval '15 minutes', interval '6 hours')
      where id = p_calendar_id
      returning *
    )
    select public.notify(
      spaces.user_id, 'calendar-failing', '/hosting/listings/' || spaces.id || '/calendars',
      jsonb_build_object(
        'space_id', spaces.id,
        'space_title', spaces.title,
        'time_zone', spaces.time_zone,
        'calendar_name', failed.name,
        'checked_at', failed.checked_at),
      'calendar-failing:' || failed.id || ':' || extract(epoch from failed.checked_at))
    from failed
    join public.spaces on spaces.id = failed.space_id
    where failed.failures >= 4
  $$;

-- Adds an imported calendar with its events. Raises too_many_calendars or calendar_exists.
create function public.add_space_calendar(
  p_space_id uuid, p_name text, p_url text, p_events jsonb, p_etag text, p_last_modified text
) returns uuid
  language plpgsql security definer set search_path = '' as $$
    declare
      most_calendars constant integer := 10;
      new_id uuid;
    begin
      perform from public.spaces where id = p_space_id for no key update;
      if most_calendars <= (
        select count(*) from public.space_calendars where space_id = p_space_id
      ) then
        raise exception using errcode = 'PT409', detail = 'too_many_calendars',
          message = format('A space can have at most %s imported calendars', most_calendars);
      end if;
      insert into public.space_calendars (space_id, name, url) values (p_space_id, p_name, p_url)
      on conflict (space_id, url) do nothing
      returning id into new_id;
      if new_id is null then
        raise exception using errcode = 'PT409', detail = 'calendar_exists',
          message = 'This calendar has already been added';
      end if;
      perform public.record_calendar_check(new_id, p_events, p_etag, p_last_modified);
      return new_id;
    end
  $$;

-- Limits a host's calendar requests to 30 in ten minutes. Raises too_many_attempts.
create function public.count_calendar_request(p_user_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      counted constant text :=
        encode(sha256(convert_to('calendars ' || p_user_id, 'UTF8')), 'hex');
      attempts integer;
    begin
      insert into public.request_counts as counts (subject) values (counted)
      on conflict (subject) do update set
        requests = case when counts.since <= now() - interval '10 minutes' then 1
          else counts.requests + 1 end,
        since = case when counts.since <= now() - interval '10 minutes' then now()
          else counts.since end
      returning requests into attempts;
      if attempts > 30 then
        raise exception using errcode = 'PT429', detail = 'too_many_attempts',
          message = 'Too many attempts. Please try again in ten minutes';
      end if;
    end
  $$;

-- After a calendar is removed, releases the times that no other calendar blocks.
create function public.release_calendar_times() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.merge_calendar_times(old.space_id);
      return null;
    end
  $$;

create trigger release_calendar_times
  after delete on public.space_calendars
  for each row execute function public.release_calendar_times();

-- Reads the calendars of a space in full after its time zone has changed, because the time zone
-- of the space applies to all-day events and to events without a time zone.
create function public.read_calendars_again() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      update public.space_calendars
      set etag = null, last_modified = null, next_check_at = now()
      where space_id = new.id;
      return null;
    end
  $$;

create trigger read_calendars_again
  after update of time_zone on public.spaces
  for each row when (old.time_zone <> new.time_zone)
  execute function public.read_calendars_again();

revoke execute on function
  public.merge_calendar_times, public.queue_conflict_mails, public.read_calendars_again,
  public.record_calendar_check, public.record_calendar_failure,
  public.add_space_calendar, public.count_calendar_request, public.release_calendar_times
from public, anon, authenticated;
grant execute on function
  public.merge_calendar_times, public.record_calendar_check, public.record_calendar_failure,
  public.add_space_calendar, public.count_calendar_request
to service_role;
