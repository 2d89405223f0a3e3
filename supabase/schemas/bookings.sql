-- Allowed status changes of a booking, the same as in `domain/booking-states.ts`.
create table public.booking_transitions (
  from_status text,
  to_status text not null,
  actor text not null,
  constraint booking_transitions_key unique nulls not distinct (from_status, to_status, actor)
);

insert into public.booking_transitions (from_status, to_status, actor) values
  (null, 'confirmed', 'server'),
  (null, 'requested', 'server'),
  ('requested', 'confirmed', 'host'),
  ('requested', 'declined', 'host'),
  ('requested', 'expired', 'server'),
  ('requested', 'cancelled', 'guest'),
  ('confirmed', 'cancelled', 'guest'),
  ('confirmed', 'cancelled', 'host'),
  ('confirmed', 'cancelled', 'admin');

alter table public.booking_transitions enable row level security;
revoke all on public.booking_transitions from anon, authenticated;

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id),
  space_id uuid not null references public.spaces (id),
  -- The earlier booking that this booking extends without a break. Null for other bookings.
  extends_booking_id uuid references public.bookings (id),
  start_time timestamptz not null,
  end_time timestamptz not null,
  buffer_minutes smallint not null default 0,
  guest_count integer not null default 1,
  -- The extras chosen at checkout: [{id, name, unit, price, quantity, amount}], in major units.
  extras jsonb not null default '[]',
  -- Price lines: [{price, hours, amount}], and a last line {percentage, amount} for a discount. May
  -- be empty.
  price_lines jsonb not null default '[]',
  currency public.currency_code not null,
  rental_amount numeric not null,
  platform_fee_percentage numeric not null,
  platform_fee_amount numeric not null,
  total_price numeric not null,
  host_commission_percentage numeric not null,
  host_commission_amount numeric not null,
  host_share_amount numeric not null,
  status text not null default 'confirmed',
  -- Cancellation policy and time zone that the space had at checkout.
  cancellation_policy text not null,
  time_zone text not null,
  refunded_amount numeric not null default 0,
  -- Amount that the guest got back beyond the refunds under the cancellation policy: through the
  -- Stripe dashboard, upheld problem reports and lost disputes.
  returned_amount numeric not null default 0,
  -- retrying: the guest's bank returned the refund, and a job requests it again; failed: an admin
  -- must decide.
  refund_status text,
  cancelled_at timestamptz,
  cancelled_by text,
  -- Reason and message of a cancellation by host or admin, or of a declined request.
  cancel_reason text,
  cancel_note text not null default '',
  -- Time by which the host must answer a booking request. Null if the booking was never a request.
  answer_by timestamptz,
  -- Outcome of the request: accepted, declined, expired or withdrawn. An accepted request becomes
  -- confirmed once its card is charged, and expires if the charge fails.
  answer text,
  answered_at timestamptz,
  -- Another time that the host suggested when declining the request. It is not reserved.
  suggested_start_time timestamptz,
  suggested_end_time timestamptz,
  review_invited_at timestamptz,
  created_at timestamptz not null default now(),
  -- Start of the grace period, in which the guest can cancel for free.
  booked_at timestamptz not null generated always as (coalesce(answered_at, created_at)) stored,

  constraint bookings_at_most_24_hours
    check (end_time > start_time and end_time <= start_time + interval '24 hours'),
  constraint bookings_guest_count_at_least_one check (guest_count >= 1),
  constraint bookings_extras_are_a_list check (jsonb_typeof(extras) = 'array'),
  constraint bookings_price_lines_are_a_list check (jsonb_typeof(price_lines) = 'array'),
  constraint bookings_status_known check (status in ('requested', 'confirmed', 'declined', 'expired', 'cancelled')),
  constraint bookings_cancelled_by_known check (cancelled_by in ('guest', 'host', 'admin')),
  constraint bookings_cancel_reason_known check (cancel_reason in (
    'space_unusable', 'double_booked', 'emergency', 'guest_asked', 'host_unreachable', 'unsafe',
    'rule_violation', 'fraud', 'goodwill', 'other')),
  constraint bookings_cancel_note_length check (char_length(cancel_note) <= 2000),
  constraint bookings_answer_known
    check (answer in ('accepted', 'declined', 'expired', 'withdrawn')),
  constraint bookings_only_requests_are_answered
    check (answer_by is not null or answer is null and status in ('confirmed', 'cancelled')),
  constraint bookings_answered_at_with_answer check ((answer is null) = (answered_at is null)),
  constraint bookings_suggestion_complete
    check ((suggested_start_time is null) = (suggested_end_time is null)),
  constraint bookings_suggestion_of_declined_request
    check (suggested_start_time is null or status = 'declined'),
  constraint bookings_suggestion_in_future check (suggested_start_time > answered_at),
  constraint bookings_suggestion_at_most_24_hours
    check (suggested_end_time > suggested_start_time
      and suggested_end_time <= suggested_start_time + interval '24 hours'),
  constraint bookings_cancelled_at_with_status
    check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint bookings_amounts_not_negative
    check (rental_amount >= 0 and platform_fee_amount >= 0 and host_commission_amount >= 0),
  constraint bookings_total_is_rental_plus_fee
    check (total_price = rental_amount + platform_fee_amount),
  constraint bookings_share_is_rental_minus_commission
    check (host_share_amount = rental_amount - host_commission_amount),
  constraint bookings_refund_at_most_total check (refunded_amount between 0 and total_price),
  constraint bookings_returned_at_most_total check (returned_amount between 0 and total_price),
  constraint bookings_refund_status_known
    check (refund_status in (
      'pending', 'disputed', 'succeeded', 'retrying', 'failed', 'settled')),
  constraint bookings_total_fits_currency
    check (total_price = round(total_price, public.currency_decimals(currency)))
);

create index bookings_of_guest_idx on public.bookings (user_id, start_time desc, id desc);
create index bookings_space_id_idx on public.bookings (space_id, start_time);
create index bookings_of_space_newest_idx
  on public.bookings (space_id, created_at desc, id desc);
create index bookings_to_invite_idx on public.bookings (end_time)
  where status = 'confirmed' and review_invited_at is null;
create index bookings_extends_booking_id_idx on public.bookings (extends_booking_id)
  where (extends_booking_id is not null);
create index bookings_created_at_idx on public.bookings (created_at);

alter table public.bookings enable row level security;

create policy "guests read their own bookings" on public.bookings
  for select to authenticated using (user_id = (select auth.uid()));
create policy "hosts read bookings of their spaces" on public.bookings
  for select to authenticated using (
    exists (
      select from public.spaces
      where spaces.id = bookings.space_id and spaces.user_id = (select auth.uid())
    )
  );
create policy "admins read every booking" on public.bookings
  for select to authenticated using ((select public.is_admin()));
create policy "users with a second factor need it to read bookings" on public.bookings
  as restrictive for select to authenticated using ((select public.has_required_aal()));

-- Only payment functions may write bookings, because Stripe must confirm the payment first.
revoke all on public.bookings from anon, authenticated;
grant select on public.bookings to authenticated;

-- Rejects a status change that booking_transitions does not list. Raises bad_transition.
create function public.check_booking_transition() returns trigger
  language plpgsql set search_path = '' as $$
    declare
      old_status text := case when tg_op = 'UPDATE' then old.status end;
    begin
      if old_status is distinct from new.status and not exists (
        select from public.booking_transitions
        where from_status is not distinct from old_status and to_status = new.status
      ) then
        raise exception using errcode = 'PT409', detail = 'bad_transition',
          message = format('A booking cannot go from %s to %s', old_status, new.status);
      end if;
      return new;
    end
  $$;

create trigger check_booking_transition
  before insert or update of status on public.bookings
  for each row execute function public.check_booking_transition();

-- The columns of profiles that other users may read. Every visitor can read the profiles of hosts.
-- A host can also read the profiles of guests who have booked or requested a space of the host.
create view public.people with (security_barrier) as
  select id, full_name, avatar_url, bio, languages, created_at
  from public.profiles
  where exists (select from public.spaces where spaces.user_id = profiles.id)
    or exists (
      select from public.bookings
      join public.spaces on spaces.id = bookings.space_id
      where bookings.user_id = profiles.id and spaces.user_id = (select auth.uid())
    );

revoke all on public.people from anon, authenticated;
grant select on public.people to anon, authenticated;
