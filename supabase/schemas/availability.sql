-- The exclusion constraint `space_availability_no_overlap` prevents double bookings: two active
-- rows of one space never overlap, even if clients insert rows concurrently.

create table public.space_availability (
  id uuid primary key default gen_random_uuid(),
  space_id uuid not null references public.spaces (id) on delete cascade,
  booking_id uuid,
  kind text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  during tstzrange generated always as (tstzrange(start_time, end_time, '[)')) stored,
  active boolean not null default true,
  -- Time at which a hold during checkout expires; null for other kinds of rows. take_slot releases
  -- expired holds.
  expires_at timestamptz,
  created_at timestamptz not null default now(),

  constraint space_availability_no_overlap
    exclude using gist (space_id with =, during with &&) where (active),
  constraint space_availability_booking_id_fkey
    foreign key (booking_id) references public.bookings (id) on delete cascade,
  constraint space_availability_ends_after_start check (end_time > start_time),
  constraint space_availability_kind_known
    check (kind in ('hold', 'booking', 'blackout', 'calendar')),
  constraint space_availability_holds_expire check ((kind = 'hold') = (expires_at is not null)),
  constraint space_availability_bookings_are_named
    check ((kind = 'booking') = (booking_id is not null))
);

comment on table public.space_availability is
  'Taken times. Guest and price of a taken time are in payments and bookings.';

create index space_availability_starts_idx
  on public.space_availability (space_id, start_time) include (end_time) where (active);
create index space_availability_booking_id_idx on public.space_availability (booking_id);

alter table public.space_availability enable row level security;

alter publication supabase_realtime add table public.space_availability;

create policy "taken times are public" on public.space_availability
  for select to anon, authenticated
  using (active and (expires_at is null or expires_at > now()));

-- No role may insert, update or delete rows of this table, not even the service role. Only the
-- function take_slot inserts rows.
revoke all on public.space_availability from anon, authenticated, service_role;
grant select on public.space_availability to service_role;
-- Clients may not read which booking a row belongs to or when the row was created.
grant select (id, space_id, kind, start_time, end_time, during, active, expires_at)
on public.space_availability to anon, authenticated;

-- Takes the time [p_start, p_end) of a space. Returns the id of the new row, or null if any part of
-- the time is already taken. Inserts with `on conflict do nothing`, because plain inserts wait for
-- each other and deadlock when many guests compete for one slot.
create function public.take_slot(
  p_space_id uuid, p_start timestamptz, p_end timestamptz, p_kind text,
  p_expires_at timestamptz default null, p_booking_id uuid default null
) returns uuid
  language plpgsql security definer set search_path = '' as $$
    declare
      taken uuid;
    begin
      update public.space_availability set active = false
      where id in (
        select id from public.space_availability
        where space_id = p_space_id
          and active
          and kind = 'hold'
          and expires_at <= now()
          and during && tstzrange(p_start, p_end, '[)')
        order by id
        for update skip locked
      );

      insert into public.space_availability
        (space_id, start_time, end_time, kind, expires_at, booking_id)
      values (p_space_id, p_start, p_end, p_kind, p_expires_at, p_booking_id)
      on conflict do nothing
      returning id into taken;

      return taken;
    end
  $$;

revoke execute on function public.take_slot from public, anon, authenticated, service_role;

-- Checks the time of a booking. It must last 1 to 24 whole hours and start in the future, at most a
-- year ahead, between 9:00 and 21:00 in the time zone of the space. Raises bad_duration,
-- outside_hours, in_the_past or too_far_ahead.
create function public.check_bookable_span(
  p_start timestamptz, p_end timestamptz, p_time_zone text
) returns void
  language plpgsql stable set search_path = '' as $$
    declare
      seconds numeric := extract(epoch from p_end - p_start);
      local_start timestamp := p_start at time zone p_time_zone;
    begin
      if seconds not between 3600 and 86400 or seconds % 3600 <> 0 then
        raise exception using errcode = 'PT400', detail = 'bad_duration',
          message = 'Please choose a duration of 1 to 24 whole hours';
      end if;
      if local_start <> date_trunc('hour', local_start)
        or extract(hour from local_start) not between 9 and 21 then
        raise exception using errcode = 'PT400', detail = 'outside_hours',
          message = 'Bookings start on the hour, from 9:00 to 21:00 in the time of the space';
      end if;
      if p_start <= now() then
        raise exception using errcode = 'PT400', detail = 'in_the_past',
          message = 'Please select a future date and time';
      end if;
      if local_start::date > (now() at time zone p_time_zone)::date + interval '1 year' then
        raise exception using errcode = 'PT400', detail = 'too_far_ahead',
          message = 'Please select a date within the next year';
      end if;
    end
  $$;
