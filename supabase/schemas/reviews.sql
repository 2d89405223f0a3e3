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
