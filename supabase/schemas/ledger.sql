-- The append-only double-entry ledger. The entries of a transaction add up to zero in each
-- currency.

create table public.ledger_transactions (
  id bigint generated always as identity primary key,
  -- `claims`: a change in how a payment is divided between guest, host and platform; `fee` and
  -- `conversion`: made by Stripe; `correction`: made by an admin.
  kind text not null,
  -- Id of the Stripe charge, refund, transfer, reversal, dispute, payout or balance transaction.
  -- Null if no money moved at Stripe.
  stripe_id text,
  payment_id uuid references public.payments (id),
  booking_id uuid references public.bookings (id),
  note text,
  actor_id uuid references public.profiles (id),
  created_at timestamptz not null default now(),

  constraint ledger_transactions_kind_known check (kind in (
    'charge', 'refund', 'refund_failed', 'transfer', 'transfer_reversed', 'dispute', 'dispute_won',
    'fee', 'conversion', 'bank_payout', 'bank_payout_failed', 'claims', 'correction')),
  constraint ledger_transactions_once unique (kind, stripe_id)
);

create index ledger_transactions_booking_id_idx on public.ledger_transactions (booking_id);
create index ledger_transactions_payment_id_idx on public.ledger_transactions (payment_id);
create index ledger_transactions_stripe_id_idx on public.ledger_transactions (stripe_id);
create index ledger_transactions_created_at_idx on public.ledger_transactions (created_at)
  where (kind <> 'claims');

create table public.ledger_entries (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references public.ledger_transactions (id),
  account text not null,
  -- `host_id` has no foreign key, because the lock of a foreign key could deadlock with an account
  -- deletion.
  host_id uuid,
  -- Debits are positive and credits are negative. A positive entry of stripe_balance is money that
  -- the platform received.
  amount_minor bigint not null,
  currency public.currency_code not null,

  constraint ledger_entries_account_known check (account in (
    'stripe_balance', 'bank', 'guest_payments', 'guest_refunds', 'host_payable', 'host_debts',
    'host_recoveries', 'disputes', 'platform_fees', 'host_commission', 'stripe_fees', 'bad_debts',
    'currency_exchange', 'adjustments')),
  constraint ledger_entries_not_zero check (amount_minor <> 0)
);

create index ledger_entries_transaction_id_idx on public.ledger_entries (transaction_id);

alter table public.ledger_transactions enable row level security;
alter table public.ledger_entries enable row level security;

create policy "admins read the transactions of the ledger" on public.ledger_transactions
  for select to authenticated using ((select public.is_admin()));
create policy "admins read the ledger" on public.ledger_entries
  for select to authenticated using ((select public.is_admin()));

revoke all on public.ledger_transactions, public.ledger_entries from anon, authenticated;
grant select on public.ledger_transactions, public.ledger_entries to authenticated;

create function public.refuse_ledger_change() returns trigger
  language plpgsql set search_path = '' as $$
    begin
      raise exception using errcode = 'insufficient_privilege',
        message = 'The ledger is append-only. Add a correcting transaction';
    end
  $$;

create trigger refuse_change before update or delete or truncate on public.ledger_transactions
  for each statement execute function public.refuse_ledger_change();
create trigger refuse_change before update or delete or truncate on public.ledger_entries
  for each statement execute function public.refuse_ledger_change();

-- Checks that a ledger transaction has entries, and that they add up to zero in each currency.
-- tg_argv[0] is the name of the column with the transaction id.
create function public.check_ledger_balance() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      checked_id constant bigint := to_jsonb(new) ->> tg_argv[0];
    begin
      if not exists (select from public.ledger_entries where transaction_id = checked_id)
        or exists (
          select from public.ledger_entries where transaction_id = checked_id
          group by currency having sum(amount_minor) <> 0)
      then
        raise exception using errcode = 'check_violation',
          message = format('Ledger transaction %s does not balance', checked_id);
      end if;
      return null;
    end
  $$;

create constraint trigger check_balance after insert on public.ledger_transactions
  deferrable initially deferred
  for each row execute function public.check_ledger_balance('id');
create constraint trigger check_balance after insert on public.ledger_entries
  deferrable initially deferred
  for each row execute function public.check_ledger_balance('transaction_id');

-- Money movements at Stripe. Amounts are positive if the platform received money.
create view public.ledger_movements with (security_invoker) as
  select moved.id, moved.payment_id, moved.booking_id, moved.kind, moved.stripe_id, moved.note,
    moved.created_at, entries.amount_minor, entries.currency
  from public.ledger_transactions as moved
  join public.ledger_entries as entries on entries.transaction_id = moved.id
  where entries.account = 'stripe_balance';

revoke all on public.ledger_movements from anon, authenticated;
grant select on public.ledger_movements to authenticated;

-- Adds a payment's money movement to the ledger. Returns false if the ledger already has the
-- movement. If it is added, the caller must call settle_payment afterwards.
create function public.record_in_ledger(
  payment public.payments, p_kind text, p_amount_minor bigint, p_stripe_id text
) returns boolean
  language plpgsql set search_path = '' as $$
    declare
      new_id bigint;
      other_account constant text := case
        when p_kind = 'charge' then 'guest_payments'
        when p_kind like 'refund%' then 'guest_refunds'
        when p_kind like 'transfer%' then 'host_payable'
        when p_kind like 'dispute%' then 'disputes'
      end;
    begin
      insert into public.ledger_transactions (kind, stripe_id, payment_id, booking_id)
      values (p_kind, p_stripe_id, payment.id, payment.booking_id)
      on conflict (kind, stripe_id) do nothing
      returning id into new_id;
      if new_id is null then return false; end if;
      insert into public.ledger_entries (transaction_id, account, host_id, amount_minor, currency)
      values
        (new_id, 'stripe_balance', null, p_amount_minor, payment.currency),
        (new_id, other_account,
          case when other_account = 'host_payable' then (
            select host_id from public.payouts where booking_id = payment.booking_id) end,
          -p_amount_minor, payment.currency);
      return true;
    end
  $$;

-- Records the charge of a confirmed booking and its division between host and platform.
create function public.record_charge(
  payment public.payments, p_booking_id uuid, p_amount_minor bigint, p_charge_id text
) returns void
  language sql set search_path = '' as $$
    with charge as (
      insert into public.ledger_transactions (kind, stripe_id, payment_id, booking_id)
      values ('charge', p_charge_id, payment.id, p_booking_id)
      returning id
    )
    insert into public.ledger_entries (transaction_id, account, host_id, amount_minor, currency)
    select charge.id, part.account,
      case when part.account = 'host_payable' then (
        select user_id from public.spaces where spaces.id = payment.space_id) end,
      part.minor, payment.currency
    from charge
    cross join (values
      ('stripe_balance', p_amount_minor),
      ('host_payable', -payment.host_share_minor),
      ('platform_fees', -payment.platform_fee_minor),
      ('host_commission', payment.platform_fee_minor + payment.host_share_minor - p_amount_minor)
    ) as part (account, minor)
    where part.minor <> 0
  $$;

-- Returns the balances that the ledger accounts should have for the given payments. The part that
-- belongs to neither guest nor host is the platform's fee and commission.
create function public.claims_of(p_payment_ids uuid[]) returns table (account text, minor bigint)
  language sql stable set search_path = '' as $$
    with moved as (
      select coalesce(sum(amount_minor), 0)::bigint as minor,
        coalesce(-sum(amount_minor) filter (where kind like 'refund%'), 0)::bigint as refunded,
        coalesce(-sum(amount_minor) filter (where kind like 'transfer%'), 0)::bigint as transferred
      from public.ledger_movements
      where payment_id = any (p_payment_ids) and (kind = 'charge' or kind like 'refund%'
        or kind like 'transfer%' or kind like 'dispute%')
    ),
    refunded as (
      select coalesce(sum(amount_minor), 0)::bigint as due,
        coalesce(sum(amount_minor) filter (where status = 'settled'), 0)::bigint as settled
      from public.refunds
      where payment_id = any (p_payment_ids)
        and (status in ('processing', 'succeeded')
          or (reason <> 'made_at_stripe' and status <> 'void'))
    ),
    disputed as (
      select coalesce(sum(amount_minor), 0)::bigint as minor from public.disputes
      where payment_id = any (p_payment_ids)
        and withdrawn and not reinstated and status in ('open', 'won')
    ),
    host as (
      select coalesce(sum(withheld_minor), 0)::bigint as withheld,
        coalesce(sum(repaid_minor), 0)::bigint as repaid,
        coalesce(sum(settled_minor), 0)::bigint as settled,
        coalesce(sum(greatest(position.minor, 0)), 0)::bigint as payable,
        coalesce(sum(greatest(-position.minor - written_off_minor, 0)), 0)::bigint as owed,
        coalesce(sum(least(written_off_minor, greatest(-position.minor, 0))), 0)::bigint as lost
      from public.payouts
      cross join moved
      cross join lateral (
        select amount_minor + repaid_minor - withheld_minor - settled_minor - moved.transferred
          as minor
      ) as position
      where booking_id in (select booking_id from public.payments where id = any (p_payment_ids))
    ),
    agreed as (
      select sum(platform_fee_minor) as fee, nullif(sum(total_minor - host_share_minor), 0) as kept
      from public.payments where id = any (p_payment_ids)
    ),
    platform as (
      select moved.minor - (refunded.due - refunded.settled - moved.refunded) - refunded.settled
        + disputed.minor - host.payable - host.withheld - host.settled + host.owed + host.repaid
        + host.lost as minor
      from moved, refunded, disputed, host
    ),
    shared as (
      select platform.minor, coalesce(round(platform.minor * agreed.fee / agreed.kept), 0)::bigint
        as fee
      from platform, agreed
    )
    select claims.account, claims.minor
    from moved, refunded, disputed, host, shared,
      lateral (values
        ('guest_payments', 0),
        ('guest_refunds', -(refunded.due - refunded.settled - moved.refunded)),
        -- If an admin paid a guest or host by other means, the money left the platform's own bank
        -- account.
        ('bank', -refunded.settled - host.settled),
        ('disputes', disputed.minor),
        ('host_payable', -host.payable),
        ('host_debts', host.owed),
        ('host_recoveries', host.repaid - host.withheld),
        ('bad_debts', host.lost),
        ('platform_fees', -shared.fee),
        ('host_commission', shared.fee - shared.minor)
      ) as claims (account, minor)
  $$;

-- Records how the shares of guest, host and platform in a payment's money have changed since the
-- previous call.
create function public.record_claims(p_payment_id uuid) returns void
  language plpgsql set search_path = '' as $$
    declare
      payment public.payments;
      payment_ids uuid[];
      new_id bigint;
      changes jsonb;
    begin
      payment := public.payment_of(p_payment_id);
      select array_agg(id) into payment_ids from (
        select p_payment_id as id
        union select paid.id from public.booking_payments(payment.booking_id) as paid
      ) as related;
      with recorded as (
        select entries.account, sum(entries.amount_minor) as minor
        from public.ledger_transactions as transactions
        join public.ledger_entries as entries on entries.transaction_id = transactions.id
        where transactions.payment_id = any (payment_ids)
        group by 1
      )
      select jsonb_agg(jsonb_build_object('account', claims.account,
          'minor', claims.minor - coalesce(recorded.minor, 0)))
      into changes
      from public.claims_of(payment_ids) as claims
      left join recorded using (account)
      where claims.minor <> coalesce(recorded.minor, 0);
      if changes is null then return; end if;

      insert into public.ledger_transactions (kind, payment_id, booking_id)
      values ('claims', payment.id, payment.booking_id)
      returning id into new_id;
      insert into public.ledger_entries (transaction_id, account, host_id, amount_minor, currency)
      select new_id, change.account,
        case when change.account like 'host\_%' and change.account <> 'host_commission' then (
          select host_id from public.payouts where booking_id = payment.booking_id) end,
        change.minor, payment.currency
      from jsonb_to_recordset(changes) as change (account text, minor bigint);
    end
  $$;

-- Records the fee and the currency conversion of a Stripe balance transaction. p_kind and
-- p_stripe_id identify the money movement. Idempotent.
-- https://docs.stripe.com/api/balance_transactions
create function public.record_balance_transaction(
  p_id text, p_kind text, p_stripe_id text, p_amount_minor bigint, p_fee_minor bigint,
  p_currency text
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      moved public.ledger_movements;
      settled_in constant public.currency_code := upper(p_currency);
      new_id bigint;
    begin
      select * into moved from public.ledger_movements
      where kind = p_kind and stripe_id = p_stripe_id;
      if not found then return; end if;
      if moved.currency <> settled_in then
        insert into public.ledger_transactions (kind, stripe_id, payment_id, booking_id)
        values ('conversion', p_id, moved.payment_id, moved.booking_id)
        on conflict (kind, stripe_id) do nothing
        returning id into new_id;
        insert into public.ledger_entries (transaction_id, account, amount_minor, currency)
        select new_id, part.account, part.minor, part.currency
        from (values
          ('stripe_balance', -moved.amount_minor, moved.currency),
          ('currency_exchange', moved.amount_minor, moved.currency),
          ('stripe_balance', p_amount_minor, settled_in),
          ('currency_exchange', -p_amount_minor, settled_in)
        ) as part (account, minor, currency)
        where new_id is not null;
      end if;
      if p_fee_minor <> 0 then
        insert into public.ledger_transactions (kind, stripe_id, payment_id, booking_id)
        values ('fee', p_id, moved.payment_id, moved.booking_id)
        on conflict (kind, stripe_id) do nothing
        returning id into new_id;
        insert into public.ledger_entries (transaction_id, account, amount_minor, currency)
        select new_id, part.account, part.minor, settled_in
        from (values ('stripe_balance', -p_fee_minor), ('stripe_fees', p_fee_minor))
          as part (account, minor)
        where new_id is not null;
      end if;
    end
  $$;

-- Records a money movement without a payment, or returns false if the ledger has it already.
create function public.record_platform_movement(
  p_kind text, p_stripe_id text, p_amount_minor bigint, p_currency text, p_account text,
  p_note text default null
) returns boolean
  language plpgsql set search_path = '' as $$
    declare
      new_id bigint;
    begin
      insert into public.ledger_transactions (kind, stripe_id, note)
      values (p_kind, p_stripe_id, p_note)
      on conflict (kind, stripe_id) do nothing
      returning id into new_id;
      if new_id is null then return false; end if;
      insert into public.ledger_entries (transaction_id, account, amount_minor, currency)
      values
        (new_id, 'stripe_balance', p_amount_minor, upper(p_currency)),
        (new_id, p_account, -p_amount_minor, upper(p_currency));
      return true;
    end
  $$;

revoke execute on function
  public.refuse_ledger_change, public.check_ledger_balance, public.record_in_ledger,
  public.record_charge, public.claims_of, public.record_claims,
  public.record_balance_transaction, public.record_platform_movement
from public, anon, authenticated;
grant execute on function
  public.record_balance_transaction, public.record_platform_movement
to service_role;
