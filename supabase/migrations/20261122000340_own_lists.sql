-- People's own lists, read page by page: each ends in the id, so that no two rows share a place.

create index bookings_of_guest_idx on public.bookings (user_id, start_time desc, id desc);
create index bookings_of_space_newest_idx
  on public.bookings (space_id, created_at desc, id desc);
create index spaces_of_host_idx on public.spaces (user_id, created_at desc, id desc);

drop index public.bookings_user_id_idx;
drop index public.spaces_user_id_idx;

-- What the asker's spaces have brought, a currency at a time: the host's share of every booking that
-- was not cancelled, and how many there are.
create view public.host_earnings with (security_barrier) as
  select
    bookings.currency::text as currency,
    sum(bookings.host_share_amount) as earned,
    count(*) as bookings
  from public.spaces
  join public.bookings on bookings.space_id = spaces.id
  where spaces.user_id = (select auth.uid()) and bookings.status <> 'cancelled'
  group by 1;

revoke all on public.host_earnings from anon, authenticated;
grant select on public.host_earnings to authenticated;
