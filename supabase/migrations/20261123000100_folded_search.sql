-- Searches look past accents: "koenji" finds "Kōenji", "sao" finds "São Paulo".

-- A text as searches compare it; `domain/folding.ts` is the same rule. Immutable, so that a column
-- and its index may hold it. A sigma at the end of a word is the one letter whose small form
-- depends on where it stands.
create function public.folded(words text) returns text
  language sql immutable strict parallel safe
  return replace(
    lower(regexp_replace(
      normalize(words, nfkd),
      '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g'
    )),
    'ς', 'σ'
  );

-- The expression of a generated column cannot be changed before PostgreSQL 17: a new one takes the name.
alter table public.spaces rename column search_text to unfolded_text;
alter table public.spaces
  add column search_text text not null
    generated always as (public.folded(title || ' ' || location || ' ' || country)) stored,
  add column location_text text not null generated always as (public.folded(location)) stored;

create or replace view public.listed_spaces as
  select
    id, slug, title, type, price, currency, location, country, capacity, amenities, images,
    image_previews[1:1] as image_previews, available, status, rating, "reviewCount", search_text,
    newest_key, rating_key, price_key, location_text
  from public.spaces
  where withdrawn_at is null;

-- Takes its index with it.
alter table public.spaces drop column unfolded_text;
create index spaces_search_idx on public.spaces using gin (search_text extensions.gin_trgm_ops);

drop index public.spaces_location_part_idx;
create index spaces_location_part_idx
  on public.spaces using gin (location_text extensions.gin_trgm_ops);

alter table public.space_locations
  add column location_text text not null generated always as (public.folded(location)) stored;
drop index public.space_locations_part_idx;
create index space_locations_part_idx
  on public.space_locations using gin (location_text extensions.gin_trgm_ops);

-- Addresses as well: "kōenji" becomes "koenji" in them, not "k-enji".
create or replace function public.complete_space() returns trigger
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
            public.folded(new.title || '-' || new.location), '[^a-z0-9]+', '-', 'g'), 80))
          || '-' || right(new.id::text, 6);
      end if;
      return new;
    end
  $$;
