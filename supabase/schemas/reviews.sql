create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  space_id uuid not null references public.spaces (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- Author of the review. Null after the author's account has been deleted.
  user_id uuid default auth.uid() references public.profiles (id),
  rating integer not null,
  comment text,
  created_at timestamptz not null default now(),
  constraint reviews_rating_one_to_five check (rating between 1 and 5),
  constraint reviews_comment_length check (char_length(comment) <= 2000),
  constraint reviews_once_per_booking unique (booking_id)
);

create index reviews_space_id_idx on public.reviews (space_id, created_at desc);

create index reviews_user_id_idx on public.reviews (user_id);

alter table public.reviews enable row level security;

alter publication supabase_realtime add table public.reviews;

create policy "reviews are public" on public.reviews
  for select to anon, authenticated using (true);
create policy "guests review paid bookings that have ended" on public.reviews
  for insert to authenticated with check (
    user_id = (select auth.uid())
    and exists (
      select from public.bookings
      where bookings.id = reviews.booking_id
        and bookings.space_id = reviews.space_id
        and bookings.user_id = (select auth.uid())
        and bookings.status = 'confirmed'
        and bookings.end_time < now()
        and bookings.total_price > 0
    )
    and not exists (
      select from public.spaces
      where spaces.id = reviews.space_id and spaces.user_id = (select auth.uid())
    )
  );
create policy "users with a second factor need it to review" on public.reviews
  as restrictive for insert to authenticated with check ((select public.has_required_aal()));

revoke all on public.reviews from anon, authenticated;
-- Clients may not read who wrote a review (user_id) or for which booking (booking_id).
grant select (id, space_id, rating, comment, created_at) on public.reviews to anon, authenticated;
grant insert (space_id, booking_id, user_id, rating, comment) on public.reviews to authenticated;

create function public.update_space_rating() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      reviewed uuid := case when tg_op = 'DELETE' then old.space_id else new.space_id end;
    begin
      update public.spaces
      set rating = coalesce(
            (select round(avg(reviews.rating), 1) from public.reviews where space_id = reviewed), 0),
          "reviewCount" = (select count(*) from public.reviews where space_id = reviewed)
      where id = reviewed;
      return null;
    end
  $$;

revoke execute on function public.update_space_rating() from public, anon, authenticated;

create trigger update_space_rating
  after insert or update of rating or delete on public.reviews
  for each row execute function public.update_space_rating();

create trigger refuse_inactive_account
  before insert on public.reviews
  for each row execute function public.refuse_inactive_account();

-- Returns a name as other users see it, "Nora K." for "Nora Katharina Klein"; null without a name.
create function public.short_name(p_full_name text) returns text
  language sql immutable set search_path = '' as $$
    select case
      when cardinality(words) > 1
        then left(words[1], 40) || ' ' || upper(left(words[cardinality(words)], 1)) || '.'
      else nullif(left(words[1], 40), '')
    end
    from (select regexp_split_to_array(trim(p_full_name), '\s+') as words) as split
  $$;

revoke execute on function public.short_name from public;
-- The view space_reviews calls the function with the caller's permissions.
grant execute on function public.short_name to anon, authenticated;

-- Reviews with the shortened names of their authors. The author's id and the booking stay hidden.
create view public.space_reviews with (security_barrier) as
  select
    reviews.id, reviews.space_id, reviews.rating, reviews.comment, reviews.created_at,
    case
      when profiles.id is null or profiles.deleted_at is not null then 'Former guest'
      else coalesce(public.short_name(profiles.full_name), 'A guest')
    end as author_name
  from public.reviews
  left join public.profiles on profiles.id = reviews.user_id;

revoke all on public.space_reviews from anon, authenticated;
grant select on public.space_reviews to anon, authenticated;

-- Writes the reviews of a user whose name has changed, so that cached pages of the reviewed spaces
-- are dropped by the change feed.
create function public.touch_reviews_of_author() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      update public.reviews set user_id = new.id where user_id = new.id;
      return null;
    end
  $$;

revoke execute on function public.touch_reviews_of_author from public, anon, authenticated;

create trigger touch_reviews_of_author
  after update of full_name on public.profiles
  for each row when (new.full_name is distinct from old.full_name)
  execute function public.touch_reviews_of_author();

-- Returns the number of listed spaces of a host, the number of their reviews and the mean rating.
create function public.host_figures(p_host_id uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
      'spaces', count(distinct spaces.id),
      'reviews', count(reviews.id),
      'rating', round(avg(reviews.rating), 1)
    )
    from public.spaces
    left join public.reviews on reviews.space_id = spaces.id
    where spaces.user_id = p_host_id and spaces.is_listed
  $$;

revoke execute on function public.host_figures from public;
grant execute on function public.host_figures to anon, authenticated;
