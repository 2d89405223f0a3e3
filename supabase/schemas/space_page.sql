
-- Number of published reviews of a space by rating.
create view public.review_counts with (security_invoker) as
  select space_id, rating, count(*)::integer as reviews
  from public.reviews
  where published_at is not null
  group by space_id, rating;

revoke all on public.review_counts from anon, authenticated;
grant select on public.review_counts to anon, authenticated;

-- Mean rating of each aspect of a space, rounded to one decimal. Null for an aspect without
-- ratings.
create view public.review_aspects with (security_invoker) as
  select space_id, round(avg(accuracy), 1) as accuracy, round(avg(cleanliness), 1) as cleanliness,
    round(avg(access), 1) as access, round(avg(value), 1) as value
  from public.reviews
  where published_at is not null
  group by space_id;

revoke all on public.review_aspects from anon, authenticated;
grant select on public.review_aspects to anon, authenticated;

-- Returns at most 6 similar spaces: first of the same city and type, then of the same city, then of
-- the same type. Considers only the 200 best rated spaces of the city and the 20 best rated of the
-- type.
create function public.similar_spaces(p_space_id uuid) returns setof uuid
  language sql stable security definer set search_path = '' as $$
    with
    shown as (
      select space_id, location, type from public.searchable_spaces
      where searchable_spaces.space_id = p_space_id
    ),
    candidates as (
      select near.space_id, near.type, near.rating_key, true as is_near
      from shown, lateral (
        select listed.space_id, listed.type, listed.rating_key
        from public.searchable_spaces as listed
        where listed.location = shown.location
        order by listed.rating_key desc limit 200
      ) as near
      union all
      select alike.space_id, alike.type, alike.rating_key, false
      from shown, lateral (
        select listed.space_id, listed.type, listed.location, listed.rating_key
        from public.searchable_spaces as listed
        where listed.type = shown.type
        order by listed.rating_key desc limit 20
      ) as alike
      where alike.location <> shown.location
    )
    select candidates.space_id
    from candidates, shown
    where candidates.space_id <> shown.space_id
    order by candidates.is_near desc, candidates.type = shown.type desc,
      candidates.rating_key desc
    limit 6
  $$;

-- Notifies the open pages of a space that a time was released, so that they read its slots again.
-- Realtime does not send released rows to visitors. The channel is private, because every client
-- can send to a public channel.
create function public.announce_released_time() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      perform realtime.send('{}', 'released', 'space:' || old.space_id, true);
      return null;
    end
  $$;

revoke execute on function public.announce_released_time from public, anon, authenticated;

create trigger announce_released_time
  after update of active on public.space_availability
  for each row when (old.active and not new.active)
  execute function public.announce_released_time();

create policy "all users receive events of spaces" on realtime.messages
  for select to anon, authenticated
  using (extension = 'broadcast' and (select realtime.topic()) like 'space:%');
