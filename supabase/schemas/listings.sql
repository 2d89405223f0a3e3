
-- Change history of spaces, which hosts can read for their own spaces and admins for all.
create table public.space_changes (
  id bigint generated always as identity primary key,
  space_id uuid not null references public.spaces (id) on delete cascade,
  changed_at timestamptz not null default now(),
  -- `changed_by` is null after the account of the user was deleted.
  changed_by uuid references public.profiles (id) on delete set null,
  -- Old and new value of each changed column, such as {price: [40, 45]}. For a set of booking
  -- rules, the old value is null.
  changes jsonb not null
);

create index space_changes_space_id_idx on public.space_changes (space_id, changed_at desc);
create index space_changes_changed_by_idx on public.space_changes (changed_by);

alter table public.space_changes enable row level security;

create policy "hosts read changes of their spaces" on public.space_changes
  for select to authenticated using (public.is_host_of(space_id));
create policy "admins read all changes of spaces" on public.space_changes
  for select to authenticated using ((select public.is_admin()));
create policy "users with a second factor need it to read changes of spaces"
  on public.space_changes
  as restrictive for select to authenticated using ((select public.has_required_aal()));

revoke all on public.space_changes from anon, authenticated;
grant select on public.space_changes to authenticated;

-- Records the old and new values of the columns that an update changed. Ignores columns that hosts
-- cannot edit.
create function public.record_space_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      insert into public.space_changes (space_id, changed_by, changes)
      select new.id, (select auth.uid()), jsonb_object_agg(key, jsonb_build_array(before.value, after.value))
      from jsonb_each(to_jsonb(old)) as before
      join jsonb_each(to_jsonb(new)) as after using (key)
      where before.value is distinct from after.value
        and key in (
          'title', 'description', 'type', 'price', 'currency', 'location', 'country', 'capacity',
          'amenities', 'images', 'image_captions', 'available', 'status', 'time_zone',
          'cancellation_policy', 'house_rules', 'included', 'neighborhood', 'buffer_minutes',
          'lead_hours', 'horizon_days', 'minimum_hours', 'maximum_hours', 'booking_mode',
          'instant_needs_verified', 'archived_at')
      having count(*) > 0;
      return null;
    end
  $$;

revoke execute on function public.record_space_change from public, anon, authenticated;

-- Records only changes by users, not those by jobs and the seed.
create trigger record_space_change
  after update on public.spaces
  for each row when (auth.uid() is not null)
  execute function public.record_space_change();

-- Deletes the caller's space, or withdraws it if it has payments or bookings. Returns deleted or
-- withdrawn. Raises insufficient_privilege or bookings_ahead. The hint of bookings_ahead is the
-- local day (YYYY-MM-DD) of the first booking or request. There is no hint if only an open checkout
-- prevents the deletion.
create function public.remove_space(p_space_id uuid) returns text
  language plpgsql security definer set search_path = '' as $$
    declare
      ahead record;
    begin
      perform public.require_host(p_space_id);
      select count(*) filter (where status = 'confirmed') as bookings,
        count(*) filter (where status = 'requested') as requests,
        min(start_time at time zone time_zone)::date as first_day,
        max(end_time at time zone time_zone) as last_end
      into ahead
      from public.bookings
      where space_id = p_space_id and status in ('requested', 'confirmed') and end_time > now();
      if ahead.bookings + ahead.requests > 0 then
        raise exception using errcode = 'PT409', detail = 'bookings_ahead', hint = ahead.first_day,
          message = format(
            'This space has %s until %s. %s %s first, or archive the space and delete it later.',
            concat_ws(' and ',
              case ahead.bookings when 0 then null when 1 then '1 booking'
                else ahead.bookings || ' bookings' end,
              case ahead.requests when 0 then null when 1 then '1 request'
                else ahead.requests || ' requests' end),
            to_char(ahead.last_end, 'FMMonth FMDD, YYYY'),
            case when ahead.requests = 0 then 'Cancel' when ahead.bookings = 0 then 'Decline'
              else 'Cancel or decline' end,
            case ahead.bookings + ahead.requests when 1 then 'it' else 'them' end);
      end if;
      if exists (
        select from public.payments
        join public.space_availability as holds on holds.id = payments.hold_id
        where payments.space_id = p_space_id and payments.status = 'open'
          and holds.active and holds.expires_at > now()
      ) then
        raise exception using errcode = 'PT409', detail = 'bookings_ahead',
          message = 'A guest is booking this space right now. Please try again in 15 minutes.';
      end if;
      if exists (select from public.payments where space_id = p_space_id)
        or exists (select from public.bookings where space_id = p_space_id) then
        update public.spaces
        set withdrawn_at = now(), available = false, featured = false, popular = false
        where id = p_space_id;
        return 'withdrawn';
      end if;
      delete from public.spaces where id = p_space_id;
      return 'deleted';
    end
  $$;

-- Copies a space of the caller and returns the id of the copy. The copy is archived, so only its
-- host and admins see it. The host publishes the copy by setting archived_at to null. Raises
-- insufficient_privilege, space_hidden or too_many_listings.
create function public.duplicate_space(p_space_id uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
    declare
      copy_id constant uuid := gen_random_uuid();
    begin
      perform public.require_host(p_space_id);
      -- Rejects a space that an admin has hidden, because its host could publish the copy.
      if exists (select from public.spaces where id = p_space_id and hidden_at is not null) then
        raise exception using errcode = 'PT409', detail = 'space_hidden',
          message = 'A hidden listing cannot be duplicated. Please contact us first';
      end if;
      insert into public.spaces (
        id, user_id, title, description, type, price, currency, location, country, capacity,
        amenities, images, image_previews, image_captions, archived_at, time_zone,
        cancellation_policy, house_rules, included, neighborhood, buffer_minutes, lead_hours,
        horizon_days, minimum_hours, maximum_hours, booking_mode, instant_needs_verified)
      select copy_id, user_id, left('Copy of ' || title, 120), description, type, price, currency,
        location, country, capacity, amenities, images, image_previews, image_captions, now(),
        time_zone, cancellation_policy, house_rules, included, neighborhood, buffer_minutes,
        lead_hours, horizon_days, minimum_hours, maximum_hours, booking_mode,
        instant_needs_verified
      from public.spaces where id = p_space_id;
      insert into public.space_addresses (space_id, street_address, latitude, longitude, shift_meters, shift_degrees)
      select copy_id, street_address, latitude, longitude, shift_meters, shift_degrees
      from public.space_addresses where space_id = p_space_id;
      insert into public.space_arrival_notes (space_id, notes)
      select copy_id, notes from public.space_arrival_notes where space_id = p_space_id;
      insert into public.space_extras (space_id, name, price, unit, position)
      select copy_id, name, price, unit, position
      from public.space_extras where space_id = p_space_id;
      insert into public.space_opening_hours (space_id, weekday, first_start, last_start, out_by)
      select copy_id, weekday, first_start, last_start, out_by
      from public.space_opening_hours where space_id = p_space_id;
      insert into public.space_date_exceptions (space_id, date, first_start, last_start, out_by)
      select copy_id, date, first_start, last_start, out_by
      from public.space_date_exceptions where space_id = p_space_id;
      insert into public.space_price_rules (space_id, weekday, from_hour, to_hour, price)
      select copy_id, weekday, from_hour, to_hour, price
      from public.space_price_rules where space_id = p_space_id;
      insert into public.space_length_discounts (space_id, minimum_hours, percentage)
      select copy_id, minimum_hours, percentage
      from public.space_length_discounts where space_id = p_space_id;
      return copy_id;
    end
  $$;

-- Returns the interquartile range of the hourly prices of similar spaces: {scope: city | country,
-- same_type, spaces, low, high}. Compares with spaces of this type in the city, or else in the
-- country, or else with spaces of all types in the city. Returns null for fewer than five spaces in
-- this currency.
create function public.price_hint(
  p_type text, p_location text, p_country text, p_currency text, p_except uuid default null
) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select to_jsonb(hints) - 'rank'
    from (
      select scopes.rank, scopes.scope, scopes.same_type, count(*) as spaces,
        percentile_disc(0.25) within group (order by similar_space.price) as low,
        percentile_disc(0.75) within group (order by similar_space.price) as high
      from (values (1, 'city', true), (2, 'country', true), (3, 'city', false))
        as scopes (rank, scope, same_type)
      cross join lateral (
        select price from public.searchable_spaces
        where currency = p_currency and space_id is distinct from p_except
          and (type = p_type or not scopes.same_type)
          and case scopes.scope
            when 'city' then location = p_location and country = p_country
            else country = p_country
          end
        limit 1000
      ) as similar_space
      group by scopes.rank, scopes.scope, scopes.same_type
    ) as hints
    where hints.spaces >= 5
    order by hints.rank
    limit 1
  $$;

revoke execute on function public.remove_space, public.duplicate_space, public.price_hint
from public, anon;
