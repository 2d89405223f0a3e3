-- What lists show of spaces, without those whose host has left.

-- The view reads as its owner on purpose. A policy that looks at the row comes before every condition
-- that is not known to keep secrets, LIKE among them: through it a search can use neither its index
-- nor what is known of the words, and reads every space. This says the same as the policy for
-- everybody, of columns that everybody may read, and a search stays as fast as the index.
create view public.listed_spaces as
  select
    id, slug, title, type, price, currency, location, country, capacity, amenities, images,
    image_previews[1:1] as image_previews, available, status, rating, "reviewCount", search_text,
    newest_key, rating_key, price_key
  from public.spaces
  where withdrawn_at is null;

revoke all on public.listed_spaces from anon, authenticated;
grant select on public.listed_spaces to anon, authenticated;

-- A space that was withdrawn no longer makes a location.
create or replace function public.count_space_locations() returns trigger
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
