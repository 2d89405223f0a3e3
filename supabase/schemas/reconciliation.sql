
create table public.reconciliation_runs (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Start of the period that a run reads from Stripe. It is three days before the previous run, or
  -- three days before the oldest open difference was found, whichever is earlier. The first run
  -- reads 30 days.
  since timestamptz not null,
  -- A run reads pages of Stripe events, then pages of balance transactions. `step` is the list in
  -- progress, and read_to is the last object read.
  step text not null default 'events',
  read_to text,
  checked integer not null default 0,
  -- Number of missed webhook events that the run processed.
  replayed integer not null default 0,
  -- Number of open differences between the ledger and Stripe when the reconciliation run finished.
  drift integer not null default 0,

  constraint reconciliation_runs_step_known check (step in ('events', 'balance_transactions'))
);

-- Balance transactions that an unfinished reconciliation run has read from Stripe.
create table public.reconciliation_movements (
  run_id bigint not null references public.reconciliation_runs (id),
  -- Kind of the movement in the ledger, or the type of Stripe's balance transaction if the ledger
  -- has no such kind.
  kind text not null,
  -- Id of the Stripe object that moved the money, and id of its balance transaction.
  stripe_id text not null,
  balance_transaction_id text not null,
  amount_minor bigint not null,
  fee_minor bigint not null,
  currency public.currency_code not null,

  primary key (run_id, kind, stripe_id)
);

create table public.reconciliation_differences (
  id bigint generated always as identity primary key,
  run_id bigint not null references public.reconciliation_runs (id),
  -- missing_in_ledger: only Stripe has the movement; missing_at_stripe: only the ledger has it;
  -- amount: the amounts differ; balance: the sums differ and no single movement explains it.
  kind text not null,
  movement text not null,
  stripe_id text not null,
  payment_id uuid references public.payments (id),
  booking_id uuid references public.bookings (id),
  currency public.currency_code not null,
  stripe_minor bigint not null,
  ledger_minor bigint not null,
  found_at timestamptz not null default now(),
  -- Time at which a later reconciliation run no longer found the difference.
  gone_at timestamptz,
  repaired_at timestamptz,
  repaired_by uuid references public.profiles (id),
  repair_reason text,

  constraint reconciliation_differences_kind_known
    check (kind in ('missing_in_ledger', 'missing_at_stripe', 'amount', 'balance')),
  constraint reconciliation_differences_repair_complete
    check ((repaired_at is null) = (repaired_by is null)
      and (repaired_at is null) = (repair_reason is null))
);

create index reconciliation_differences_run_id_idx
  on public.reconciliation_differences (run_id);
create unique index reconciliation_differences_open_key
  on public.reconciliation_differences (movement, stripe_id)
  where (gone_at is null and repaired_at is null);

alter table public.reconciliation_runs enable row level security;
alter table public.reconciliation_movements enable row level security;
alter table public.reconciliation_differences enable row level security;

create policy "admins read the runs of the reconciliation" on public.reconciliation_runs
  for select to authenticated using ((select public.is_admin()));
create policy "admins read differences to Stripe" on public.reconciliation_differences
  for select to authenticated using ((select public.is_admin()));

revoke all on
  public.reconciliation_runs, public.reconciliation_movements, public.reconciliation_differences
from anon, authenticated;
grant select on public.reconciliation_runs, public.reconciliation_differences to authenticated;

-- Returns the unfinished reconciliation run of the last 20 hours. If there is none, starts a run.
-- Returns no row if a finished run started in the last 20 hours, unless p_force is true.
create function public.begin_reconciliation(p_force boolean default false)
  returns setof public.reconciliation_runs
  language sql set search_path = '' as $$
    with unfinished as (
      select * from public.reconciliation_runs
      where finished_at is null and started_at > now() - interval '20 hours'
      order by id desc limit 1
    ),
    started as (
      insert into public.reconciliation_runs (since)
      select coalesce(
        (select least(
            max(runs.started_at) - interval '3 days',
            (select min(found_at) - interval '3 days' from public.reconciliation_differences
              where gone_at is null and repaired_at is null))
          from public.reconciliation_runs as runs where runs.finished_at is not null),
        now() - interval '30 days')
      where not exists (select from unfinished)
        and (p_force or not exists (
          select from public.reconciliation_runs as runs
          where runs.started_at > now() - interval '20 hours'))
      returning *
    )
    select * from unfinished union all select * from started
  $$;

-- Stores the progress of a reconciliation run after it has processed a page of Stripe events.
-- p_replayed is the number of lost events on the page that the run has processed. p_read_to is the
-- last event of the page; null after the last page.
create function public.record_replayed_events(p_run_id bigint, p_replayed integer, p_read_to text)
  returns void
  language sql set search_path = '' as $$
    update public.reconciliation_runs
    set replayed = replayed + p_replayed, read_to = p_read_to,
      step = case when p_read_to is null then 'balance_transactions' else 'events' end
    where id = p_run_id and step = 'events'
  $$;

-- Stores a page of balance transactions {id, kind, stripe_id, amount, fee, currency}, in minor
-- units. Adds fees, conversions and payouts to the platform's bank to the ledger. Idempotent.
create function public.record_balance_transactions(
  p_run_id bigint, p_transactions jsonb, p_read_to text
) returns void
  language plpgsql set search_path = '' as $$
    declare
      moved record;
    begin
      for moved in
        select * from jsonb_to_recordset(p_transactions) as listed (
          id text, kind text, stripe_id text, amount bigint, fee bigint, currency text)
      loop
        insert into public.reconciliation_movements (run_id, kind, stripe_id,
          balance_transaction_id, amount_minor, fee_minor, currency)
        values (p_run_id, moved.kind, moved.stripe_id, moved.id, moved.amount, moved.fee,
          upper(moved.currency))
        on conflict do nothing;
        if moved.kind in ('bank_payout', 'bank_payout_failed') then
          perform public.record_platform_movement(
            moved.kind, moved.stripe_id, moved.amount, moved.currency, 'bank');
        elsif moved.kind = 'stripe_fee' then
          perform public.record_platform_movement(
            'fee', moved.id, moved.amount, moved.currency, 'stripe_fees');
        end if;
        perform public.record_balance_transaction(
          moved.id, moved.kind, moved.stripe_id, moved.amount, moved.fee, moved.currency);
      end loop;
      update public.reconciliation_runs set read_to = p_read_to
      where id = p_run_id and step = 'balance_transactions';
    end
  $$;

-- Compares the ledger with the balance transactions of the run and with p_balances, Stripe's
-- balances in minor units by currency. Returns the number of open differences.
create function public.finish_reconciliation(p_run_id bigint, p_balances jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
    declare
      run public.reconciliation_runs;
      open_count integer;
    begin
      select * into run from public.reconciliation_runs where id = p_run_id for update;
      if run.finished_at is not null then return run.drift; end if;
      create temporary table differing on commit drop as
      with found as (
        select case when booked.id is null then 'missing_in_ledger' else 'amount' end as kind,
          moved.kind as movement, moved.stripe_id, booked.payment_id, booked.booking_id,
          moved.currency, moved.amount_minor as stripe_minor,
          coalesce(booked.amount_minor, 0) as ledger_minor
        from public.reconciliation_movements as moved
        left join public.ledger_movements as booked
          on booked.kind = moved.kind and booked.stripe_id = moved.stripe_id
        where moved.run_id = run.id and moved.kind <> 'stripe_fee'
          and (booked.id is null
            or (booked.currency = moved.currency and booked.amount_minor <> moved.amount_minor))
        union all
        -- Ignores ledger entries of the first two days of the compared period. The ledger may
        -- record a movement later than Stripe, so Stripe's side may lie before the period.
        select 'missing_at_stripe', booked.kind, booked.stripe_id, booked.payment_id,
          booked.booking_id, booked.currency, 0, booked.amount_minor
        from public.ledger_movements as booked
        where booked.kind not in ('claims', 'fee', 'conversion', 'correction')
          and booked.created_at >= run.since + interval '2 days'
          and booked.created_at < run.started_at
          and not exists (
            select from public.reconciliation_movements as moved
            where moved.run_id = run.id and moved.kind = booked.kind
              and moved.stripe_id = booked.stripe_id)
      )
      select * from found
      where not exists (
        select from public.reconciliation_differences as repaired
        where repaired.repaired_at is not null and repaired.movement = found.movement
          and repaired.stripe_id = found.stripe_id
          and repaired.stripe_minor = found.stripe_minor
          and repaired.ledger_minor = found.ledger_minor);

      insert into pg_temp.differing (kind, movement, stripe_id, currency, stripe_minor, ledger_minor)
      select 'balance', 'balance', balance.currency, balance.currency, balance.stripe,
        balance.ledger + balance.explained
      from (
        select coalesce(upper(stripe.key), ledger.currency) as currency,
          coalesce(stripe.value::bigint, 0) as stripe, coalesce(ledger.minor, 0)::bigint as ledger,
          coalesce((
            select sum(stripe_minor - ledger_minor) from pg_temp.differing
            where currency = coalesce(upper(stripe.key), ledger.currency)), 0)::bigint as explained
        from jsonb_each_text(p_balances) as stripe
        full join (
          select currency::text, sum(amount_minor) as minor from public.ledger_entries
          where account = 'stripe_balance' group by 1
        ) as ledger on ledger.currency = upper(stripe.key)
      ) as balance
      where balance.stripe <> balance.ledger + balance.explained;

      update public.reconciliation_differences as known set gone_at = now()
      where known.gone_at is null and known.repaired_at is null
        and not exists (
          select from pg_temp.differing
          where differing.movement = known.movement and differing.stripe_id = known.stripe_id
            and differing.stripe_minor = known.stripe_minor
            and differing.ledger_minor = known.ledger_minor);
      insert into public.reconciliation_differences (run_id, kind, movement, stripe_id, payment_id,
        booking_id, currency, stripe_minor, ledger_minor)
      select run.id, kind, movement, stripe_id, payment_id, booking_id, currency, stripe_minor,
        ledger_minor
      from pg_temp.differing
      on conflict (movement, stripe_id) where (gone_at is null and repaired_at is null) do nothing;

      select count(*) into open_count from public.reconciliation_differences
      where gone_at is null and repaired_at is null;
      update public.reconciliation_runs
      set finished_at = now(), drift = open_count,
        checked = (select count(*) from public.reconciliation_movements where run_id = run.id)
      where id = run.id;
      delete from public.reconciliation_movements where run_id <= run.id;
      return open_count;
    end
  $$;

-- Corrects the ledger by the amount of a difference between the ledger and Stripe. Raises
-- reason_required or difference_not_open.
create function public.repair_difference(p_difference_id bigint, p_reason text) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      difference public.reconciliation_differences;
      new_id bigint;
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      if trim(p_reason) = '' then
        raise exception using errcode = 'PT400', detail = 'reason_required',
          message = 'Please give a reason';
      end if;
      update public.reconciliation_differences
      set repaired_at = now(), repaired_by = (select auth.uid()), repair_reason = trim(p_reason)
      where id = p_difference_id and gone_at is null and repaired_at is null
      returning * into difference;
      if not found then
        raise exception using errcode = 'PT409', detail = 'difference_not_open',
          message = 'This difference has already been resolved';
      end if;
      insert into public.ledger_transactions (kind, payment_id, booking_id, note, actor_id)
      values ('correction', difference.payment_id, difference.booking_id,
        format('%s %s: %s', difference.movement, difference.stripe_id, trim(p_reason)),
        (select auth.uid()))
      returning id into new_id;
      insert into public.ledger_entries (transaction_id, account, amount_minor, currency)
      values
        (new_id, 'stripe_balance', difference.stripe_minor - difference.ledger_minor,
          difference.currency),
        (new_id, 'adjustments', difference.ledger_minor - difference.stripe_minor,
          difference.currency);
      perform public.record_admin_action('difference.repair', 'difference', p_difference_id::text,
        p_reason, jsonb_build_object('stripe_id', difference.stripe_id));
    end
  $$;

-- Computed column of payouts: the untransferred part of the host's share, in minor units.
-- Null if the caller is not an admin.
create function public.payout_held_minor(payout public.payouts) returns bigint
  language sql stable security definer set search_path = '' as $$
    select public.untransferred_share(payout) where public.is_admin()
  $$;

-- Decides as an admin about a reversed transfer whose money the host is still owed: `send_again`
-- transfers the money again, `keep` leaves it with the platform. Raises reason_required or
-- payout_not_held.
create function public.resolve_reversed_transfer(
  p_payout_id uuid, p_action text, p_reason text default null
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      payment_id_of_payout uuid := (
        select payments.id from public.payments
        join public.payouts on payouts.booking_id = payments.booking_id
        where payouts.id = p_payout_id order by payments.created_at limit 1);
      sent bigint;
      left_minor bigint;
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      if coalesce(char_length(trim(p_reason)), 0) not between 1 and 2000 then
        raise exception using errcode = 'PT400', detail = 'reason_required',
          message = 'Please give a reason';
      end if;
      perform from public.payments where id = payment_id_of_payout for update;
      select coalesce(-sum(moved.amount_minor), 0) into sent
      from public.ledger_movements as moved
      join public.payouts on payouts.booking_id = moved.booking_id
      where payouts.id = p_payout_id and moved.kind in ('transfer', 'transfer_reversed');
      select public.untransferred_share(payouts) into left_minor
      from public.payouts where id = p_payout_id;
      update public.payouts
      set reversal_held_at = null,
        agreed_minor = case when p_action = 'keep' and amount_minor > 0
          then round(agreed_minor::numeric * least(sent + withheld_minor, amount_minor) / amount_minor)
          else agreed_minor end
      where id = p_payout_id and reversal_held_at is not null
        and p_action in ('send_again', 'keep');
      if not found then
        raise exception using errcode = 'PT409', detail = 'payout_not_held',
          message = 'This payout is not waiting for a decision';
      end if;
      perform public.record_admin_action('payout.' || p_action, 'payout', p_payout_id::text,
        p_reason, jsonb_build_object('amount_minor', left_minor));
      perform public.settle_payment(payment_id_of_payout);
    end
  $$;

revoke execute on function
  public.begin_reconciliation, public.record_replayed_events, public.record_balance_transactions,
  public.finish_reconciliation, public.repair_difference, public.resolve_reversed_transfer
from public, anon, authenticated;
grant execute on function
  public.begin_reconciliation, public.record_replayed_events, public.record_balance_transactions,
  public.finish_reconciliation
to service_role;
revoke execute on function public.payout_held_minor from public, anon;
grant execute on function public.repair_difference, public.resolve_reversed_transfer
to authenticated;
