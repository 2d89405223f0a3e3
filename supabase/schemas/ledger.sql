-- The ledger of the Stripe account: one row per movement of money.

create table public.ledger_entries (
  id bigint generated always as identity primary key,
  payment_id uuid references public.payments (id),
  booking_id uuid references public.bookings (id),
  kind text not null,
  -- Amount in minor units. Positive if the platform received money, negative if it paid money.
  amount_minor bigint not null,
  currency public.currency_code not null,
  stripe_id text not null,
  created_at timestamptz not null default now(),

  constraint ledger_entries_kind_known
    check (kind in ('charge', 'refund', 'refund_failed', 'transfer', 'dispute', 'dispute_won')),
  constraint ledger_entries_sign check (
    sign(amount_minor) = case when kind in ('charge', 'refund_failed', 'dispute_won') then 1 else -1 end
  ),
  constraint ledger_entries_once unique (kind, stripe_id)
);

create index ledger_entries_booking_id_idx on public.ledger_entries (booking_id);
create index ledger_entries_payment_id_idx on public.ledger_entries (payment_id);

alter table public.ledger_entries enable row level security;

create policy "admins read the ledger" on public.ledger_entries
  for select to authenticated using ((select public.is_admin()));

revoke all on public.ledger_entries from anon, authenticated;
grant select on public.ledger_entries to authenticated;

-- Adds a movement of money to the ledger. Returns false if the ledger already contains this
-- movement.
create function public.record_in_ledger(
  payment public.payments, p_kind text, p_amount_minor bigint, p_stripe_id text
) returns boolean
  language plpgsql set search_path = '' as $$
    begin
      insert into public.ledger_entries
        (payment_id, booking_id, kind, amount_minor, currency, stripe_id)
      values (payment.id, payment.booking_id, p_kind, p_amount_minor, payment.currency, p_stripe_id)
      on conflict (kind, stripe_id) do nothing;
      return found;
    end
  $$;

revoke execute on function public.record_in_ledger from public, anon, authenticated;
