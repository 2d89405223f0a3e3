-- What banks and people at Stripe do to money that was already counted: refunds that come back,
-- refunds that nobody here made, disputes. Facts are kept one by one; what follows from them is
-- computed anew by `settle_payment` (next migration) whenever one of them changes.

-- Disputes: one row each, as Stripe knows it; a charge may have several ------------------------

create table public.disputes (
  -- Stripe's own id.
  id text primary key,
  payment_id uuid not null references public.payments (id),
  amount_minor bigint not null,
  currency public.currency_code not null,
  -- inquiry: the bank asks and has taken nothing; open: it has; then won or lost. An inquiry that
  -- ends is won.
  status text not null,
  withdrawn boolean not null default false,
  reinstated boolean not null default false,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,

  constraint disputes_amount_positive check (amount_minor > 0),
  constraint disputes_status_known check (status in ('inquiry', 'open', 'won', 'lost')),
  constraint disputes_closed_at_with_status
    check ((status in ('won', 'lost')) = (closed_at is not null)),
  constraint disputes_reinstated_after_withdrawn check (withdrawn or not reinstated)
);

create index disputes_payment_id_idx on public.disputes (payment_id);
create index disputes_open_idx on public.disputes (opened_at) where (closed_at is null);

alter table public.disputes enable row level security;

create policy "admins read every dispute" on public.disputes
  for select to authenticated using ((select public.is_admin()));

-- Withheld on purpose from hosts and guests: what a bank writes. A host reads in `payouts` whether
-- the money is held.
revoke all on public.disputes from anon, authenticated;
grant select on public.disputes to authenticated;

-- What was known of disputes before this table: movements in the ledger, and frozen payouts.
insert into public.disputes
  (id, payment_id, amount_minor, currency, status, withdrawn, reinstated, opened_at, closed_at)
select taken.stripe_id, taken.payment_id, -taken.amount_minor, taken.currency,
  case
    when won.id is not null then 'won'
    when payouts.frozen_at is not null then 'open'
    else 'lost'
  end,
  true, won.id is not null, taken.created_at,
  case when won.id is not null or payouts.frozen_at is null then now() end
from public.ledger_entries taken
left join public.ledger_entries won on won.kind = 'dispute_won' and won.stripe_id = taken.stripe_id
left join public.payouts on payouts.booking_id = taken.booking_id
where taken.kind = 'dispute' and taken.payment_id is not null;

-- Refunds: several a payment, and not the end of it ---------------------------------------------

alter table public.refunds
  drop constraint refunds_once_per_reason,
  drop constraint refunds_reason_known,
  drop constraint refunds_status_known,
  add constraint refunds_reason_known
    check (reason in ('cancelled_by_guest', 'slot_taken', 'made_at_stripe')),
  -- pending: owed, to be asked for; processing: asked for, not there yet; failed: came back and
  -- waits for an admin; settled: an admin paid it by other means; void: the card's bank took the
  -- money by a dispute, so that nothing is left to give.
  add constraint refunds_status_known
    check (status in ('pending', 'processing', 'succeeded', 'failed', 'settled', 'void')),
  -- When the card's bank sent it back for the last time.
  add column failed_at timestamptz;

-- What is owed for a reason is owed once; people at Stripe may refund as often as they like.
create unique index refunds_once_per_reason on public.refunds (payment_id, reason)
  where (reason <> 'made_at_stripe');
create index refunds_payment_id_idx on public.refunds (payment_id);
create index refunds_failed_idx on public.refunds (failed_at) where (status = 'failed');

alter table public.ledger_entries
  drop constraint ledger_entries_kind_known,
  drop constraint ledger_entries_sign,
  add constraint ledger_entries_kind_known
    check (kind in ('charge', 'refund', 'refund_failed', 'transfer', 'dispute', 'dispute_won')),
  add constraint ledger_entries_sign check (
    sign(amount_minor) = case when kind in ('charge', 'refund_failed', 'dispute_won') then 1 else -1 end
  );

-- Bookings and payouts: what follows from all that ------------------------------------------------

alter table public.bookings
  -- Went back past the cancellation policy: refunds made at Stripe, and disputes lost. Revenue,
  -- fees and the host's share are those of the rest.
  add column returned_amount numeric not null default 0,
  -- Null without a refund. retrying: came back and is tried again; failed: waits for an admin.
  add column refund_status text,
  add constraint bookings_returned_at_most_total check (returned_amount between 0 and total_price),
  add constraint bookings_refund_status_known
    check (refund_status in ('pending', 'succeeded', 'retrying', 'failed', 'settled'));

alter table public.payouts
  -- The share by booking and cancellation policy; `amount_minor` is what is left of it.
  add column agreed_minor bigint,
  -- Kept from this payout for what its host owed for others.
  add column withheld_minor bigint not null default 0,
  -- Paid back of this payout by later ones.
  add column repaid_minor bigint not null default 0,
  -- Sent, and no longer the host's: to be kept from later payouts.
  add column owed_minor bigint not null default 0,
  -- The transfer that Stripe is being asked for. It stays until the answer is known, so that the
  -- same question is asked again after a crash.
  add column sending_minor bigint,
  add column dispute_status text,
  add constraint payouts_sums_not_negative
    check (agreed_minor >= 0 and withheld_minor >= 0 and repaid_minor >= 0 and owed_minor >= 0),
  add constraint payouts_sending_positive check (sending_minor > 0),
  add constraint payouts_dispute_status_known
    check (dispute_status in ('inquiry', 'open', 'won', 'lost'));

update public.payouts set agreed_minor = amount_minor;

create function public.agree_payout() returns trigger
  language plpgsql set search_path = ''
  as $$
    begin
      new.agreed_minor := coalesce(new.agreed_minor, new.amount_minor);
      return new;
    end
  $$;

revoke execute on function public.agree_payout() from public, anon, authenticated;

create trigger agree_payout
  before insert on public.payouts
  for each row execute function public.agree_payout();

-- Also where rows are copied in and no trigger is asked.
alter table public.payouts
  enable always trigger agree_payout,
  alter column agreed_minor set not null;

create index payouts_owed_idx on public.payouts (host_id, currency) where (owed_minor > 0);
create index payouts_sending_idx on public.payouts (due_at) where (sending_minor is not null);

-- A later payout pays back what a host owes for an earlier one. Nothing moves at Stripe: the money
-- is already where it belongs.
create table public.payout_recoveries (
  id bigint generated always as identity primary key,
  from_payout_id uuid not null references public.payouts (id),
  for_payout_id uuid not null references public.payouts (id),
  amount_minor bigint not null,
  created_at timestamptz not null default now(),

  constraint payout_recoveries_amount_positive check (amount_minor > 0),
  constraint payout_recoveries_between_two check (from_payout_id <> for_payout_id)
);

create index payout_recoveries_from_idx on public.payout_recoveries (from_payout_id);
create index payout_recoveries_for_idx on public.payout_recoveries (for_payout_id);

alter table public.payout_recoveries enable row level security;

create policy "admins read every recovery" on public.payout_recoveries
  for select to authenticated using ((select public.is_admin()));

revoke all on public.payout_recoveries from anon, authenticated;
grant select on public.payout_recoveries to authenticated;
