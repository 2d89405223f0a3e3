-- Reviews of a booking are published when both the guest and the host have written one, or 14 days
-- after the booking and its extensions end. Until then, only the author can read a review.
-- Extensions have no reviews of their own. Contact data in reviews and answers is never shown, so
-- it is masked before it is stored.

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  space_id uuid not null references public.spaces (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- `user_id` is null after the author's account was deleted.
  user_id uuid references public.profiles (id),
  rating integer not null,
  accuracy integer,
  cleanliness integer,
  access integer,
  value integer,
  comment text,
  photos text[] not null default '{}',
  answer text,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  published_at timestamptz,
  hidden_at timestamptz,

  constraint reviews_rating_one_to_five check (rating between 1 and 5),
  constraint reviews_aspects_one_to_five check (
    accuracy between 1 and 5 and cleanliness between 1 and 5
    and access between 1 and 5 and value between 1 and 5),
  constraint reviews_comment_length check (char_length(comment) <= 2000),
  constraint reviews_answer_length check (char_length(answer) <= 2000),
  constraint reviews_answered_at_with_answer check ((answer is null) = (answered_at is null)),
  constraint reviews_at_most_5_photos check (cardinality(photos) <= 5),
  constraint reviews_photos_length check (char_length(array_to_string(photos, '')) <= 5 * 2048),
  constraint reviews_once_per_booking unique (booking_id)
);

create index reviews_space_id_idx on public.reviews (space_id, created_at desc);
create index reviews_user_id_idx on public.reviews (user_id);
create index reviews_unpublished_idx on public.reviews (booking_id) where published_at is null;

alter table public.reviews enable row level security;

alter publication supabase_realtime add table public.reviews;

create policy "published reviews are public" on public.reviews
  for select to anon, authenticated using (published_at is not null and hidden_at is null);

revoke all on public.reviews from anon, authenticated;
-- Clients cannot read a review's author (user_id) or booking (booking_id).
grant select (
  id, space_id, rating, accuracy, cleanliness, access, value, comment, photos, answer, answered_at,
  created_at, published_at
) on public.reviews to anon, authenticated;

-- Reviews of guests. A host can read them if the guest has booked or requested a space of the host.
create table public.guest_reviews (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  guest_id uuid not null references public.profiles (id),
  -- `host_id` is null after the author's account was deleted.
  host_id uuid references public.profiles (id),
  rating integer not null,
  comment text,
  created_at timestamptz not null default now(),
  published_at timestamptz,
  hidden_at timestamptz,

  constraint guest_reviews_rating_one_to_five check (rating between 1 and 5),
  constraint guest_reviews_comment_length check (char_length(comment) <= 2000),
  constraint guest_reviews_once_per_booking unique (booking_id)
);

create index guest_reviews_guest_id_idx on public.guest_reviews (guest_id, created_at desc);
create index guest_reviews_host_id_idx on public.guest_reviews (host_id);
create index guest_reviews_unpublished_idx on public.guest_reviews (booking_id)
  where published_at is null;

alter table public.guest_reviews enable row level security;

create policy "guests read published reviews of themselves" on public.guest_reviews
  for select to authenticated using (
    guest_id = (select auth.uid()) and published_at is not null and hidden_at is null
  );
create policy "hosts read published reviews of their guests" on public.guest_reviews
  for select to authenticated using (
    published_at is not null and hidden_at is null and exists (
      select from public.bookings
      join public.spaces on spaces.id = bookings.space_id
      where bookings.user_id = guest_reviews.guest_id and spaces.user_id = (select auth.uid())
    )
  );
create policy "users with a second factor need it to read guest reviews" on public.guest_reviews
  as restrictive for select to authenticated using ((select public.has_required_aal()));

revoke all on public.guest_reviews from anon, authenticated;
grant select (id, guest_id, rating, comment, created_at, published_at)
on public.guest_reviews to authenticated;

create function public.update_space_rating() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      reviewed uuid := case when tg_op = 'DELETE' then old.space_id else new.space_id end;
    begin
      update public.spaces
      set (rating, "reviewCount") = (
        select coalesce(round(avg(reviews.rating), 1), 0), count(*)
        from public.reviews
        where space_id = reviewed and published_at is not null and hidden_at is null
      )
      where id = reviewed;
      return null;
    end
  $$;

revoke execute on function public.update_space_rating() from public, anon, authenticated;

create trigger update_space_rating
  after insert or update of rating, published_at, hidden_at or delete on public.reviews
  for each row execute function public.update_space_rating();

-- Returns a user's role in a booking, 'guest' or 'host'. Returns null if the user cannot review the
-- booking, for example because it is an extension.
create function public.reviewer_role(p_booking public.bookings, p_user_id uuid) returns text
  language sql stable security definer set search_path = '' as $$
    select case
      when p_booking.status <> 'confirmed' or p_booking.total_price = 0
        or p_booking.extends_booking_id is not null
        or p_booking.refunded_amount >= p_booking.total_price then null
      when p_booking.user_id = p_user_id then 'guest'
      when spaces.user_id = p_user_id then 'host'
    end
    from public.spaces
    where spaces.id = p_booking.space_id and spaces.user_id <> p_booking.user_id
  $$;

-- Returns the end of a booking's last confirmed extension, or of the booking. A booking and its
-- extensions last at most 24 hours.
create function public.stay_end(p_booking public.bookings) returns timestamptz
  language sql stable set search_path = '' as $$
    with recursive stay as (
      select p_booking.id, p_booking.end_time
      union all
      select bookings.id, bookings.end_time
      from stay
      join public.bookings on bookings.extends_booking_id = stay.id
      where bookings.status = 'confirmed'
    )
    select max(end_time) from stay
  $$;

create function public.publish_reviews(p_booking_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      facts jsonb;
      guest_id uuid;
      host_id uuid;
      of_space integer;
      of_guest integer;
    begin
      update public.reviews set published_at = now()
      where booking_id = p_booking_id and published_at is null returning rating into of_space;
      update public.guest_reviews set published_at = now()
      where booking_id = p_booking_id and published_at is null returning rating into of_guest;
      select public.booking_mail_data(bookings.id), bookings.user_id, spaces.user_id
      into facts, guest_id, host_id
      from public.bookings join public.spaces on spaces.id = bookings.space_id
      where bookings.id = p_booking_id;
      if of_space is not null then
        perform public.notify(
          host_id, 'review-published', '/bookings/' || p_booking_id || '/review',
          facts || jsonb_build_object('to', 'host', 'rating', of_space),
          'review-published:' || p_booking_id || ':host');
      end if;
      if of_guest is not null then
        perform public.notify(
          guest_id, 'review-published', '/bookings/' || p_booking_id || '/review',
          facts || jsonb_build_object(
            'to', 'guest', 'rating', of_guest, 'author_name', facts -> 'host_name'),
          'review-published:' || p_booking_id || ':guest');
      end if;
    end
  $$;

-- Writes or changes the caller's unpublished review. A guest reviews the space: {rating, accuracy,
-- cleanliness, access, value, comment, photos}. A host reviews the guest: {rating, comment}.
-- Publishes both reviews once guest and host have each written one. Raises booking_not_found,
-- not_reviewable, review_too_early, review_closed, review_published, bad_review, foreign_image or
-- user_banned.
create function public.save_review(p_booking_id uuid, p_review jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      caller constant uuid := (select auth.uid());
      booking public.bookings;
      author_role text;
      ended_at timestamptz;
      words constant text := nullif(trim(p_review ->> 'comment'), '');
      masked constant text := left(public.mask_contacts(words), 2000);
      photos constant text[] := coalesce(
        (select array_agg(value) from jsonb_array_elements_text(p_review -> 'photos')), '{}');
    begin
      perform public.require_aal();
      perform public.refuse_banned_user(caller);
      -- Locks the booking, so that concurrent calls of its guest and its host run one after the
      -- other. The second call then finds the first review and publishes both.
      select * into booking from public.bookings where id = p_booking_id for update;
      author_role := public.reviewer_role(booking, caller);
      if caller is null or booking.id is null
        or author_role is null and booking.user_id <> caller
          and not exists (
            select from public.spaces where id = booking.space_id and user_id = caller)
      then
        raise exception using errcode = 'PT404', detail = 'booking_not_found',
          message = 'Booking not found';
      end if;
      if author_role is null then
        raise exception using errcode = 'PT409', detail = 'not_reviewable',
          message = 'Only paid bookings that took place can be reviewed';
      end if;
      ended_at := public.stay_end(booking);
      if now() < ended_at then
        raise exception using errcode = 'PT409', detail = 'review_too_early',
          message = 'You can write a review after the booking has ended';
      end if;
      if now() >= ended_at + interval '14 days' then
        raise exception using errcode = 'PT409', detail = 'review_closed',
          message = 'Reviews close 14 days after the booking';
      end if;
      if not coalesce((p_review ->> 'rating') ~ '^[1-5]$', false)
        or char_length(words) > 2000 or cardinality(photos) > 5
        or exists (
          select from unnest(array['accuracy', 'cleanliness', 'access', 'value']) as aspect
          where (p_review ->> aspect) !~ '^[1-5]$')
      then
        raise exception using errcode = 'PT400', detail = 'bad_review',
          message = 'Please give one to five stars, at most 2,000 characters and at most 5 photos';
      end if;
      perform public.require_own_images(photos, 'spaces');

      if author_role = 'guest' then
        insert into public.reviews
          (space_id, booking_id, user_id, rating, accuracy, cleanliness, access, value, comment, photos)
        values (
          booking.space_id, booking.id, caller, (p_review ->> 'rating')::integer,
          (p_review ->> 'accuracy')::integer, (p_review ->> 'cleanliness')::integer,
          (p_review ->> 'access')::integer, (p_review ->> 'value')::integer, masked, photos)
        on conflict (booking_id) do update
          set rating = excluded.rating, accuracy = excluded.accuracy,
            cleanliness = excluded.cleanliness, access = excluded.access, value = excluded.value,
            comment = excluded.comment, photos = excluded.photos
          where reviews.published_at is null;
      else
        insert into public.guest_reviews (booking_id, guest_id, host_id, rating, comment)
        values (booking.id, booking.user_id, caller, (p_review ->> 'rating')::integer, masked)
        on conflict (booking_id) do update
          set rating = excluded.rating, comment = excluded.comment
          where guest_reviews.published_at is null;
      end if;
      if not found then
        raise exception using errcode = 'PT409', detail = 'review_published',
          message = 'This review is published and can no longer be changed';
      end if;
      if exists (select from public.reviews where booking_id = booking.id)
        and exists (select from public.guest_reviews where booking_id = booking.id)
      then
        perform public.publish_reviews(booking.id);
      end if;
    end
  $$;

-- Returns {role: guest | host, opens_at, closes_at, own, received} of a booking, or null if the
-- caller cannot review the booking. `own` is the caller's review. `received` is the published
-- review that the other party of the booking wrote.
create function public.review_state(p_booking_id uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
      'role', author_role,
      'opens_at', ended_at,
      'closes_at', ended_at + interval '14 days',
      'own', case author_role when 'guest' then of_space.facts else of_guest.facts end,
      'received', case
        when author_role = 'guest' and of_guest.is_shown then of_guest.facts
        when author_role = 'host' and of_space.is_shown then of_space.facts
      end)
    from public.bookings
    cross join public.reviewer_role(bookings, (select auth.uid())) as author_role
    cross join public.stay_end(bookings) as ended_at
    left join lateral (
      select published_at is not null and hidden_at is null as is_shown,
        to_jsonb(reviews) - '{user_id,booking_id,space_id}'::text[] as facts
      from public.reviews where booking_id = bookings.id
    ) as of_space on true
    left join lateral (
      select published_at is not null and hidden_at is null as is_shown,
        to_jsonb(guest_reviews) - '{guest_id,host_id,booking_id}'::text[] as facts
      from public.guest_reviews where booking_id = bookings.id
    ) as of_guest on true
    where bookings.id = p_booking_id and author_role is not null and public.has_required_aal()
  $$;

-- Returns the bookings that the caller can still review, ordered by the end of the review period.
create function public.due_reviews()
  returns table (
    booking_id uuid, role text, space_title text, guest_name text, end_time timestamptz,
    time_zone text, closes_at timestamptz)
  language sql stable security definer set search_path = '' as $$
    select bookings.id, author_role, spaces.title, guests.full_name,
      ended_at, bookings.time_zone, ended_at + interval '14 days'
    from public.bookings
    join public.spaces on spaces.id = bookings.space_id
    join public.profiles guests on guests.id = bookings.user_id
    cross join public.reviewer_role(bookings, (select auth.uid())) as author_role
    cross join public.stay_end(bookings) as ended_at
    where (bookings.user_id = (select auth.uid()) or spaces.user_id = (select auth.uid()))
      and bookings.status = 'confirmed'
      and bookings.end_time between now() - interval '15 days' and now()
      and ended_at between now() - interval '14 days' and now()
      and public.has_required_aal()
      and case author_role
        when 'guest' then not exists (
          select from public.reviews where reviews.booking_id = bookings.id)
        when 'host' then not exists (
          select from public.guest_reviews where guest_reviews.booking_id = bookings.id)
        else false
      end
    order by ended_at
    limit 50
  $$;

-- Returns the reviews of the caller's spaces that were published in the last 30 days and have no
-- answer, newest first. Older reviews can still be answered.
create function public.unanswered_reviews()
  returns table (
    booking_id uuid, rating integer, comment text, published_at timestamptz, space_title text,
    guest_name text, guest_avatar_url text)
  language sql stable security definer set search_path = '' as $$
    select bookings.id, reviews.rating, reviews.comment, reviews.published_at, spaces.title,
      guests.full_name, guests.avatar_url
    from public.reviews
    join public.spaces on spaces.id = reviews.space_id
    join public.bookings on bookings.id = reviews.booking_id
    join public.profiles guests on guests.id = bookings.user_id
    where spaces.user_id = (select auth.uid()) and spaces.withdrawn_at is null
      and reviews.published_at > now() - interval '30 days'
      and reviews.hidden_at is null and reviews.answer is null
      and public.reviewer_role(bookings, (select auth.uid())) = 'host'
      and public.has_required_aal()
    order by reviews.published_at desc, reviews.id
    limit 50
  $$;

-- Sets the host's answer to a review. An empty text removes the answer. Raises review_not_found,
-- bad_review or user_banned.
create function public.answer_review(p_review_id uuid, p_answer text) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      words constant text := nullif(trim(p_answer), '');
      answered public.reviews;
    begin
      perform public.require_aal();
      perform public.refuse_banned_user((select auth.uid()));
      if char_length(words) > 2000 then
        raise exception using errcode = 'PT400', detail = 'bad_review',
          message = 'An answer can have at most 2,000 characters';
      end if;
      update public.reviews
      set answer = left(public.mask_contacts(words), 2000),
        answered_at = case when words is not null then now() end
      from public.spaces
      where reviews.id = p_review_id and reviews.published_at is not null
        and spaces.id = reviews.space_id and spaces.user_id = (select auth.uid())
      returning reviews.* into answered;
      if not found then
        raise exception using errcode = 'PT404', detail = 'review_not_found',
          message = 'This review no longer exists';
      end if;
      if words is not null then
        perform public.notify(
          answered.user_id, 'review-answered', '/bookings/' || answered.booking_id || '/review',
          public.booking_mail_data(answered.booking_id), 'review-answered:' || answered.id,
          '{app}');
      end if;
    end
  $$;

-- Publishes reviews whose review period has ended, and invites guests and hosts to write reviews.
create function public.advance_reviews(p_limit integer default 200) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      booking public.bookings;
      host_id uuid;
      facts jsonb;
      published integer := 0;
      invited integer := 0;
    begin
      for booking in
        select bookings.* from public.bookings
        where end_time <= now() - interval '14 days'
          and public.stay_end(bookings) <= now() - interval '14 days'
          and (
            id in (select booking_id from public.reviews where published_at is null)
            or id in (select booking_id from public.guest_reviews where published_at is null)
          )
        limit p_limit
        for update skip locked
      loop
        perform public.publish_reviews(booking.id);
        published := published + 1;
      end loop;
      for booking in
        select bookings.* from public.bookings
        where status = 'confirmed' and review_invited_at is null and extends_booking_id is null
          and end_time between now() - interval '4 days' and now() - interval '2 hours'
          and public.stay_end(bookings)
            between now() - interval '3 days' and now() - interval '2 hours'
        order by end_time
        limit p_limit
        for update skip locked
      loop
        update public.bookings set review_invited_at = now() where id = booking.id;
        select user_id into host_id from public.spaces where id = booking.space_id;
        if public.reviewer_role(booking, booking.user_id) is null then continue; end if;
        facts := public.booking_mail_data(booking.id)
          || jsonb_build_object('closes_at', public.stay_end(booking) + interval '14 days');
        if not exists (select from public.reviews where booking_id = booking.id) then
          perform public.notify(
            booking.user_id, 'review-invited', '/bookings/' || booking.id || '/review',
            facts || '{"to": "guest"}', 'review-invited:' || booking.id || ':guest');
          invited := invited + 1;
        end if;
        if not exists (select from public.guest_reviews where booking_id = booking.id) then
          perform public.notify(
            host_id, 'review-invited', '/bookings/' || booking.id || '/review',
            facts || '{"to": "host"}', 'review-invited:' || booking.id || ':host');
          invited := invited + 1;
        end if;
      end loop;
      return jsonb_build_object('published', published, 'invited', invited);
    end
  $$;

revoke execute on function
  public.reviewer_role, public.stay_end, public.publish_reviews, public.save_review, public.review_state,
  public.due_reviews, public.unanswered_reviews, public.answer_review, public.advance_reviews
from public, anon, authenticated;
grant execute on function
  public.save_review, public.review_state, public.due_reviews, public.unanswered_reviews,
  public.answer_review
to authenticated;
grant execute on function public.advance_reviews to service_role;

create trigger refuse_inactive_account
  before insert on public.reviews
  for each row execute function public.refuse_inactive_account();

-- Returns a name as other users see it, such as "Nora K." for "Nora Katharina Klein". Null if the
-- user has no name.
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
-- This grant is needed, because the view space_reviews calls the function with the caller's rights.
grant execute on function public.short_name to anon, authenticated;

-- Published reviews with the shortened names of their authors, without the ids of author and
-- booking.
create view public.space_reviews with (security_barrier) as
  select
    reviews.id, reviews.space_id, reviews.rating, reviews.accuracy, reviews.cleanliness,
    reviews.access, reviews.value, reviews.comment, reviews.photos, reviews.answer,
    reviews.answered_at, reviews.created_at,
    case
      when profiles.id is null or profiles.deleted_at is not null then 'Former guest'
      else coalesce(public.short_name(profiles.full_name), 'A guest')
    end as author_name
  from public.reviews
  left join public.profiles on profiles.id = reviews.user_id
  where reviews.published_at is not null and reviews.hidden_at is null;

revoke all on public.space_reviews from anon, authenticated;
grant select on public.space_reviews to anon, authenticated;

-- Updates the reviews of a user whose name has changed, so that the change feed invalidates cached
-- space pages.
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

create function public.host_figures(p_host_id uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
      'spaces', count(distinct spaces.id),
      'reviews', count(reviews.id),
      'rating', round(avg(reviews.rating), 1)
    )
    from public.spaces
    left join public.reviews on reviews.space_id = spaces.id
      and reviews.published_at is not null and reviews.hidden_at is null
    where spaces.user_id = p_host_id and spaces.is_listed
  $$;

revoke execute on function public.host_figures from public;
grant execute on function public.host_figures to anon, authenticated;

-- Returns a guest's number of reviews and mean rating: {reviews, rating}. Counts no reviews unless
-- the guest has booked or requested a space of the caller.
create function public.guest_figures(p_guest_id uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object('reviews', count(*), 'rating', round(avg(rating), 1))
    from public.guest_reviews
    where guest_id = p_guest_id and published_at is not null and hidden_at is null
      and exists (
        select from public.bookings
        join public.spaces on spaces.id = bookings.space_id
        where bookings.user_id = p_guest_id and spaces.user_id = (select auth.uid())
      )
  $$;

revoke execute on function public.guest_figures from public, anon;
grant execute on function public.guest_figures to authenticated;

-- Users' reports of published reviews that break the rules. Admins read and resolve them.
create table public.review_reports (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null references public.reviews (id) on delete cascade,
  -- `user_id` is null after the reporter's account was deleted.
  user_id uuid default auth.uid() references public.profiles (id) on delete set null,
  reason text not null,
  details text not null default '',
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  constraint review_reports_reason_known
    check (reason in ('offensive', 'personal_data', 'not_about_stay', 'spam', 'other')),
  constraint review_reports_details_length check (char_length(details) <= 2000)
);

create index review_reports_open_idx on public.review_reports (created_at)
  where (resolved_at is null);
create unique index review_reports_once_while_open_idx
  on public.review_reports (review_id, user_id) where (resolved_at is null);

alter table public.review_reports enable row level security;

create policy "signed-in users report reviews" on public.review_reports
  for insert to authenticated with check (
    user_id = (select auth.uid())
    and exists (select from public.reviews where reviews.id = review_reports.review_id)
  );
create policy "users with a second factor need it to report reviews" on public.review_reports
  as restrictive for insert to authenticated with check ((select public.has_required_aal()));
create policy "admins read reports of reviews" on public.review_reports
  for select to authenticated using ((select public.is_admin()));

revoke all on public.review_reports from anon, authenticated;
grant insert (review_id, user_id, reason, details) on public.review_reports to authenticated;
grant select on public.review_reports to authenticated;

create trigger refuse_inactive_account
  before insert on public.review_reports
  for each row execute function public.refuse_inactive_account();
create trigger limit_reports
  before insert on public.review_reports
  for each row execute function public.limit_reports();

-- Log of admins' decisions about reviews.
create table public.review_decisions (
  id bigint generated always as identity primary key,
  review_id uuid not null references public.reviews (id) on delete cascade,
  admin_id uuid references public.profiles (id) on delete set null,
  is_hidden boolean not null,
  reason text not null,
  created_at timestamptz not null default now(),
  constraint review_decisions_reason_length check (char_length(reason) between 1 and 2000)
);

create index review_decisions_review_id_idx on public.review_decisions (review_id);

alter table public.review_decisions enable row level security;

create policy "admins read decisions about reviews" on public.review_decisions
  for select to authenticated using ((select public.is_admin()));

revoke all on public.review_decisions from anon, authenticated;
grant select on public.review_decisions to authenticated;

-- Returns reviews with open reports, earliest report first. Returns no row unless the caller is an
-- admin.
create function public.reported_reviews()
  returns table (
    review_id uuid, space_id uuid, space_title text, rating integer, comment text,
    is_hidden boolean, reason text, details text, reported_at timestamptz, reports bigint)
  language sql stable security definer set search_path = '' as $$
    select reviews.id, spaces.id, spaces.title, reviews.rating, reviews.comment,
      reviews.hidden_at is not null, min(reports.reason), string_agg(reports.details, E'\n'),
      min(reports.created_at), count(*)
    from public.review_reports reports
    join public.reviews on reviews.id = reports.review_id
    join public.spaces on spaces.id = reviews.space_id
    where reports.resolved_at is null and public.is_admin()
    group by reviews.id, spaces.id
    order by min(reports.created_at)
    limit 50
  $$;

-- Returns the guest's published review of a booking, even if an admin has hidden it. An extension
-- is reviewed with its first booking. Returns no row unless the caller is an admin.
create function public.booking_review(p_booking_id uuid)
  returns table (
    id uuid, rating integer, comment text, photos text[], answer text, hidden_at timestamptz)
  language sql stable security definer set search_path = '' as $$
    with recursive stay as (
      select bookings.id, extends_booking_id, start_time
      from public.bookings where bookings.id = p_booking_id
      union all
      select bookings.id, bookings.extends_booking_id, bookings.start_time
      from stay
      join public.bookings on bookings.id = stay.extends_booking_id
    )
    select reviews.id, reviews.rating, reviews.comment, reviews.photos, reviews.answer,
      reviews.hidden_at
    from stay
    join public.reviews on reviews.booking_id = stay.id
    where reviews.published_at is not null and public.is_admin()
    -- Before version 0.2, an extension could have its own review, which is returned first.
    order by stay.start_time desc
    limit 1
  $$;

-- Hides a review or shows it again as an admin, and notifies its author, unless the author is
-- banned. Raises review_not_found or bad_decision.
create function public.decide_review(p_review_id uuid, p_is_hidden boolean, p_reason text)
  returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      review public.reviews;
      event_key constant text := format('review-hidden:%s:', p_review_id);
    begin
      perform public.require_aal();
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      if coalesce(char_length(trim(p_reason)), 0) not between 1 and 2000 then
        raise exception using errcode = 'PT400', detail = 'bad_decision',
          message = 'Please give a reason';
      end if;
      select * into review from public.reviews where id = p_review_id for update;
      if not found then
        raise exception using errcode = 'PT404', detail = 'review_not_found',
          message = 'This review no longer exists';
      end if;
      update public.reviews
      set hidden_at = case when p_is_hidden then coalesce(hidden_at, now()) end
      where id = p_review_id;
      update public.review_reports set resolved_at = now()
      where review_id = p_review_id and resolved_at is null;
      insert into public.review_decisions (review_id, admin_id, is_hidden, reason)
      values (p_review_id, (select auth.uid()), p_is_hidden, trim(p_reason));
      perform public.record_admin_action(case when p_is_hidden then 'review.hide' else 'review.show' end,
        'review', p_review_id::text, p_reason);
      -- notify delays the email about a hidden review by a minute. If an admin shows the review
      -- again within this minute, deletes the email and the notification of the review's author.
      if not p_is_hidden and review.hidden_at > clock_timestamp() - interval '1 minute' then
        delete from public.outgoing_mails
        where user_id = review.user_id and template = 'review-hidden'
          and starts_with(dedupe_key, event_key) and created_at >= review.hidden_at;
        delete from public.notifications
        where user_id = review.user_id and kind = 'review-hidden'
          and starts_with(dedupe_key, event_key) and created_at >= review.hidden_at;
        return;
      end if;
      if (review.hidden_at is not null) <> p_is_hidden and not exists (
        select from auth.users where id = review.user_id and banned_until > now()
      ) then
        perform public.notify(
          review.user_id, case when p_is_hidden then 'review-hidden' else 'review-shown' end,
          '/bookings/' || review.booking_id || '/review',
          public.booking_mail_data(review.booking_id)
            || jsonb_strip_nulls(jsonb_build_object(
              'hidden_reason', case when p_is_hidden then trim(p_reason) end)),
          event_key || clock_timestamp());
      end if;
    end
  $$;

revoke execute on function public.reported_reviews, public.booking_review, public.decide_review
from public, anon;
grant execute on function public.reported_reviews, public.booking_review, public.decide_review
to authenticated;
