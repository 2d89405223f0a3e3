-- listed_spaces intentionally runs with its owner's rights. PostgreSQL evaluates row-level policies
-- before conditions that are not leakproof, such as LIKE, so with the invoker's rights, a search
-- could not use its index. https://www.postgresql.org/docs/current/rules-privileges.html
create view public.listed_spaces as
  select
    id, slug, title, type, price, currency, location, country, capacity, amenities, images,
    image_previews[1:1] as image_previews, available, status, rating, "reviewCount", search_text,
    newest_key, rating_key, price_key, location_text
  from public.spaces
  where withdrawn_at is null;

revoke all on public.listed_spaces from anon, authenticated;
grant select on public.listed_spaces to anon, authenticated;

-- Number of listed spaces per location, and per location and type. Triggers maintain these numbers,
-- because counting them on each request would become slower as spaces are added.
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

create index space_locations_most_spaces_idx
  on public.space_locations (spaces desc, location);
create index space_locations_part_idx
  on public.space_locations using gin (location_text extensions.gin_trgm_ops);
create index location_types_part_idx
  on public.location_types using gin (location_text extensions.gin_trgm_ops);

alter table public.space_locations enable row level security;
alter table public.location_types enable row level security;

create policy "locations are public" on public.space_locations
  for select to anon, authenticated using (true);
create policy "location types are public" on public.location_types
  for select to anon, authenticated using (true);

-- No client role may write the location counts. Only triggers on the table spaces write them.
revoke all on public.space_locations, public.location_types from anon, authenticated;
grant select on public.space_locations, public.location_types to anon, authenticated;

-- Updates the location counts once per statement. Sorts the rows, so that concurrent statements
-- lock them in the same order and cannot deadlock.
create function public.count_listed_spaces() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      -- JSON array of {location, type, change}, where `change` is added to the counts.
      changes jsonb;
    begin
      if tg_op = 'TRUNCATE' then
        delete from public.space_locations;
        delete from public.location_types;
        return null;
      elsif tg_op = 'INSERT' then
        select jsonb_agg(counts) into changes from (
          select location, type, count(*) as change from added where withdrawn_at is null
          group by location, type
        ) as counts;
      elsif tg_op = 'DELETE' then
        select jsonb_agg(counts) into changes from (
          select location, type, -count(*) as change from removed where withdrawn_at is null
          group by location, type
        ) as counts;
      else
        select jsonb_agg(counts) into changes from (
          select location, type, sum(spaces) as change from (
            select location, type, 1 as spaces from added where withdrawn_at is null
            union all select location, type, -1 from removed where withdrawn_at is null
          ) as listed
          group by location, type having sum(spaces) <> 0
        ) as counts;
      end if;
      insert into public.space_locations as known (location, spaces)
        select location, sum(change)
        from jsonb_to_recordset(changes) as counts (location text, change integer)
        group by location having sum(change) <> 0 order by location
        on conflict (location) do update set spaces = known.spaces + excluded.spaces;
      insert into public.location_types as known (location, type, spaces)
        select location, type, change
        from jsonb_to_recordset(changes) as counts (location text, type text, change integer)
        order by location, type
        on conflict (location, type) do update set spaces = known.spaces + excluded.spaces;
      if tg_op <> 'INSERT' then
        delete from public.space_locations
          where spaces = 0 and location in (select location from removed);
        delete from public.location_types
          where spaces = 0 and location in (select location from removed);
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

-- Average hourly price per location and currency. This view exists because the data API does not
-- support aggregates.
create view public.location_rates with (security_invoker) as
  select location, currency::text as currency, count(*)::integer as spaces,
    round(avg(price), 2) as average_price
  from public.spaces
  group by location, currency;

revoke all on public.location_rates from anon, authenticated;
grant select on public.location_rates to anon, authenticated;

-- Returns part number `part` (from 0) of `parts` sitemaps as one JSON document, because the data
-- API limits the number of rows. Splits the spaces by ranges of ids. Ids are random, so all parts
-- have about the same size. A sitemap may hold at most 50,000 URLs:
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

revoke execute on function public.sitemap_spaces from public;
grant execute on function public.sitemap_spaces to anon, authenticated, service_role;
