create table public.space_types (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  label text not null,
  created_at timestamptz not null default now(),
  constraint space_types_name_key unique (name),
  constraint space_types_name_pattern check (name ~ '^[a-z0-9-]+$' and char_length(name) <= 60),
  constraint space_types_label_present check (trim(label) <> '' and char_length(label) <= 60),
  -- Labels are shown to every visitor, so they must not contain links, email addresses or markup.
  constraint space_types_label_plain check (
    label !~ '[[:cntrl:]\u0080-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF<>@\\]'
    and label !~* '//|[^[:space:]][.\u3002\uFF0E\uFF61][^[:space:]]|\mwww\M'
  )
);

-- Rejects labels that differ only in case, because visitors could not tell such types apart.
create unique index space_types_label_key on public.space_types (lower(trim(label)));

alter table public.space_types enable row level security;

create policy "space types are public" on public.space_types
  for select to anon, authenticated using (true);
create policy "signed-in users add space types" on public.space_types
  for insert to authenticated with check (true);
create policy "anonymous users add no space types" on public.space_types
  as restrictive for insert to authenticated with check ((select public.is_permanent_user()));
create policy "users with a second factor need it to add space types" on public.space_types
  as restrictive for insert to authenticated with check ((select public.has_required_aal()));

create policy "admins rename space types" on public.space_types
  for update to authenticated using ((select public.is_admin())) with check (true);
create policy "users with a second factor need it to rename space types" on public.space_types
  as restrictive for update to authenticated using (true) with check ((select public.has_required_aal()));

revoke all on public.space_types from anon, authenticated;
grant select on public.space_types to anon, authenticated;
grant insert (name, label), update (name, label) on public.space_types to authenticated;

-- Checks that the user may add a space type. The user's session must still exist, because access
-- tokens stay valid for up to an hour after sign-out.
create function public.check_new_space_type() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      caller constant uuid := (select auth.uid());
    begin
      -- Does not check rows inserted by the server, which acts without a user.
      if caller is null then return new; end if;
      if public.is_account_deleted() then
        raise exception using errcode = 'PT403', detail = 'account_deleted',
          message = 'This account has been deleted';
      end if;
      if not exists (
        select from auth.sessions
        where sessions.user_id = caller and sessions.id::text = auth.jwt() ->> 'session_id'
          and (sessions.not_after is null or sessions.not_after > now())
      ) then
        raise exception using errcode = 'PT401', detail = 'session_not_found',
          message = 'Your session has ended. Please sign in again';
      end if;
      if public.is_permanent_user() and public.verified_email(caller) is null then
        raise exception using errcode = 'PT403', detail = 'email_not_verified',
          message = 'Please verify your email first';
      end if;
      perform public.use_daily_limit('space_types_per_day', 'too_many_space_types',
        'You can add %s space types a day');
      return new;
    end
  $$;

revoke execute on function public.check_new_space_type from public, anon, authenticated;

create trigger check_new_space_type
  before insert on public.space_types
  for each row execute function public.check_new_space_type();

create function public.audit_renamed_space_type() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.record_admin_action('space_type.rename', 'space_type', old.name, '',
        jsonb_build_object('from', old.label, 'to', new.label));
      return null;
    end
  $$;

revoke execute on function public.audit_renamed_space_type from public, anon, authenticated;

create trigger audit_rename
  after update of name, label on public.space_types
  for each row when (auth.uid() is not null)
  execute function public.audit_renamed_space_type();

-- Removes a space type as an admin. Its spaces get the type p_merge_into, which may be null only if
-- the type has no spaces. Raises space_type_not_found or space_type_in_use.
create function public.remove_space_type(p_id uuid, p_merge_into uuid default null) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      removed text;
      target constant text := (
        select name from public.space_types where id = p_merge_into and id <> p_id);
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      -- Locks the type. A concurrent insert of a space with this type waits for the lock and then
      -- fails.
      select name into removed from public.space_types where id = p_id for update;
      if not found then
        raise exception using errcode = 'PT404', detail = 'space_type_not_found',
          message = 'This space type no longer exists';
      end if;
      update public.spaces set type = target where type = removed and target is not null;
      if exists (select from public.spaces where type = removed) then
        raise exception using errcode = 'PT409', detail = 'space_type_in_use',
          message = 'Spaces use this type. Please choose the type that replaces it';
      end if;
      delete from public.space_types where id = p_id;
      perform public.record_admin_action('space_type.remove', 'space_type', removed, '',
        jsonb_build_object('merged_into', target));
    end
  $$;

revoke execute on function public.remove_space_type from public, anon;

-- created_at determines the order of the types in the type filter.
insert into public.space_types (name, label, created_at) values
  ('studio', 'Studio', now()),
  ('event-venue', 'Event Venue', now() + interval '1 millisecond'),
  ('office', 'Office', now() + interval '2 milliseconds'),
  ('creative-space', 'Creative Space', now() + interval '3 milliseconds'),
  ('meeting-room', 'Meeting Room', now() + interval '4 milliseconds'),
  ('photo-space', 'Photo Space', now() + interval '5 milliseconds');

-- Returns true if each preview is empty or an inline WebP image, which is safe to insert into CSS.
create function public.are_image_previews(previews text[]) returns boolean
  language sql immutable set search_path = '' as $$
    select coalesce(bool_and(
      preview is not null
      and char_length(preview) <= 600
      and preview ~ '^(data:image/webp;base64,[A-Za-z0-9+/]+={0,2})?$'
    ), true)
    from unnest(previews) as preview
  $$;

create table public.spaces (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  title text not null,
  description text not null,
  type text not null,
  price numeric not null,
  currency public.currency_code not null default 'USD',
  location text not null,
  country text not null,
  capacity integer not null,
  amenities text[] not null default '{}',
  images text[] not null default '{}',
  -- One inline preview per image, 16 pixels on its longer side. Empty for an image without a
  -- preview.
  image_previews text[] not null default '{}',
  available boolean not null default true,
  status text not null default 'available',
  featured boolean not null default false,
  popular boolean not null default false,
  "greatValue" boolean not null default false,
  rating numeric(2, 1) not null default 0,
  "reviewCount" integer not null default 0,
  slug text,
  meta_description text,
  meta_keywords text[],
  image_captions text[] not null default '{}',
  time_zone text not null default 'UTC',
  cancellation_policy text not null default 'flexible',
  house_rules text not null default '',
  included text[] not null default '{}',
  neighborhood text not null default '',
  -- Public point in degrees (WGS 84), 200 to 400 meters from the exact point in space_addresses.
  latitude double precision,
  longitude double precision,
  buffer_minutes smallint not null default 0,
  -- Minimum and maximum time from the checkout to the start of a booking: lead time in hours,
  -- horizon in days.
  lead_hours smallint not null default 0,
  horizon_days smallint not null default 366,
  minimum_hours smallint not null default 1,
  maximum_hours smallint not null default 24,
  booking_mode text not null default 'instant',
  -- If true, the bookings of guests without a verified email and phone number become booking
  -- requests.
  instant_needs_verified boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  withdrawn_at timestamptz,
  hidden_at timestamptz,
  is_listed boolean not null generated always as (
    archived_at is null and withdrawn_at is null and hidden_at is null) stored,
  -- Sort keys of space lists, unique because they end in the space's id. Their fixed width and the
  -- collation "C" make SQL and TypeScript sort them alike, as keyset pagination requires.
  -- newest_key starts with the microseconds since 1970.
  newest_key text collate "C" not null generated always as (
    lpad(round(extract(epoch from (created_at at time zone 'UTC')) * 1000000)::bigint::text, 18, '0')
    || '_' || id::text) stored,
  rating_key text collate "C" not null generated always as (
    lpad(round(rating * 10)::text, 2, '0') || lpad("reviewCount"::text, 10, '0')
    || '_' || id::text) stored,
  -- price_key starts with the price in units of 0.0001 US dollars.
  price_key text collate "C" not null generated always as (
    lpad(round(public.reference_price(price, currency) * 10000)::text, 12, '0')
    || '_' || id::text) stored,

  constraint spaces_type_known foreign key (type) references public.space_types (name)
    on update cascade,
  constraint spaces_title_present check (trim(title) <> '' and char_length(title) <= 120),
  constraint spaces_description_present
    check (trim(description) <> '' and char_length(description) <= 5000),
  constraint spaces_location_present check (trim(location) <> '' and char_length(location) <= 120),
  constraint spaces_country_present check (trim(country) <> '' and char_length(country) <= 120),
  constraint spaces_capacity_at_least_one check (capacity between 1 and 100000),
  constraint spaces_price_not_negative check (price >= 0 and price <= 9999999),
  constraint spaces_price_chargeable check (price <= 0 or price >= public.minimum_charge(currency)),
  constraint spaces_price_fits_currency
    check (price = round(price, public.currency_decimals(currency))),
  constraint spaces_amenities_present
    check (cardinality(amenities) between 1 and 50 and array_position(amenities, null) is null),
  constraint spaces_amenities_length
    check (char_length(array_to_string(amenities, '')) <= 50 * 60),
  constraint spaces_at_most_five_images
    check (cardinality(images) <= 5 and array_position(images, null) is null),
  constraint spaces_images_length check (char_length(array_to_string(images, '')) <= 5 * 2048),
  constraint spaces_image_previews_of_images
    check (cardinality(image_previews) <= cardinality(images)),
  constraint spaces_image_previews_valid check (public.are_image_previews(image_previews)),
  constraint spaces_meta_length check (
    char_length(meta_description) <= 500
    and cardinality(meta_keywords) <= 50
    and char_length(array_to_string(meta_keywords, '')) <= 50 * 60
  ),
  constraint spaces_status_known check (status in ('available', 'rented', 'maintenance')),
  constraint spaces_rating_range check (rating between 0 and 5),
  constraint spaces_review_count_not_negative check ("reviewCount" >= 0),
  constraint spaces_slug_key unique (slug),
  constraint spaces_cancellation_policy_known
    check (cancellation_policy in ('flexible', 'moderate', 'strict')),
  constraint spaces_time_zone_length check (char_length(time_zone) <= 64),
  constraint spaces_house_rules_length check (char_length(house_rules) <= 2000),
  constraint spaces_included_present
    check (cardinality(included) <= 30 and array_position(included, null) is null),
  constraint spaces_included_length check (char_length(array_to_string(included, '')) <= 30 * 60),
  constraint spaces_neighborhood_length check (char_length(neighborhood) <= 120),
  constraint spaces_image_captions_of_images check (
    cardinality(image_captions) <= cardinality(images)
    and array_position(image_captions, null) is null
    and char_length(array_to_string(image_captions, '')) <= 5 * 140
  ),
  constraint spaces_buffer_minutes_range
    check (buffer_minutes between 0 and 120 and buffer_minutes % 15 = 0),
  constraint spaces_lead_hours_range check (lead_hours between 0 and 720),
  constraint spaces_horizon_days_range check (horizon_days between 1 and 366),
  constraint spaces_hours_range
    check (minimum_hours between 1 and 24 and maximum_hours between minimum_hours and 24),
  constraint spaces_booking_mode_known check (booking_mode in ('instant', 'request'))
);

comment on column public.spaces.withdrawn_at is
  'When its host deleted the space or the account. A withdrawn space is kept for its bookings.';

create index spaces_type_idx on public.spaces (type);
create index spaces_location_idx on public.spaces (location);
create index spaces_of_host_idx on public.spaces (user_id, created_at desc, id desc);

-- Returns true if the caller has booked a space. Security definer, because the policies of spaces
-- and bookings would otherwise recurse.
create function public.has_booked(p_space_id uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (
      select from public.bookings
      where bookings.space_id = p_space_id and bookings.user_id = (select auth.uid())
    )
  $$;

alter table public.spaces enable row level security;

create policy "listed spaces are public" on public.spaces
  for select to anon, authenticated using (is_listed);
create policy "hosts read their own unlisted spaces" on public.spaces
  for select to authenticated using (not is_listed and user_id = (select auth.uid()));
create policy "guests read unlisted spaces they booked" on public.spaces
  for select to authenticated using (not is_listed and public.has_booked(id));
create policy "admins read unlisted spaces" on public.spaces
  for select to authenticated using (not is_listed and (select public.is_admin()));
create policy "hosts list their own spaces" on public.spaces
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "hosts update their own spaces" on public.spaces
  for update to authenticated
  using (user_id = (select auth.uid()) and withdrawn_at is null)
  with check (user_id = (select auth.uid()));
create policy "hosts delete their own spaces" on public.spaces
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "users with a second factor need it to list spaces" on public.spaces
  as restrictive for insert to authenticated with check ((select public.has_required_aal()));
create policy "users with a second factor need it to update spaces" on public.spaces
  as restrictive for update to authenticated using (true) with check ((select public.has_required_aal()));
create policy "users with a second factor need it to delete spaces" on public.spaces
  as restrictive for delete to authenticated using ((select public.has_required_aal()));

-- Users may not change the owner, nor write columns that are computed (such as rating) or set by
-- the platform (such as featured).
revoke all on public.spaces from anon, authenticated;
grant select on public.spaces to anon, authenticated;
grant insert (
  id, title, description, type, price, currency, location, country, capacity, amenities, user_id,
  images, image_previews, image_captions, available, meta_description, meta_keywords, time_zone,
  cancellation_policy, house_rules, included, neighborhood
) on public.spaces to authenticated;
grant update (
  title, description, type, price, currency, location, country, capacity, amenities,
  images, image_previews, image_captions, available, status, meta_description, meta_keywords,
  time_zone, cancellation_policy, house_rules, included, neighborhood, booking_mode,
  instant_needs_verified, archived_at
) on public.spaces to authenticated;
grant delete on public.spaces to authenticated;

alter publication supabase_realtime add table public.spaces, public.space_types;

create function public.complete_space() returns trigger
  language plpgsql set search_path = '' as $$
    begin
      if not public.is_time_zone(new.time_zone) then
        raise exception using errcode = '22023', hint = 'Use an IANA name such as Asia/Tokyo',
          message = format('Unknown time zone "%s"', new.time_zone);
      end if;
      if new.slug is null
        -- The slug of a copy contains "copy-of". Replaces it when the host first publishes the
        -- copy.
        or old.archived_at = old.created_at and new.archived_at is null
      then
        new.slug := trim(both '-' from left(regexp_replace(
            public.folded(new.title || '-' || new.location), '[^a-z0-9]+', '-', 'g'), 80))
          || '-' || right(new.id::text, 6);
      end if;
      return new;
    end
  $$;

create trigger complete_space
  before insert or update of time_zone, archived_at on public.spaces
  for each row execute function public.complete_space();

create function public.clear_image_previews() returns trigger
  language plpgsql set search_path = '' as $$
    begin
      new.image_previews := '{}';
      return new;
    end
  $$;

create trigger clear_image_previews
  before update of images on public.spaces
  for each row when (
    new.images is distinct from old.images
    and new.image_previews is not distinct from old.image_previews
  )
  execute function public.clear_image_previews();

create function public.refuse_foreign_images() returns trigger
  language plpgsql set search_path = '' as $$
    begin
      perform public.require_own_images(new.images, 'spaces');
      return new;
    end
  $$;

create trigger refuse_foreign_images
  before insert or update of images on public.spaces
  for each row execute function public.refuse_foreign_images();

create function public.limit_listings() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.use_daily_limit('listings_per_day', 'too_many_listings',
        'You can list %s spaces a day');
      return new;
    end
  $$;

revoke execute on function public.limit_listings from public, anon, authenticated;

create trigger limit_listings
  before insert on public.spaces
  for each row execute function public.limit_listings();

create function public.set_space_updated_at() returns trigger
  language plpgsql set search_path = '' as $$
    begin
      new.updated_at := now();
      return new;
    end
  $$;

create trigger set_space_updated_at
  before update on public.spaces
  for each row execute function public.set_space_updated_at();

-- Rejects the deletion of a space that has payments or bookings, with a clearer error than that of
-- the foreign key.
create function public.keep_space_with_payments() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      if exists (select from public.payments where space_id = old.id)
        or exists (select from public.bookings where space_id = old.id) then
        raise exception using errcode = 'foreign_key_violation', detail = 'space_has_bookings',
          message = 'This space has bookings or checkouts and cannot be deleted',
          hint = 'Archive it instead';
      end if;
      return old;
    end
  $$;

revoke execute on function public.keep_space_with_payments() from public, anon, authenticated;

create trigger keep_space_with_payments
  before delete on public.spaces
  for each row execute function public.keep_space_with_payments();

create trigger refuse_inactive_account
  before insert on public.spaces
  for each row execute function public.refuse_inactive_account();

create trigger refuse_banned_caller
  before update or delete on public.spaces
  for each row when (auth.uid() is not null) execute function public.refuse_banned_caller();
