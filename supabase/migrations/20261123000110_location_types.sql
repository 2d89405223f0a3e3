-- How many spaces of each type a location has, kept by triggers as `space_locations` is: counting
-- them anew for each visitor of a city costs more the more spaces the city has.

drop view public.location_types;

create table public.location_types (
  location text not null,
  type text not null,
  spaces integer not null,
  location_text text not null generated always as (public.folded(location)) stored,
  primary key (location, type)
);

create index location_types_part_idx
  on public.location_types using gin (location_text extensions.gin_trgm_ops);

alter table public.location_types enable row level security;

create policy "everybody reads types of locations" on public.location_types
  for select to anon, authenticated using (true);

-- Withheld on purpose: every write. Spaces alone make and unmake them.
revoke all on public.location_types from anon, authenticated;
grant select on public.location_types to anon, authenticated;

insert into public.location_types (location, type, spaces)
  select location, type, count(*) from public.spaces where withdrawn_at is null
  group by location, type;

-- In the order of the names, so that statements wait for each other and never deadlock.
create function public.count_location_types() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
    begin
      if tg_op = 'TRUNCATE' then
        delete from public.location_types;
        return null;
      end if;
      if tg_op = 'INSERT' then
        insert into public.location_types as known (location, type, spaces)
          select location, type, count(*) from added where withdrawn_at is null
          group by location, type order by location, type
          on conflict (location, type) do update set spaces = known.spaces + excluded.spaces;
      elsif tg_op = 'DELETE' then
        insert into public.location_types as known (location, type, spaces)
          select location, type, -count(*) from removed where withdrawn_at is null
          group by location, type order by location, type
          on conflict (location, type) do update set spaces = known.spaces + excluded.spaces;
      else
        insert into public.location_types as known (location, type, spaces)
          select location, type, sum(change)
          from (
            select location, type, 1 as change from added where withdrawn_at is null
            union all select location, type, -1 from removed where withdrawn_at is null
          ) as changes
          group by location, type having sum(change) <> 0 order by location, type
          on conflict (location, type) do update set spaces = known.spaces + excluded.spaces;
      end if;
      if tg_op <> 'INSERT' then
        delete from public.location_types
          where spaces = 0 and location in (select location from removed);
      end if;
      return null;
    end
  $$;

revoke execute on function public.count_location_types() from public, anon, authenticated;

create trigger count_added_types after insert on public.spaces
  referencing new table as added
  for each statement execute function public.count_location_types();
create trigger count_removed_types after delete on public.spaces
  referencing old table as removed
  for each statement execute function public.count_location_types();
create trigger count_moved_types after update on public.spaces
  referencing old table as removed new table as added
  for each statement execute function public.count_location_types();
create trigger count_no_types after truncate on public.spaces
  for each statement execute function public.count_location_types();
