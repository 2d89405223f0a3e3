-- Active rows of a space never overlap, even after concurrent inserts. The exclusion constraint
-- `space_availability_no_overlap` thereby prevents double bookings.

create table public.space_availability (
  id uuid primary key default gen_random_uuid(),
  space_id uuid not null references public.spaces (id) on delete cascade,
  booking_id uuid,
  kind text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  -- End of the buffer after a booking. Null if there is no buffer.
  buffered_until timestamptz,
  during tstzrange generated always as (
    tstzrange(start_time, coalesce(buffered_until, end_time), '[)')) stored,
  active boolean not null default true,
  -- Time at which a hold expires; null for other rows. take_slot releases expired holds.
  expires_at timestamptz,
  note text not null default '',
  -- The blocks of a weekly series have the same series_id. Null for other rows.
  series_id uuid,
  -- For a block of a weekly series: the start that the host originally chose. start_time is later
  -- if the host has unblocked the first hours of the block. Null for other rows.
  week_starts_at timestamptz,
  created_at timestamptz not null default now(),

  constraint space_availability_no_overlap
    exclude using gist (space_id with =, during with &&) where (active),
  constraint space_availability_booking_id_fkey
    foreign key (booking_id) references public.bookings (id) on delete cascade,
  constraint space_availability_ends_after_start check (end_time > start_time),
  constraint space_availability_kind_known
    check (kind in ('hold', 'request', 'booking', 'blackout', 'calendar')),
  constraint space_availability_holds_expire check ((kind = 'hold') = (expires_at is not null)),
  constraint space_availability_bookings_are_named
    check ((kind in ('booking', 'request')) = (booking_id is not null)),
  constraint space_availability_buffer_after_end
    check (buffered_until between end_time and end_time + interval '2 hours'),
  -- Searches rely on this limit of 24 hours. A longer period is stored as several rows.
  constraint space_availability_at_most_24_hours
    check (end_time <= start_time + interval '24 hours'),
  constraint space_availability_note_length check (char_length(note) <= 200)
);

comment on table public.space_availability is
  'Taken times. Guest and price of a taken time are in payments and bookings.';

create index space_availability_starts_idx
  on public.space_availability (space_id, start_time) include (end_time, buffered_until) where (active);
create index space_availability_booking_id_idx on public.space_availability (booking_id);

alter table public.space_availability enable row level security;

alter publication supabase_realtime add table public.space_availability;

create policy "taken times are as visible as their space" on public.space_availability
  for select to anon, authenticated
  using (
    active and (expires_at is null or expires_at > now())
    and exists (select from public.spaces where spaces.id = space_id)
  );

-- Only the function take_slot inserts rows. No API role, not even service_role, may write this
-- table directly.
revoke all on public.space_availability from anon, authenticated, service_role;
grant select on public.space_availability to service_role;
-- Clients cannot read a row's booking (booking_id) or creation time (created_at).
grant select (id, space_id, kind, start_time, end_time, buffered_until, during, active, expires_at)
on public.space_availability to anon, authenticated;

-- Takes the time [p_start, p_end) of a space and its buffer until p_buffered_until. Returns the id
-- of the new row, or null if any part of the time is already taken. Uses `on conflict do nothing`,
-- because plain inserts wait for each other and deadlock when many guests compete for one slot.
create function public.take_slot(
  p_space_id uuid, p_start timestamptz, p_end timestamptz, p_kind text,
  p_expires_at timestamptz default null, p_booking_id uuid default null,
  p_buffered_until timestamptz default null
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
          and during && tstzrange(p_start, coalesce(p_buffered_until, p_end), '[)')
        order by id
        for update skip locked
      );

      insert into public.space_availability
        (space_id, start_time, end_time, kind, expires_at, booking_id, buffered_until)
      values (p_space_id, p_start, p_end, p_kind, p_expires_at, p_booking_id, p_buffered_until)
      on conflict do nothing
      returning id into taken;

      return taken;
    end
  $$;

-- Restores the buffers of bookings and holds after a block or an extension has freed the time
-- [p_start, p_end). A restored buffer has its full length, unless the next taken time starts
-- earlier.
create function public.restore_buffers(
  p_space_id uuid, p_start timestamptz, p_end timestamptz
) returns void
  language plpgsql set search_path = '' as $$
    begin
      update public.space_availability as rows
      set buffered_until = nullif(least(
        full_end,
        (
          select min(following.start_time) from public.space_availability as following
          where following.space_id = p_space_id and following.active
            and following.start_time >= rows.end_time
        )
      ), rows.end_time)
      from public.space_availability as slots
      left join public.bookings on bookings.id = slots.booking_id
      -- Excludes extensions, because the hold of an extension already contains the buffer.
      left join public.payments on payments.hold_id = slots.id and payments.status = 'open'
        and payments.extends_booking_id is null
      cross join lateral (
        select slots.end_time
          + coalesce(bookings.buffer_minutes, payments.buffer_minutes, 0) * interval '1 minute'
      ) as buffer (full_end)
      where rows.id = slots.id and slots.space_id = p_space_id and slots.active
        and slots.start_time > p_start - interval '2 days' and slots.end_time < p_end
        and full_end > greatest(p_start, slots.end_time);
    end
  $$;

-- Frees the time of a booking. If the booking is an extension, restores the buffer of the booking
-- that it extends.
create function public.free_slot(p_booking_id uuid) returns void
  language plpgsql set search_path = '' as $$
    declare
      booking public.bookings;
    begin
      update public.space_availability set active = false
      where booking_id = p_booking_id and active;
      select * into booking from public.bookings where id = p_booking_id;
      if booking.extends_booking_id is not null then
        perform public.restore_buffers(booking.space_id, booking.start_time, booking.end_time);
      end if;
    end
  $$;

revoke execute on function public.take_slot, public.restore_buffers, public.free_slot
from public, anon, authenticated, service_role;
