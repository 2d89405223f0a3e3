-- Spaces and their types.

-- The nine currencies a space may be priced in.
create domain public.currency_code as text
  constraint currency_code_known
  check (value in ('USD', 'EUR', 'GBP', 'JPY', 'AUD', 'CAD', 'SGD', 'KRW', 'AED'));

-- Digits after the decimal point; `domain/money.ts` states the same.
create function public.currency_decimals(currency public.currency_code) returns integer
  language sql immutable
  as $$ select case when currency in ('JPY', 'KRW') then 0 else 2 end $$;

create function public.is_time_zone(name text) returns boolean
  language sql stable set search_path = ''
  as $$
    -- "Factory" is the database's word for none at all; nothing else knows it.
    select name <> 'Factory'
      and exists (select from pg_catalog.pg_timezone_names as zones where zones.name = $1)
  $$;

-- Space types ---------------------------------------------------------------------------------

create table public.space_types (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  label text not null,
  created_at timestamptz not null default now(),
  constraint space_types_name_key unique (name),
  constraint space_types_name_pattern check (name ~ '^[a-z0-9-]+$' and char_length(name) <= 60),
  constraint space_types_label_present check (char_length(trim(label)) between 1 and 60)
);

alter table public.space_types enable row level security;

create policy "everybody reads space types" on public.space_types
  for select to anon, authenticated using (true);
create policy "signed-in people add space types" on public.space_types
  for insert to authenticated with check (true);

revoke all on public.space_types from anon, authenticated;
grant select on public.space_types to anon, authenticated;
grant insert (name, label) on public.space_types to authenticated;

insert into public.space_types (name, label, created_at) values
  ('studio', 'Studio', now()),
  ('event-venue', 'Event Venue', now() + interval '1 millisecond'),
  ('office', 'Office', now() + interval '2 milliseconds'),
  ('creative-space', 'Creative Space', now() + interval '3 milliseconds'),
  ('meeting-room', 'Meeting Room', now() + interval '4 milliseconds'),
  ('photo-space', 'Photo Space', now() + interval '5 milliseconds');

-- Spaces --------------------------------------------------------------------------------------

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
  time_zone text not null default 'UTC',
  cancellation_policy text not null default 'flexible',
  created_at timestamptz not null default now(),
  search_text text generated always as (lower(title || ' ' || location || ' ' || country)) stored,

  constraint spaces_type_known foreign key (type) references public.space_types (name)
    on update cascade,
  constraint spaces_title_present check (char_length(trim(title)) between 1 and 120),
  constraint spaces_description_present check (char_length(trim(description)) between 1 and 5000),
  constraint spaces_location_present check (char_length(trim(location)) between 1 and 120),
  constraint spaces_country_present check (char_length(trim(country)) between 1 and 120),
  constraint spaces_capacity_at_least_one check (capacity between 1 and 100000),
  constraint spaces_price_not_negative check (price >= 0 and price <= 9999999),
  constraint spaces_price_fits_currency
    check (price = round(price, public.currency_decimals(currency))),
  constraint spaces_amenities_present
    check (cardinality(amenities) between 1 and 50 and array_position(amenities, null) is null),
  constraint spaces_amenities_length
    check (char_length(array_to_string(amenities, '')) <= 50 * 60),
  constraint spaces_at_most_five_images
    check (cardinality(images) <= 5 and array_position(images, null) is null),
  constraint spaces_images_length check (char_length(array_to_string(images, '')) <= 5 * 2048),
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
  constraint spaces_time_zone_length check (char_length(time_zone) <= 64)
);

create index spaces_newest_idx on public.spaces (created_at desc, id desc);
create index spaces_type_location_idx
  on public.spaces (type, location, created_at desc, id desc);
create index spaces_location_idx on public.spaces (location, created_at desc, id desc);
create index spaces_country_idx on public.spaces (country, created_at desc, id desc);
create index spaces_user_id_idx on public.spaces (user_id, created_at desc);
create index spaces_search_idx on public.spaces using gin (search_text extensions.gin_trgm_ops);

alter table public.spaces enable row level security;

create policy "everybody reads spaces" on public.spaces
  for select to anon, authenticated using (true);
create policy "hosts list their own spaces" on public.spaces
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "hosts update their own spaces" on public.spaces
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "hosts delete their own spaces" on public.spaces
  for delete to authenticated using (user_id = (select auth.uid()));

-- Withheld on purpose: rating and reviewCount come from reviews alone; featured, popular,
-- greatValue and slug are the marketplace's; the owner of a space never changes.
revoke all on public.spaces from anon, authenticated;
grant select on public.spaces to anon, authenticated;
grant insert (
  title, description, type, price, currency, location, country, capacity, amenities, user_id,
  images, available, meta_description, meta_keywords, time_zone, cancellation_policy
) on public.spaces to authenticated;
grant update (
  title, description, type, price, currency, location, country, capacity, amenities,
  images, available, status, meta_description, meta_keywords, time_zone, cancellation_policy
) on public.spaces to authenticated;
grant delete on public.spaces to authenticated;

-- A readable address for the space; the end of its id keeps two spaces of one title apart.
create function public.complete_space() returns trigger
  language plpgsql set search_path = ''
  as $$
    begin
      if not public.is_time_zone(new.time_zone) then
        raise exception using
          errcode = '22023',
          message = format('Unknown time zone "%s"', new.time_zone),
          hint = 'Use an IANA name such as Asia/Tokyo';
      end if;
      if new.slug is null then
        new.slug := trim(both '-' from left(regexp_replace(
            lower(new.title || '-' || new.location), '[^a-z0-9]+', '-', 'g'), 80))
          || '-' || right(new.id::text, 6);
      end if;
      return new;
    end
  $$;

create trigger complete_space
  before insert or update of time_zone on public.spaces
  for each row execute function public.complete_space();

alter publication supabase_realtime add table public.spaces, public.space_types;

-- What anybody may see of a host: name and picture.
create view public.people with (security_barrier) as
  select id, full_name, avatar_url
  from public.profiles
  where exists (select from public.spaces where spaces.user_id = profiles.id);

revoke all on public.people from anon, authenticated;
grant select on public.people to anon, authenticated;
