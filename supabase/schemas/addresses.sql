-- Exact addresses of spaces. The public table `spaces` contains only the public point, which is 200
-- to 400 m from the exact point in a random direction.

create table public.space_addresses (
  space_id uuid primary key references public.spaces (id) on delete cascade,
  street_address text not null,
  -- Exact coordinates in degrees (WGS 84).
  latitude double precision,
  longitude double precision,
  -- Random offset of the public point from the exact point: distance in meters, direction in
  -- degrees. It never changes, because the average of many public points would reveal the exact
  -- point.
  shift_meters double precision not null default 200 + 200 * random(),
  shift_degrees double precision not null default 360 * random(),
  updated_at timestamptz not null default now(),
  constraint space_addresses_street_address_length check (char_length(street_address) <= 300),
  constraint space_addresses_point_complete check ((latitude is null) = (longitude is null)),
  constraint space_addresses_latitude_range check (latitude between -85 and 85),
  constraint space_addresses_longitude_range check (longitude between -180 and 180),
  constraint space_addresses_shift_range check (shift_meters between 200 and 400)
);

-- How guests find and enter a space. Guests can read these notes from 24 hours before their booking
-- starts until 24 hours after it ends.
create table public.space_arrival_notes (
  space_id uuid primary key references public.spaces (id) on delete cascade,
  notes text not null,
  updated_at timestamptz not null default now(),
  constraint space_arrival_notes_length check (char_length(notes) <= 2000)
);

create function public.is_host_of(p_space_id uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (
      select from public.spaces
      where spaces.id = p_space_id and spaces.user_id = (select auth.uid())
    )
  $$;

-- Returns true if the caller has a confirmed booking of the space that starts by p_before and did
-- not end more than a day ago.
create function public.is_expected_at(p_space_id uuid, p_before timestamptz) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (
      select from public.bookings
      where bookings.space_id = p_space_id and bookings.user_id = (select auth.uid())
        and bookings.status = 'confirmed' and bookings.start_time <= p_before
        and bookings.end_time > now() - interval '24 hours'
    )
  $$;

revoke execute on function public.is_host_of, public.is_expected_at from public, anon;

alter table public.space_addresses enable row level security;

create policy "hosts read addresses of their spaces" on public.space_addresses
  for select to authenticated using (public.is_host_of(space_id));
create policy "booked guests read the address" on public.space_addresses
  for select to authenticated using (public.is_expected_at(space_id, 'infinity'));
create policy "admins read every address" on public.space_addresses
  for select to authenticated using ((select public.is_admin()));
create policy "hosts add addresses of their spaces" on public.space_addresses
  for insert to authenticated with check (public.is_host_of(space_id));
create policy "hosts change addresses of their spaces" on public.space_addresses
  for update to authenticated
  using (public.is_host_of(space_id)) with check (public.is_host_of(space_id));
create policy "users with a second factor need it to read addresses" on public.space_addresses
  as restrictive for select to authenticated using ((select public.has_required_aal()));
create policy "users with a second factor need it to add addresses" on public.space_addresses
  as restrictive for insert to authenticated with check ((select public.has_required_aal()));
create policy "users with a second factor need it to change addresses" on public.space_addresses
  as restrictive for update to authenticated
  using (true) with check ((select public.has_required_aal()));

-- Clients may not delete an address. A new row would get a new random offset, and the average of
-- many public points would reveal the exact point.
revoke all on public.space_addresses from anon, authenticated;
grant select (space_id, street_address, latitude, longitude, updated_at)
on public.space_addresses to authenticated;
grant insert (space_id, street_address, latitude, longitude)
on public.space_addresses to authenticated;
grant update (space_id, street_address, latitude, longitude)
on public.space_addresses to authenticated;

alter table public.space_arrival_notes enable row level security;

create policy "hosts read arrival notes of their spaces" on public.space_arrival_notes
  for select to authenticated using (public.is_host_of(space_id));
create policy "guests read arrival notes a day before the start" on public.space_arrival_notes
  for select to authenticated
  using (public.is_expected_at(space_id, now() + interval '24 hours'));
create policy "admins read all arrival notes" on public.space_arrival_notes
  for select to authenticated using ((select public.is_admin()));
create policy "hosts add arrival notes to their spaces" on public.space_arrival_notes
  for insert to authenticated with check (public.is_host_of(space_id));
create policy "hosts change arrival notes of their spaces" on public.space_arrival_notes
  for update to authenticated
  using (public.is_host_of(space_id)) with check (public.is_host_of(space_id));
create policy "users with a second factor need it to read arrival notes"
  on public.space_arrival_notes
  as restrictive for select to authenticated using ((select public.has_required_aal()));
create policy "users with a second factor need it to add arrival notes"
  on public.space_arrival_notes
  as restrictive for insert to authenticated with check ((select public.has_required_aal()));
create policy "users with a second factor need it to change arrival notes"
  on public.space_arrival_notes
  as restrictive for update to authenticated
  using (true) with check ((select public.has_required_aal()));

revoke all on public.space_arrival_notes from anon, authenticated;
grant select on public.space_arrival_notes to authenticated;
grant insert (space_id, notes), update (space_id, notes)
on public.space_arrival_notes to authenticated;

create trigger refuse_banned_caller
  before insert or update on public.space_arrival_notes
  for each row when (auth.uid() is not null) execute function public.refuse_banned_caller();

-- Stores the public point of a space: the exact point plus its random offset. For a banned host,
-- refuse_banned_caller rejects the update of the space.
create function public.set_public_point() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      meters_per_degree constant double precision := 111320;
    begin
      new.updated_at := now();
      update public.spaces
      set latitude = new.latitude
          + new.shift_meters * cosd(new.shift_degrees) / meters_per_degree,
        longitude = new.longitude
          + new.shift_meters * sind(new.shift_degrees)
            / (meters_per_degree * cosd(new.latitude))
      where id = new.space_id;
      return new;
    end
  $$;

revoke execute on function public.set_public_point from public, anon, authenticated;

create trigger set_public_point
  before insert or update on public.space_addresses
  for each row execute function public.set_public_point();
