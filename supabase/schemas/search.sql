-- One narrow row per listed space, with the columns that lists filter and sort by. Clients read it
-- only through security definer functions, because a text search under row-level security could not
-- use its index. PostgreSQL evaluates policies before conditions that are not leakproof:
-- https://www.postgresql.org/docs/current/rules-privileges.html
create table public.searchable_spaces (
  space_id uuid primary key references public.spaces (id) on delete cascade,
  type text not null,
  location text not null,
  country text not null,
  capacity integer not null,
  price numeric not null,
  currency text not null,
  cancellation_policy text not null,
  rating numeric(2, 1) not null,
  amenities text[] not null,
  latitude double precision,
  longitude double precision,
  time_zone text not null,
  bookable boolean not null,
  -- True if bookings are confirmed without an answer by the host.
  instant boolean not null,
  -- True if the host has changed a booking rule. For other spaces, searches by time need not read
  -- the booking rules.
  has_rules boolean not null default false,
  newest_key text collate "C" not null,
  rating_key text collate "C" not null,
  price_key text collate "C" not null,
  -- Word stems. Weight A: title, location, country; B: type, amenities; C: other texts.
  document tsvector not null,
  -- A 512-bit Bloom filter of the document. Each lexeme sets two bits. If either bit is not set,
  -- the document does not contain the lexeme.
  signature bit(512) not null
);

-- Covering indexes, one per sort order. A list reads its page from one index, without the table.
create index searchable_spaces_newest_idx on public.searchable_spaces (newest_key) include (
  space_id, type, location, country, capacity, price, currency, cancellation_policy, rating,
  latitude, longitude, time_zone, bookable, instant, has_rules, signature
);
create index searchable_spaces_rating_idx on public.searchable_spaces (rating_key) include (
  space_id, type, location, country, capacity, price, currency, cancellation_policy, rating,
  latitude, longitude, time_zone, bookable, instant, has_rules, signature
);
create index searchable_spaces_price_idx on public.searchable_spaces (price_key) include (
  space_id, type, location, country, capacity, price, currency, cancellation_policy, rating,
  latitude, longitude, time_zone, bookable, instant, has_rules, signature
);
create index searchable_spaces_type_newest_idx on public.searchable_spaces (type, newest_key);
create index searchable_spaces_type_rating_idx on public.searchable_spaces (type, rating_key);
create index searchable_spaces_type_price_idx on public.searchable_spaces (type, price_key);
create index searchable_spaces_location_newest_idx on public.searchable_spaces (location, newest_key);
create index searchable_spaces_location_rating_idx on public.searchable_spaces (location, rating_key);
create index searchable_spaces_location_price_idx on public.searchable_spaces (location, price_key);
create index searchable_spaces_country_newest_idx on public.searchable_spaces (country, newest_key);
create index searchable_spaces_country_rating_idx on public.searchable_spaces (country, rating_key);
create index searchable_spaces_country_price_idx on public.searchable_spaces (country, price_key);
create index searchable_spaces_document_idx on public.searchable_spaces using gin (document);
-- Index of the best rated spaces, for searches for very common words.
create index searchable_spaces_best_idx on public.searchable_spaces using gin (document)
  where rating >= 4.5;
create index searchable_spaces_amenities_idx on public.searchable_spaces using gin (amenities);
create index searchable_spaces_point_idx
  on public.searchable_spaces using gist (point(longitude, latitude));

alter table public.searchable_spaces enable row level security;
revoke all on public.searchable_spaces from anon, authenticated;

-- Number of listed spaces that contain each lexeme (word stem), kept by triggers.
create table public.search_lexemes (
  lexeme text collate "C" primary key,
  spaces integer not null
);
-- Words of all listed spaces with their lexemes, for spelling correction.
create table public.search_forms (
  word text collate "C" primary key,
  lexeme text collate "C" not null references public.search_lexemes (lexeme) on delete cascade
);

create index search_forms_lexeme_idx on public.search_forms (lexeme);
create index search_forms_trigrams_idx
  on public.search_forms using gin (word extensions.gin_trgm_ops);


-- Returns the words of a text, separated by spaces, in lower case and without accents. A compound
-- such as "Wi-Fi" also adds its joined form, "wifi".
create function public.search_words(words text) returns text
  language sql immutable strict parallel safe set search_path = '' as $$
    select trim(regexp_replace(text || ' ' || coalesce(compounds.joined, ''), '[^[:alnum:]]+', ' ', 'g'))
    from public.folded(words) as text,
      lateral (
        select string_agg(regexp_replace(found[1], '[^[:alnum:]]', '', 'g'), ' ') as joined
        from regexp_matches(text, $pattern$[[:alnum:]]+(?:[-'’][[:alnum:]]+)+$pattern$, 'g') as found
      ) as compounds
  $$;

-- Returns the lexeme (word stem) of a word, or null for a stop word. A word with digits is its own
-- lexeme.
create function public.search_lexeme(word text) returns text
  language sql immutable parallel safe
  return case when word ~ '[0-9]' then word else (ts_lexize('pg_catalog.english_stem', word))[1] end;

alter table public.search_lexemes enable row level security;
alter table public.search_forms enable row level security;
revoke all on public.search_lexemes, public.search_forms from anon, authenticated;

create function public.search_signature(lexemes text[]) returns bit
  language sql immutable strict parallel safe set search_path = '' as $$
    select coalesce(bit_or(
      set_bit(set_bit(0::bit(512), ('x' || left(hash, 4))::bit(16)::integer & 511, 1),
        ('x' || right(hash, 4))::bit(16)::integer & 511, 1)
    ), 0::bit(512))
    from (select md5(lexeme) as hash from unnest(lexemes) as lexeme) as hashes
  $$;

-- Computes the rows of searchable_spaces from the table spaces.
create view public.searchable_rows as
  select
    spaces.id as space_id, spaces.type, spaces.location,
    spaces.country, spaces.capacity, spaces.price, spaces.currency::text as currency,
    spaces.cancellation_policy, spaces.rating, spaces.amenities, spaces.latitude, spaces.longitude,
    spaces.time_zone, spaces.available and spaces.status = 'available' as bookable,
    spaces.booking_mode = 'instant' as instant, public.has_booking_rules(spaces) as has_rules,
    spaces.newest_key, spaces.rating_key, spaces.price_key,
    documents.document, public.search_signature(tsvector_to_array(documents.document)) as signature,
    texts.name || ' ' || texts.kind || ' ' || texts.details as words
  from public.spaces
  left join public.space_types as types on types.name = spaces.type,
  lateral (
    select
      public.search_words(spaces.title || ' ' || spaces.location || ' ' || spaces.country) as name,
      public.search_words(
        coalesce(types.label, '') || ' ' || spaces.type || ' ' || array_to_string(spaces.amenities, ' ')
      ) as kind,
      public.search_words(
        spaces.neighborhood || ' ' || array_to_string(spaces.included, ' ') || ' ' || spaces.description
      ) as details
    -- Optimization fence: computes each text once, although several columns use it.
    offset 0
  ) as texts,
  lateral (
    select setweight(to_tsvector('pg_catalog.english', texts.name), 'A')
      || setweight(to_tsvector('pg_catalog.english', texts.kind), 'B')
      || setweight(to_tsvector('pg_catalog.english', texts.details), 'C') as document
    offset 0
  ) as documents
  where spaces.is_listed;

revoke all on public.searchable_rows from anon, authenticated;

-- Updates the rows of searchable_spaces for these spaces, ordered by id, so that concurrent
-- statements cannot deadlock.
create function public.refresh_searchable_spaces(ids uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
    begin
      delete from public.searchable_spaces
      where space_id = any(ids)
        and not exists (select from public.searchable_rows as fresh where fresh.space_id = searchable_spaces.space_id);
      insert into public.searchable_spaces as known (
        space_id, type, location, country, capacity, price, currency,
        cancellation_policy, rating, amenities, latitude, longitude, time_zone, bookable, instant,
        has_rules,
        newest_key,
        rating_key, price_key, document, signature
      )
      select
        space_id, type, location, country, capacity, price, currency,
        cancellation_policy, rating, amenities, latitude, longitude, time_zone, bookable, instant,
        has_rules,
        newest_key,
        rating_key, price_key, document, signature
      from public.searchable_rows where space_id = any(ids) order by space_id
      on conflict (space_id) do update set
        (
          type, location, country, capacity, price, currency, cancellation_policy,
          rating, amenities, latitude, longitude, time_zone, bookable, instant, has_rules,
          newest_key, rating_key,
          price_key, document, signature
        ) = (
          excluded.type, excluded.location, excluded.country,
          excluded.capacity, excluded.price, excluded.currency, excluded.cancellation_policy,
          excluded.rating, excluded.amenities, excluded.latitude, excluded.longitude,
          excluded.time_zone, excluded.bookable, excluded.instant, excluded.has_rules,
          excluded.newest_key, excluded.rating_key,
          excluded.price_key, excluded.document, excluded.signature
        )
      where known is distinct from excluded;
      insert into public.search_forms (word, lexeme)
      select word, known.lexeme
      from (
        select distinct unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', words))) as word
        from public.searchable_rows where space_id = any(ids)
      ) as forms
      join public.search_lexemes as known on known.lexeme = public.search_lexeme(word)
      order by word
      on conflict do nothing;
    end
  $$;

revoke execute on function public.search_words, public.search_lexeme, public.search_signature,
  public.refresh_searchable_spaces from public, anon, authenticated;

create function public.index_changed_spaces() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.refresh_searchable_spaces(array(select id from added));
      return null;
    end
  $$;

create trigger index_added_spaces after insert on public.spaces
  referencing new table as added
  for each statement execute function public.index_changed_spaces();
create trigger index_changed_spaces after update on public.spaces
  referencing new table as added
  for each statement execute function public.index_changed_spaces();

create function public.index_changed_rules() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      update public.searchable_spaces
      set has_rules = public.has_booking_rules(spaces)
      from public.spaces
      where spaces.id = coalesce(new.space_id, old.space_id)
        and searchable_spaces.space_id = spaces.id
        and searchable_spaces.has_rules <> public.has_booking_rules(spaces);
      return null;
    end
  $$;

revoke execute on function public.index_changed_rules from public, anon, authenticated;

create trigger index_changed_rules after insert or update or delete on public.space_opening_hours
  for each row execute function public.index_changed_rules();
create trigger index_changed_rules after insert or update or delete on public.space_date_exceptions
  for each row execute function public.index_changed_rules();
create trigger index_changed_rules after insert or update or delete on public.space_price_rules
  for each row execute function public.index_changed_rules();
create trigger index_changed_rules after insert or update or delete on public.space_length_discounts
  for each row execute function public.index_changed_rules();

-- Updates the search index after a label change, because a space's words include its type's label.
create function public.index_renamed_types() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.refresh_searchable_spaces(array(
        select spaces.id from public.spaces
        join added on added.name = spaces.type
        join removed on removed.id = added.id
        where added.label <> removed.label
      ));
      return null;
    end
  $$;

create trigger index_renamed_types after update on public.space_types
  referencing old table as removed new table as added
  for each statement execute function public.index_renamed_types();

create function public.count_lexemes() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      changed text[];
      changes integer[];
    begin
      if tg_op = 'TRUNCATE' then
        delete from public.search_lexemes;
        return null;
      elsif tg_op = 'INSERT' then
        select array_agg(lexeme order by lexeme), array_agg(change order by lexeme)
        into changed, changes from (
          select lexeme, count(*) as change
          from added, unnest(tsvector_to_array(document)) as lexeme group by lexeme
        ) as counts;
      elsif tg_op = 'DELETE' then
        select array_agg(lexeme order by lexeme), array_agg(change order by lexeme)
        into changed, changes from (
          select lexeme, -count(*) as change
          from removed, unnest(tsvector_to_array(document)) as lexeme group by lexeme
        ) as counts;
      else
        select array_agg(lexeme order by lexeme), array_agg(change order by lexeme)
        into changed, changes from (
          select lexeme, sum(step) as change from (
            select document, 1 as step from added union all select document, -1 from removed
          ) as versions, unnest(tsvector_to_array(document)) as lexeme
          group by lexeme having sum(step) <> 0
        ) as counts;
      end if;
      insert into public.search_lexemes as known (lexeme, spaces)
        select * from unnest(changed, changes) as counts (lexeme, change)
        on conflict (lexeme) do update set spaces = known.spaces + excluded.spaces;
      if tg_op <> 'INSERT' then
        delete from public.search_lexemes where lexeme = any(changed) and spaces = 0;
      end if;
      return null;
    end
  $$;

revoke execute on function public.index_changed_spaces, public.index_renamed_types,
  public.count_lexemes from public, anon, authenticated;

create trigger count_added_lexemes after insert on public.searchable_spaces
  referencing new table as added
  for each statement execute function public.count_lexemes();
create trigger count_removed_lexemes after delete on public.searchable_spaces
  referencing old table as removed
  for each statement execute function public.count_lexemes();
create trigger count_changed_lexemes after update on public.searchable_spaces
  referencing old table as removed new table as added
  for each statement execute function public.count_lexemes();
create trigger count_truncated_lexemes after truncate on public.searchable_spaces
  for each statement execute function public.count_lexemes();

-- Number of listed spaces per location, per location and type, and per country. Triggers maintain
-- these counts, because counting on each request would become slower with every space.
create table public.space_locations (
  location text primary key,
  spaces integer not null,
  location_text text not null generated always as (public.folded(location)) stored
);
create table public.location_types (
  location text not null,
  type text not null,
  spaces integer not null,
  location_text text not null generated always as (public.folded(location)) stored,
  primary key (location, type)
);
create table public.space_countries (
  country text primary key,
  spaces integer not null,
  country_text text not null generated always as (public.folded(country)) stored
);

create index space_locations_most_spaces_idx
  on public.space_locations (spaces desc, location);
create index space_locations_text_idx
  on public.space_locations (location_text text_pattern_ops);
create index space_locations_part_idx
  on public.space_locations using gin (location_text extensions.gin_trgm_ops);
create index location_types_part_idx
  on public.location_types using gin (location_text extensions.gin_trgm_ops);

alter table public.space_locations enable row level security;
alter table public.location_types enable row level security;
alter table public.space_countries enable row level security;

create policy "locations are public" on public.space_locations
  for select to anon, authenticated using (true);
create policy "location types are public" on public.location_types
  for select to anon, authenticated using (true);
create policy "countries are public" on public.space_countries
  for select to anon, authenticated using (true);

revoke all on public.space_locations, public.location_types, public.space_countries
from anon, authenticated;
grant select on public.space_locations, public.location_types, public.space_countries
to anon, authenticated;

-- Updates the location counts once per statement, in sorted order, so that concurrent statements
-- cannot deadlock.
create function public.count_listed_spaces() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      changes jsonb;
    begin
      if tg_op = 'TRUNCATE' then
        delete from public.space_locations;
        delete from public.location_types;
        delete from public.space_countries;
        return null;
      elsif tg_op = 'INSERT' then
        select jsonb_agg(counts) into changes from (
          select location, country, type, count(*) as change from added where is_listed
          group by location, country, type
        ) as counts;
      elsif tg_op = 'DELETE' then
        select jsonb_agg(counts) into changes from (
          select location, country, type, -count(*) as change from removed where is_listed
          group by location, country, type
        ) as counts;
      else
        select jsonb_agg(counts) into changes from (
          select location, country, type, sum(spaces) as change from (
            select location, country, type, 1 as spaces from added where is_listed
            union all select location, country, type, -1 from removed where is_listed
          ) as listed
          group by location, country, type having sum(spaces) <> 0
        ) as counts;
      end if;
      insert into public.space_locations as known (location, spaces)
        select location, sum(change)
        from jsonb_to_recordset(changes) as counts (location text, change integer)
        group by location having sum(change) <> 0 order by location
        on conflict (location) do update set spaces = known.spaces + excluded.spaces;
      insert into public.location_types as known (location, type, spaces)
        select location, type, sum(change)
        from jsonb_to_recordset(changes) as counts (location text, type text, change integer)
        group by location, type having sum(change) <> 0 order by location, type
        on conflict (location, type) do update set spaces = known.spaces + excluded.spaces;
      insert into public.space_countries as known (country, spaces)
        select country, sum(change)
        from jsonb_to_recordset(changes) as counts (country text, change integer)
        group by country having sum(change) <> 0 order by country
        on conflict (country) do update set spaces = known.spaces + excluded.spaces;
      if tg_op <> 'INSERT' then
        delete from public.space_locations
          where spaces = 0 and location in (select location from removed);
        delete from public.location_types
          where spaces = 0 and location in (select location from removed);
        delete from public.space_countries
          where spaces = 0 and country in (select country from removed);
      end if;
      return null;
    end
  $$;

revoke execute on function public.count_listed_spaces() from public, anon, authenticated;

create trigger count_added_spaces after insert on public.spaces
  referencing new table as added
  for each statement execute function public.count_listed_spaces();
create trigger count_removed_spaces after delete on public.spaces
  referencing old table as removed
  for each statement execute function public.count_listed_spaces();
create trigger count_changed_spaces after update on public.spaces
  referencing old table as removed new table as added
  for each statement execute function public.count_listed_spaces();
create trigger count_truncated_spaces after truncate on public.spaces
  for each statement execute function public.count_listed_spaces();

-- Average hourly prices per location and currency, as a view because the data API does not support
-- aggregates.
create view public.location_rates with (security_invoker) as
  select location, currency::text as currency, count(*)::integer as spaces,
    round(avg(price), 2) as average_price
  from public.spaces
  group by location, currency;

revoke all on public.location_rates from anon, authenticated;
grant select on public.location_rates to anon, authenticated;

-- Returns the spaces of sitemap number `part` (from 0) of `parts`. Returns one JSON value, because
-- the data API limits the number of rows. Splits spaces into about equal parts by ranges of their
-- random ids. A sitemap may hold 50,000 URLs:
-- https://www.sitemaps.org/protocol.html
create function public.sitemap_spaces(part integer, parts integer) returns jsonb
  language sql stable set search_path = '' as $$
    with bounds as (
      select
        (lpad(to_hex(65536 * part / parts), 4, '0') || '0000-0000-0000-0000-000000000000')::uuid
          as first,
        65536 * (part + 1) / parts as past
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object('address', coalesce(slug, id::text), 'updated_at', updated_at)
        order by id
      ),
      '[]'
    )
    from (
      select spaces.id, slug, updated_at
      from public.spaces, bounds
      where parts between 1 and 4096 and part between 0 and parts - 1
        and spaces.id >= bounds.first
        and (
          bounds.past = 65536
          or spaces.id < (lpad(to_hex(least(bounds.past, 65535)), 4, '0')
            || '0000-0000-0000-0000-000000000000')::uuid
        )
      order by spaces.id
      limit 50000
    ) as listed
  $$;

-- Returns the hosts with public spaces as JSON, at most 50,000, the limit of a sitemap.
create function public.sitemap_hosts() returns jsonb
  language sql stable set search_path = '' as $$
    select coalesce(jsonb_agg(to_jsonb(hosts) order by id), '[]')
    from (
      select user_id as id, max(updated_at) as updated_at
      from public.spaces group by user_id order by user_id limit 50000
    ) as hosts
  $$;

revoke execute on function public.sitemap_spaces, public.sitemap_hosts from public;
grant execute on function public.sitemap_spaces, public.sitemap_hosts
to anon, authenticated, service_role;
