-- Proposed changes of a confirmed booking's time, people or extras. Their functions are in
-- change_steps.sql.

create table public.booking_changes (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id),
  proposed_by text not null,
  -- unpaid: the host does not see the proposal, because the guest must authorize a payment first;
  -- accepted: the card is being charged, and both the old and the new time are reserved;
  -- done: the booking has changed.
  status text not null,
  -- Values of the booking when the change was proposed.
  old_start_time timestamptz not null,
  old_end_time timestamptz not null,
  old_guest_count integer not null,
  old_extras jsonb not null,
  old_total_minor bigint not null,
  -- Values that the change proposes. The amounts follow the price rules stored with the booking.
  start_time timestamptz not null,
  end_time timestamptz not null,
  guest_count integer not null,
  extras jsonb not null,
  price_lines jsonb not null,
  currency public.currency_code not null,
  rental_minor bigint not null,
  platform_fee_minor bigint not null,
  total_minor bigint not null,
  host_commission_minor bigint not null,
  host_share_minor bigint not null,
  -- A proposal expires at the earliest of: 48 hours after it was made, the new start, and 48 hours
  -- before the old start.
  answer_by timestamptz not null,
  answered_at timestamptz,
  created_at timestamptz not null default now(),

  constraint booking_changes_proposed_by_known check (proposed_by in ('guest', 'host')),
  constraint booking_changes_status_known check (status in (
    'unpaid', 'open', 'accepted', 'done', 'declined', 'withdrawn', 'expired', 'failed')),
  constraint booking_changes_only_guests_pay_first check (status <> 'unpaid' or proposed_by = 'guest'),
  constraint booking_changes_at_most_24_hours
    check (end_time > start_time and end_time <= start_time + interval '24 hours'),
  constraint booking_changes_guest_count_at_least_one check (guest_count >= 1),
  constraint booking_changes_total_is_rental_plus_fee
    check (total_minor = rental_minor + platform_fee_minor),
  constraint booking_changes_share_is_rental_minus_commission
    check (host_share_minor = rental_minor - host_commission_minor)
);

create index booking_changes_booking_id_idx on public.booking_changes (booking_id, created_at desc);
create unique index booking_changes_one_open on public.booking_changes (booking_id)
  where (status in ('open', 'accepted'));
create index booking_changes_expiring_idx on public.booking_changes (answer_by)
  where (status in ('unpaid', 'open'));

alter table public.booking_changes enable row level security;

create policy "guests read the changes of their bookings" on public.booking_changes
  for select to authenticated using (
    exists (
      select from public.bookings
      where bookings.id = booking_id and bookings.user_id = (select auth.uid())
    )
  );
create policy "hosts read the changes that concern them" on public.booking_changes
  for select to authenticated using (
    status <> 'unpaid' and exists (
      select from public.bookings
      join public.spaces on spaces.id = bookings.space_id
      where bookings.id = booking_id and spaces.user_id = (select auth.uid())
    )
  );
create policy "admins read every change" on public.booking_changes
  for select to authenticated using ((select public.is_admin()));
create policy "users with a second factor need it to read changes" on public.booking_changes
  as restrictive for select to authenticated using ((select public.has_required_aal()));

revoke all on public.booking_changes from anon, authenticated;
grant select on public.booking_changes to authenticated;
