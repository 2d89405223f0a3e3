-- Bookings and the money behind them. Everything here is written by the functions of the next
-- migration alone; people only read what concerns them.

-- Bookings ------------------------------------------------------------------------------------

-- The life of a booking. `domain/booking-states.ts` holds the same table.
create table public.booking_transitions (
  from_status text,
  to_status text not null,
  actor text not null,
  constraint booking_transitions_key unique nulls not distinct (from_status, to_status)
);

insert into public.booking_transitions (from_status, to_status, actor) values
  (null, 'confirmed', 'server'),
  ('confirmed', 'cancelled', 'guest');

alter table public.booking_transitions enable row level security;
revoke all on public.booking_transitions from anon, authenticated;

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id),
  space_id uuid not null references public.spaces (id),
  start_time timestamptz not null,
  end_time timestamptz not null,
  currency public.currency_code not null,
  rental_amount numeric not null,
  platform_fee_percentage numeric not null default 10,
  platform_fee_amount numeric not null,
  total_price numeric not null,
  host_commission_percentage numeric not null default 10,
  host_commission_amount numeric not null,
  host_share_amount numeric not null,
  status text not null default 'confirmed',
  -- What the space said when it was booked; later edits of the space change nothing here.
  cancellation_policy text not null,
  time_zone text not null,
  refunded_amount numeric not null default 0,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),

  constraint bookings_at_most_24_hours
    check (end_time > start_time and end_time <= start_time + interval '24 hours'),
  constraint bookings_status_known check (status in ('confirmed', 'cancelled')),
  constraint bookings_cancelled_at_with_status
    check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint bookings_amounts_not_negative
    check (rental_amount >= 0 and platform_fee_amount >= 0 and host_commission_amount >= 0),
  constraint bookings_total_is_rental_plus_fee
    check (total_price = rental_amount + platform_fee_amount),
  constraint bookings_share_is_rental_minus_commission
    check (host_share_amount = rental_amount - host_commission_amount),
  constraint bookings_refund_at_most_total check (refunded_amount between 0 and total_price),
  constraint bookings_total_fits_currency
    check (total_price = round(total_price, public.currency_decimals(currency)))
);

create index bookings_user_id_idx on public.bookings (user_id, start_time desc);
create index bookings_space_id_idx on public.bookings (space_id, start_time);
create index bookings_created_at_idx on public.bookings (created_at);

create function public.check_booking_transition() returns trigger
  language plpgsql set search_path = ''
  as $$
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

alter table public.space_availability
  add constraint space_availability_booking_id_fkey
  foreign key (booking_id) references public.bookings (id) on delete cascade;

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

-- Withheld on purpose: every write. A booking exists because Stripe says that it was paid.
revoke all on public.bookings from anon, authenticated;
grant select on public.bookings to authenticated;

-- Payments: one checkout of one guest, from hold to card --------------------------------------

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id),
  space_id uuid not null references public.spaces (id),
  hold_id uuid references public.space_availability (id) on delete set null,
  booking_id uuid references public.bookings (id),
  start_time timestamptz not null,
  end_time timestamptz not null,
  currency public.currency_code not null,
  rental_minor bigint not null,
  platform_fee_percentage numeric not null,
  platform_fee_minor bigint not null,
  total_minor bigint not null,
  host_commission_percentage numeric not null,
  host_commission_minor bigint not null,
  host_share_minor bigint not null,
  -- What the space said at checkout: the booking keeps it, whatever the host edits meanwhile.
  cancellation_policy text not null,
  time_zone text not null,
  -- open: may still be paid; paid: the money arrived; abandoned: it never will.
  status text not null default 'open',
  stripe_payment_intent_id text,
  -- By Stripe's clock, which a sandbox may have moved.
  intent_created_at timestamptz,
  stripe_charge_id text,
  created_at timestamptz not null default now(),
  paid_at timestamptz,

  constraint payments_status_known check (status in ('open', 'paid', 'abandoned')),
  constraint payments_total_is_rental_plus_fee
    check (total_minor = rental_minor + platform_fee_minor and rental_minor >= 0),
  constraint payments_share_is_rental_minus_commission
    check (host_share_minor = rental_minor - host_commission_minor),
  constraint payments_stripe_payment_intent_id_key unique (stripe_payment_intent_id),
  constraint payments_booking_id_key unique (booking_id)
);

create index payments_user_id_idx on public.payments (user_id, created_at desc);
create index payments_hold_id_idx on public.payments (hold_id);
create index payments_open_idx on public.payments (created_at) where (status = 'open');

alter table public.payments enable row level security;

create policy "guests read their own payments" on public.payments
  for select to authenticated using (user_id = (select auth.uid()));
create policy "admins read every payment" on public.payments
  for select to authenticated using ((select public.is_admin()));

revoke all on public.payments from anon, authenticated;
grant select on public.payments to authenticated;

-- The foreign keys would refuse too, in words that say nothing to a host.
create function public.keep_space_with_payments() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
    begin
      if exists (select from public.payments where space_id = old.id)
        or exists (select from public.bookings where space_id = old.id) then
        raise exception using errcode = 'foreign_key_violation', detail = 'space_has_bookings',
          message = 'This space has bookings or checkouts and is kept for their sake',
          hint = 'Make it unavailable instead';
      end if;
      return old;
    end
  $$;

revoke execute on function public.keep_space_with_payments() from public, anon, authenticated;

create trigger keep_space_with_payments
  before delete on public.spaces
  for each row execute function public.keep_space_with_payments();

-- Refunds: owed before they are made, so that a crash in between forgets none ------------------

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id),
  amount_minor bigint not null,
  currency public.currency_code not null,
  reason text not null,
  status text not null default 'pending',
  -- Counts refusals by Stripe; a retry after a crash keeps the number and so the idempotency key.
  attempt integer not null default 1,
  last_error text,
  -- After a refusal: not before this moment.
  retry_at timestamptz,
  stripe_refund_id text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,

  constraint refunds_amount_positive check (amount_minor > 0),
  constraint refunds_reason_known check (reason in ('cancelled_by_guest', 'slot_taken')),
  constraint refunds_status_known check (status in ('pending', 'succeeded')),
  constraint refunds_once_per_reason unique (payment_id, reason),
  constraint refunds_stripe_refund_id_key unique (stripe_refund_id)
);

create index refunds_pending_idx on public.refunds (created_at) where (status = 'pending');

alter table public.refunds enable row level security;

create policy "guests read their own refunds" on public.refunds
  for select to authenticated using (
    exists (
      select from public.payments
      where payments.id = refunds.payment_id and payments.user_id = (select auth.uid())
    )
  );
create policy "admins read every refund" on public.refunds
  for select to authenticated using ((select public.is_admin()));

revoke all on public.refunds from anon, authenticated;
grant select on public.refunds to authenticated;

-- Payouts: the host's share of one booking, due 24 hours after it ends -------------------------

create table public.payouts (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id),
  host_id uuid not null references public.profiles (id),
  amount_minor bigint not null,
  currency public.currency_code not null,
  due_at timestamptz not null,
  status text not null default 'scheduled',
  -- Set while a dispute is open: nothing is paid out until it is decided.
  frozen_at timestamptz,
  -- As in refunds.
  attempt integer not null default 1,
  last_error text,
  retry_at timestamptz,
  stripe_transfer_id text,
  created_at timestamptz not null default now(),
  paid_at timestamptz,

  constraint payouts_amount_not_negative check (amount_minor >= 0),
  constraint payouts_status_known check (status in ('scheduled', 'paid', 'cancelled')),
  constraint payouts_booking_id_key unique (booking_id),
  constraint payouts_stripe_transfer_id_key unique (stripe_transfer_id)
);

create index payouts_due_idx on public.payouts (due_at)
  where (status = 'scheduled' and frozen_at is null);
create index payouts_host_id_idx on public.payouts (host_id, due_at desc);

alter table public.payouts enable row level security;

create policy "hosts read their own payouts" on public.payouts
  for select to authenticated using (host_id = (select auth.uid()));
create policy "admins read every payout" on public.payouts
  for select to authenticated using ((select public.is_admin()));

revoke all on public.payouts from anon, authenticated;
grant select on public.payouts to authenticated;

-- Ledger: every movement of money, once ---------------------------------------------------------

create table public.ledger_entries (
  id bigint generated always as identity primary key,
  payment_id uuid references public.payments (id),
  booking_id uuid references public.bookings (id),
  kind text not null,
  -- Positive when money comes to the platform, negative when it leaves.
  amount_minor bigint not null,
  currency public.currency_code not null,
  stripe_id text not null,
  created_at timestamptz not null default now(),

  constraint ledger_entries_kind_known
    check (kind in ('charge', 'refund', 'transfer', 'dispute', 'dispute_won')),
  constraint ledger_entries_sign
    check (sign(amount_minor) = case when kind in ('charge', 'dispute_won') then 1 else -1 end),
  constraint ledger_entries_once unique (kind, stripe_id)
);

create index ledger_entries_booking_id_idx on public.ledger_entries (booking_id);
create index ledger_entries_payment_id_idx on public.ledger_entries (payment_id);

alter table public.ledger_entries enable row level security;

create policy "admins read the ledger" on public.ledger_entries
  for select to authenticated using ((select public.is_admin()));

revoke all on public.ledger_entries from anon, authenticated;
grant select on public.ledger_entries to authenticated;

-- Webhook events: each is worked on once -------------------------------------------------------

create table public.webhook_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);

alter table public.webhook_events enable row level security;
revoke all on public.webhook_events from anon, authenticated;

-- What a space page may show of other people's bookings ----------------------------------------

-- Hosts and guests of one booking see each other's name and picture.
create or replace view public.people with (security_barrier) as
  select id, full_name, avatar_url
  from public.profiles
  where exists (select from public.spaces where spaces.user_id = profiles.id)
    or exists (
      select from public.bookings
      join public.spaces on spaces.id = bookings.space_id
      where bookings.user_id = profiles.id and spaces.user_id = (select auth.uid())
    );

-- Taken times for the weekly grid and the slots: start, end and status, never who or how much.
-- `mine` marks the viewer's own hold or booking, so that a hold never blocks its own holder.
create view public.taken_times with (security_barrier) as
  select
    space_availability.space_id,
    space_availability.start_time,
    space_availability.end_time,
    case space_availability.kind
      when 'booking' then 'confirmed'
      when 'hold' then 'held'
      else 'blocked'
    end as status,
    exists (
      select from public.payments
      where payments.hold_id = space_availability.id and payments.user_id = (select auth.uid())
    ) as mine
  from public.space_availability
  where space_availability.active
    and (space_availability.expires_at is null or space_availability.expires_at > now());

revoke all on public.taken_times from anon, authenticated;
grant select on public.taken_times to anon, authenticated;
