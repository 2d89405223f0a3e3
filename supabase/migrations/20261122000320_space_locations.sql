-- Every location that has a listed space, with how many. Kept by triggers, because finding the few
-- distinct locations among many spaces anew for each visitor costs more the more spaces there are.

create table public.space_locations (
  location text primary key,
  spaces integer not null
);

create index space_locations_most_spaces_idx
  on public.space_locations (spaces desc, location);
create index space_locations_part_idx
  on public.space_locations using gin (location extensions.gin_trgm_ops);

alter table public.space_locations enable row level security;

create policy "everybody reads locations" on public.space_locations
  for select to anon, authenticated using (true);

-- Withheld on purpose: every write. Spaces alone make and unmake locations.
revoke all on public.space_locations from anon, authenticated;
grant select on public.space_locations to anon, authenticated;

insert into public.space_locations (location, spaces)
  select location, count(*) from public.spaces where withdrawn_at is null group by location;

-- Counts what a statement has added and removed, in the order of the names: statements that touch
-- the same locations wait for each other and never deadlock.
create function public.count_space_locations() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
    begin
      if tg_op = 'TRUNCATE' then
        delete from public.space_locations;
        return null;
      end if;
      if tg_op = 'INSERT' then
        insert into public.space_locations as known (location, spaces)
          select location, count(*) from added where withdrawn_at is null
          group by location order by location
          on conflict (location) do update set spaces = known.spaces + excluded.spaces;
      elsif tg_op = 'DELETE' then
        insert into public.space_locations as known (location, spaces)
          select location, -count(*) from removed where withdrawn_at is null
          group by location order by location
          on conflict (location) do update set spaces = known.spaces + excluded.spaces;
      else
        insert into public.space_locations as known (location, spaces)
          select location, sum(change)
          from (
            select location, 1 as change from added where withdrawn_at is null
            union all select location, -1 from removed where withdrawn_at is null
          ) as changes
          group by location having sum(change) <> 0 order by location
          on conflict (location) do update set spaces = known.spaces + excluded.spaces;
      end if;
      if tg_op <> 'INSERT' then
        delete from public.space_locations
          where spaces = 0 and location in (select location from removed);
      end if;
      return null;
    end
  $$;

revoke execute on function public.count_space_locations() from public, anon, authenticated;

create trigger count_added_locations after insert on public.spaces
  referencing new table as added
  for each statement execute function public.count_space_locations();
create trigger count_removed_locations after delete on public.spaces
  referencing old table as removed
  for each statement execute function public.count_space_locations();
create trigger count_moved_locations after update on public.spaces
  referencing old table as removed new table as added
  for each statement execute function public.count_space_locations();
create trigger count_no_locations after truncate on public.spaces
  for each statement execute function public.count_space_locations();
