create table public.payouts (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id),
  host_id uuid not null references public.profiles (id),
  amount_minor bigint not null,
  -- The host's share under the cancellation policy, before other refunds and disputes reduce it.
  agreed_minor bigint not null,
  -- Part of this payout that repaid debts of the host from other payouts.
  withheld_minor bigint not null default 0,
  -- Part of this payout's debt that later payouts have repaid.
  repaid_minor bigint not null default 0,
  -- Amount that an admin paid to the host by other means, because Stripe refused the transfer.
  settled_minor bigint not null default 0,
  -- Unpaid debt of this payout. A debt is money that was paid to the host and later returned to the
  -- guest.
  owed_minor bigint not null default 0,
  -- Part of this payout's debt that the platform bears, because the host's account was deleted.
  written_off_minor bigint not null default 0,
  -- Amount of the transfer in flight. Kept until the result is known, so that a retry after a crash
  -- repeats the same request.
  sending_minor bigint,
  claimed_at timestamptz,
  transfer_requested_at timestamptz,
  currency public.currency_code not null,
  due_at timestamptz not null,
  status text not null default 'scheduled',
  dispute_status text,
  -- Time at which a dispute, a problem report of the guest or a reversal (reversal_held_at) put the
  -- payout on hold. Null if there is no hold.
  frozen_at timestamptz,
  -- Time at which an admin reversed a transfer although the host is owed the money. The payout has
  -- been on hold since then.
  reversal_held_at timestamptz,
  -- Number of the attempt, part of the transfer's idempotency key. A refusal by Stripe increases
  -- it, a crash does not.
  attempt integer not null default 1,
  -- Second part of the idempotency key, after `attempt`. It increases if Stripe replays a stored
  -- error for the current key.
  key_number integer not null default 1,
  last_error text,
  -- Time at which Stripe refused the third transfer attempt. The payout then needs an action by an
  -- admin.
  refused_at timestamptz,
  retry_at timestamptz,
  stripe_transfer_id text,
  created_at timestamptz not null default now(),
  paid_at timestamptz,

  constraint payouts_amount_not_negative check (amount_minor >= 0),
  constraint payouts_sums_not_negative
    check (agreed_minor >= 0 and withheld_minor >= 0 and repaid_minor >= 0 and owed_minor >= 0
      and written_off_minor >= 0),
  constraint payouts_sending_positive check (sending_minor > 0),
  constraint payouts_status_known check (status in ('scheduled', 'paid', 'cancelled')),
  constraint payouts_dispute_status_known
    check (dispute_status in ('inquiry', 'open', 'won', 'lost')),
  constraint payouts_booking_id_key unique (booking_id),
  constraint payouts_stripe_transfer_id_key unique (stripe_transfer_id)
);

create index payouts_due_idx on public.payouts (due_at)
  where (status = 'scheduled' and frozen_at is null);
create index payouts_host_id_idx on public.payouts (host_id, due_at desc);
create index payouts_owed_idx on public.payouts (host_id, currency) where (owed_minor > 0);
create index payouts_refused_idx on public.payouts (refused_at) where (refused_at is not null);
create index payouts_sending_idx on public.payouts (due_at) where (sending_minor is not null);

alter table public.payouts enable row level security;

create policy "hosts read their own payouts" on public.payouts
  for select to authenticated using (host_id = (select auth.uid()));
create policy "admins read every payout" on public.payouts
  for select to authenticated using ((select public.is_admin()));
create policy "users with a second factor need it to read payouts" on public.payouts
  as restrictive for select to authenticated using ((select public.has_required_aal()));

revoke all on public.payouts from anon, authenticated;
grant select on public.payouts to authenticated;

create function public.set_agreed_share() returns trigger
  language plpgsql set search_path = '' as $$
    begin
      new.agreed_minor := coalesce(new.agreed_minor, new.amount_minor);
      return new;
    end
  $$;

revoke execute on function public.set_agreed_share() from public, anon, authenticated;

create trigger set_agreed_share
  before insert on public.payouts
  for each row execute function public.set_agreed_share();

-- This trigger sets the required column agreed_minor. It therefore fires even in replication mode,
-- which disables ordinary triggers.
alter table public.payouts enable always trigger set_agreed_share;

-- Amounts withheld from one payout because the host was overpaid by another payout. Stripe moves no
-- money.
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

-- Deducts the host's debts from a payout, oldest first, and returns the deducted total. The caller
-- must hold the host's advisory lock and the payout's row lock.
create function public.recover_debts(payout public.payouts, p_most bigint) returns bigint
  language plpgsql set search_path = '' as $$
    declare
      debt public.payouts;
      taken bigint;
      total bigint := 0;
    begin
      for debt in
        select * from public.payouts
        where host_id = payout.host_id and currency = payout.currency and owed_minor > 0
          and id <> payout.id
        order by due_at, id
      loop
        exit when total >= p_most;
        perform from public.payments where booking_id = debt.booking_id for update;
        select least(owed_minor, p_most - total) into taken
        from public.payouts where id = debt.id;
        continue when taken = 0;
        insert into public.payout_recoveries (from_payout_id, for_payout_id, amount_minor)
        values (payout.id, debt.id, taken);
        perform public.settle_payment(payments.id)
        from public.payments where booking_id = debt.booking_id;
        total := total + taken;
      end loop;
      return total;
    end
  $$;

create function public.untransferred_share(payout public.payouts) returns bigint
  language sql stable set search_path = '' as $$
    select greatest(
      payout.amount_minor + payout.repaid_minor - payout.withheld_minor - payout.settled_minor
        - coalesce((
          select -sum(amount_minor) from public.ledger_movements
          where booking_id = payout.booking_id
            and kind in ('transfer', 'transfer_reversed')), 0)::bigint,
      0)
  $$;

-- Returns due payouts and sets their final transfer amounts, less the host's debts. Payouts
-- claimed longest ago come first, so that failing payouts do not delay other payouts. A payout
-- whose transfer may already exist keeps its amount. If such a payout can no longer be paid,
-- `is_payable` is false and the caller only searches Stripe for the transfer.
create function public.claim_payouts(p_as_of timestamptz, p_limit integer default 100)
  returns table (
    id uuid, booking_id uuid, payment_id uuid, amount_minor bigint, currency text, number integer,
    attempt integer, key_number integer, is_payable boolean, stripe_account_id text,
    stripe_charge_id text, charged_minor bigint
  )
  language plpgsql security definer set search_path = '' as $$
    #variable_conflict use_column
    declare
      candidate record;
      payout public.payouts;
      left_minor bigint;
    begin
      for candidate in
        select * from (
          select payouts.id, payouts.host_id, payouts.due_at, payments.id as payment_id,
            payments.stripe_charge_id, payments.total_minor, profiles.stripe_account_id,
            profiles.stripe_onboarding_complete and profiles.stripe_account_id is not null
              as can_receive
          from public.payouts
          join public.profiles on profiles.id = payouts.host_id
          join public.payments on payments.booking_id = payouts.booking_id
          where (
              payouts.sending_minor is not null
              or (payouts.status = 'scheduled' and payouts.frozen_at is null
                and profiles.stripe_onboarding_complete and profiles.stripe_account_id is not null)
            )
            and payouts.due_at <= p_as_of
            and (payouts.retry_at is null or payouts.retry_at <= now())
          order by coalesce(payouts.claimed_at, payouts.created_at)
          limit p_limit
        ) as due
        -- Sorts by host, so that concurrent claims lock the hosts in the same order and cannot
        -- deadlock.
        order by due.host_id, due.due_at
      loop
        perform pg_advisory_xact_lock(
          hashtextextended('payouts:' || candidate.host_id::text, 0));
        -- Locks the payment before the payout, like every payment function, to avoid deadlocks.
        perform from public.payments where payments.id = candidate.payment_id for update;
        select * into payout from public.payouts where payouts.id = candidate.id for update;
        update public.payouts set claimed_at = clock_timestamp() where payouts.id = payout.id;
        if payout.sending_minor is null then
          left_minor := public.untransferred_share(payout);
          continue when left_minor = 0 or payout.frozen_at is not null
            or not candidate.can_receive;
          left_minor := left_minor - public.recover_debts(payout, left_minor);
          update public.payouts set sending_minor = nullif(left_minor, 0)
          where payouts.id = payout.id;
          perform public.settle_payment(candidate.payment_id);
          if left_minor = 0 then
            perform public.queue_payout_mail(payout.id, 0, 'withheld');
            continue;
          end if;
        end if;
        return query
          select payouts.id, payouts.booking_id, candidate.payment_id, payouts.sending_minor,
            payouts.currency::text,
            1 + (
              select count(*)::integer from public.ledger_movements as moved
              where moved.booking_id = payouts.booking_id and moved.kind = 'transfer'),
            payouts.attempt, payouts.key_number,
            candidate.can_receive and payouts.frozen_at is null and payouts.status = 'scheduled',
            candidate.stripe_account_id, candidate.stripe_charge_id, candidate.total_minor
          from public.payouts where payouts.id = candidate.id;
      end loop;
    end
  $$;

-- Records that a transfer will be requested from Stripe. Returns false if the payout is held or
-- cancelled.
create function public.begin_transfer(p_payout_id uuid, p_attempt integer) returns boolean
  language plpgsql set search_path = '' as $$
    begin
      update public.payouts set transfer_requested_at = now()
      where id = p_payout_id and attempt = p_attempt
        and sending_minor is not null and frozen_at is null and status = 'scheduled';
      return found;
    end
  $$;

-- Records a transfer that Stripe has made, even if the payout was cancelled concurrently.
create function public.record_payout(
  p_payout_id uuid, p_transfer_id text, p_amount_minor bigint
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      payout public.payouts;
      payment public.payments;
    begin
      select payments.* into payment
      from public.payments join public.payouts on payouts.booking_id = payments.booking_id
      where payouts.id = p_payout_id
      for update of payments;
      if not found
        or not public.record_in_ledger(payment, 'transfer', -p_amount_minor, p_transfer_id) then
        return;
      end if;
      update public.payouts
      set stripe_transfer_id = p_transfer_id, sending_minor = null, last_error = null,
        refused_at = null, retry_at = null
      where id = p_payout_id;
      perform public.settle_payment(payment.id);
      perform public.queue_payout_mail(p_payout_id, p_amount_minor, p_transfer_id);
    end
  $$;

-- Records a transfer reversal made in the Stripe dashboard. A reversal of money that the host owes
-- reduces the host's debt. If the platform owes the reversed money to the host, the payout is put
-- on hold until an admin decides.
create function public.record_transfer_reversal(
  p_transfer_id text, p_reversal_id text, p_amount_minor bigint,
  p_event_id text default null, p_event_type text default null
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      payment public.payments;
    begin
      perform public.record_webhook_event(p_event_id, p_event_type);
      select payments.* into payment
      from public.payments
      join public.ledger_transactions as moved on moved.payment_id = payments.id
      where moved.kind = 'transfer' and moved.stripe_id = p_transfer_id
      for update of payments;
      if not found or not public.record_in_ledger(
        payment, 'transfer_reversed', p_amount_minor, p_reversal_id) then
        return;
      end if;
      perform public.settle_payment(payment.id);
      update public.payouts set reversal_held_at = now()
      where booking_id = payment.booking_id and status = 'scheduled' and sending_minor is null;
      if found then perform public.settle_payment(payment.id); end if;
    end
  $$;

-- Clears the transfer amount of a payout that cannot be paid. The caller must have found no
-- transfer at Stripe. Does nothing for an hour after a transfer was requested, because the request
-- may still be in flight.
create function public.release_payout(p_payout_id uuid) returns void
  language sql security definer set search_path = '' as $$
    update public.payouts set sending_minor = null
    from public.profiles
    where profiles.id = host_id and payouts.id = p_payout_id
      and (frozen_at is not null or status <> 'scheduled'
        or not stripe_onboarding_complete or stripe_account_id is null)
      and (transfer_requested_at is null or transfer_requested_at <= now() - interval '1 hour')
  $$;

-- Schedules another attempt after Stripe has refused a transfer. Admins see the payout after three
-- refusals.
create function public.record_payout_refusal(
  p_payout_id uuid, p_attempt integer, p_error text
) returns void
  language sql set search_path = '' as $$
    update public.payouts
    set attempt = attempt + 1, last_error = left(p_error, 500), sending_minor = null,
      refused_at = case when attempt >= 3 then coalesce(refused_at, now()) end,
      retry_at = now() + public.retry_delay(attempt, '5 minutes', '1 day')
    where id = p_payout_id and attempt = p_attempt and sending_minor is not null
  $$;

-- Uses a new idempotency key after Stripe has replayed an error for the current key. Waits 5
-- minutes, so that no request with the current key is in flight.
-- https://docs.stripe.com/api/idempotent_requests
create function public.replace_payout_key(
  p_payout_id uuid, p_attempt integer, p_key_number integer, p_error text
) returns void
  language sql set search_path = '' as $$
    update public.payouts
    set key_number = key_number + 1, last_error = left(p_error, 500),
      retry_at = now() + interval '5 minutes'
    where id = p_payout_id and attempt = p_attempt and key_number = p_key_number
      and sending_minor is not null
  $$;

-- Sequence numbers of reads of a Stripe account, so that an older result cannot replace a newer
-- one.
create table public.host_account_reads (
  host_id uuid primary key references public.profiles (id) on delete cascade,
  last_started bigint not null default 1,
  last_stored bigint not null default 0,

  constraint host_account_reads_stored_after_start check (last_stored between 0 and last_started)
);

alter table public.host_account_reads enable row level security;
revoke all on public.host_account_reads from anon, authenticated;

-- Stores the host's Stripe account unless one is already stored, and returns the stored account.
create function public.attach_host_account(p_user_id uuid, p_account_id text) returns text
  language sql set search_path = '' as $$
    update public.profiles set stripe_account_id = coalesce(stripe_account_id, p_account_id)
    where id = p_user_id
    returning stripe_account_id
  $$;

-- Returns the sequence number of a new read of a Stripe account, for record_host_account. Returns
-- null if the account is unknown.
create function public.begin_host_account_read(p_account_id text) returns bigint
  language sql set search_path = '' as $$
    insert into public.host_account_reads (host_id)
    select id from public.profiles where stripe_account_id = p_account_id
    on conflict (host_id) do update set last_started = host_account_reads.last_started + 1
    returning last_started
  $$;

-- Stores the state of a Stripe account that the server has read. Ignores it if the result of a
-- later read (number above p_read) is already stored. p_details are columns of host_accounts. A
-- complete account makes the host's refused payouts due.
create function public.record_host_account(
  p_account_id text, p_complete boolean, p_read bigint,
  p_event_id text default null, p_event_type text default null, p_details jsonb default null
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      host uuid;
    begin
      perform public.record_webhook_event(p_event_id, p_event_type);
      -- Locks the profile first, as erase_account does, so that the two functions cannot deadlock.
      perform from public.profiles where stripe_account_id = p_account_id for update;
      update public.host_account_reads set last_stored = p_read
      from public.profiles
      where profiles.stripe_account_id = p_account_id
        and host_account_reads.host_id = profiles.id
        and host_account_reads.last_stored < p_read
      returning profiles.id into host;
      if host is null then return; end if;
      update public.profiles set stripe_onboarding_complete = p_complete where id = host;
      if p_details is not null then
        delete from public.host_accounts where host_id = host;
        insert into public.host_accounts
        select * from jsonb_populate_record(
          jsonb_populate_record(null::public.host_accounts,
            '{"payout_interval": "daily", "payout_delay_days": 2, "requirements": []}'),
          p_details || jsonb_build_object('host_id', host, 'read_at', now()));
      end if;
      if p_complete then
        update public.payouts set retry_at = null
        where host_id = host and status = 'scheduled' and retry_at is not null;
      end if;
    end
  $$;

-- Stores a payout to the host's bank. p_payout has the columns of bank_payouts. If the host's
-- latest completed (paid or failed) bank payout failed, p_refused_at is its creation time,
-- otherwise null. Emails the host once per refused payout.
create function public.record_bank_payouts(
  p_account_id text, p_refused_at timestamptz,
  p_failed_payout_id text default null, p_amount_minor bigint default null,
  p_currency text default null,
  p_event_id text default null, p_event_type text default null, p_payout jsonb default null
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      host uuid;
    begin
      perform public.record_webhook_event(p_event_id, p_event_type);
      update public.profiles set bank_refused_at = p_refused_at
      where stripe_account_id = p_account_id
      returning id into host;
      if host is not null and p_payout is not null then
        insert into public.bank_payouts
        select * from jsonb_populate_record(
          null::public.bank_payouts, p_payout || jsonb_build_object('host_id', host))
        on conflict (id) do update set status = excluded.status, arrives_at = excluded.arrives_at,
          failure_code = excluded.failure_code, failure_message = excluded.failure_message;
      end if;
      if host is not null and p_failed_payout_id is not null then
        perform public.notify(
          host, 'bank-refused', '/hosting/earnings',
          jsonb_build_object('amount_minor', p_amount_minor, 'currency', upper(p_currency)),
          'bank-refused:' || p_failed_payout_id);
      end if;
    end
  $$;

revoke execute on function
  public.recover_debts, public.untransferred_share, public.claim_payouts, public.begin_transfer,
  public.record_payout, public.release_payout, public.record_payout_refusal,
  public.replace_payout_key, public.attach_host_account, public.begin_host_account_read,
  public.record_host_account, public.record_bank_payouts, public.record_transfer_reversal
from public, anon, authenticated;
grant execute on function
  public.claim_payouts, public.begin_transfer, public.record_payout, public.release_payout,
  public.record_payout_refusal, public.replace_payout_key, public.attach_host_account,
  public.begin_host_account_read, public.record_host_account, public.record_bank_payouts,
  public.record_transfer_reversal
to service_role;
