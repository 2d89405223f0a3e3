-- The steps of a booking's money, payouts anew: what a host owes for one booking is kept from the
-- payouts of others, and a transfer is asked for until its answer is known.

drop function public.due_payouts(timestamptz, integer);
drop function public.record_payout(uuid, text);
drop function public.record_dispute(text, text, text, bigint, text, text);

-- Keeps from a payout what its host owes for others in the same currency, oldest debt first.
-- Returns how much. The caller holds the host's lock and the payout's row.
create function public.recover_debts(payout public.payouts, p_most bigint) returns bigint
  language plpgsql set search_path = ''
  as $$
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

-- What a host should have of a payout and has not got, in minor units.
create function public.outstanding_of(payout public.payouts) returns bigint
  language sql stable set search_path = ''
  as $$
    select greatest(
      payout.amount_minor + payout.repaid_minor - payout.withheld_minor
        - coalesce((
          select -sum(amount_minor) from public.ledger_entries
          where booking_id = payout.booking_id and kind = 'transfer'), 0)::bigint,
      0)
  $$;

-- Payouts to make at p_as_of: due, not frozen, and the host can receive money. Fixes what is to be
-- sent of each, after keeping what the host owes; what a debt uses up entirely is done here.
-- Asked again before its answer is known, a payout is the same question, even where nobody would
-- ask it now: then `is_wanted` is false, and a transfer is only looked for.
create function public.claim_payouts(p_as_of timestamptz, p_limit integer default 100)
  returns table (
    id uuid, booking_id uuid, payment_id uuid, amount_minor bigint, currency text, number integer,
    attempt integer, is_wanted boolean, stripe_account_id text, stripe_charge_id text
  )
  language plpgsql security definer set search_path = ''
  as $$
    #variable_conflict use_column
    declare
      candidate record;
      payout public.payouts;
      left_minor bigint;
    begin
      for candidate in
        select payouts.id, payouts.host_id, payments.id as payment_id,
          payments.stripe_charge_id, profiles.stripe_account_id
        from public.payouts
        join public.profiles on profiles.id = payouts.host_id
        join public.payments on payments.booking_id = payouts.booking_id
        where (
            payouts.sending_minor is not null
            or (payouts.status = 'scheduled' and payouts.frozen_at is null)
          )
          and payouts.due_at <= p_as_of
          and (payouts.retry_at is null or payouts.retry_at <= now())
          and profiles.stripe_onboarding_complete
          and profiles.stripe_account_id is not null
        -- By host, so that two who claim at once never wait for each other in a circle.
        order by payouts.host_id, payouts.due_at
        limit p_limit
      loop
        perform pg_advisory_xact_lock(
          hashtextextended('payouts:' || candidate.host_id::text, 0));
        -- The payment before the payout, as in every other step.
        perform from public.payments where payments.id = candidate.payment_id for update;
        select * into payout from public.payouts where payouts.id = candidate.id for update;
        if payout.sending_minor is null then
          left_minor := public.outstanding_of(payout);
          continue when left_minor = 0 or payout.frozen_at is not null;
          left_minor := left_minor - public.recover_debts(payout, left_minor);
          update public.payouts set sending_minor = nullif(left_minor, 0)
          where payouts.id = payout.id;
          perform public.settle_payment(candidate.payment_id);
          if left_minor = 0 then
            perform public.tell_of_payout(payout.id, 0, 'withheld');
            continue;
          end if;
        end if;
        return query
          select payouts.id, payouts.booking_id, candidate.payment_id, payouts.sending_minor,
            payouts.currency::text,
            1 + (
              select count(*)::integer from public.ledger_entries
              where ledger_entries.booking_id = payouts.booking_id and kind = 'transfer'),
            payouts.attempt, payouts.frozen_at is null and payouts.status = 'scheduled',
            candidate.stripe_account_id,
            candidate.stripe_charge_id
          from public.payouts where payouts.id = candidate.id;
      end loop;
    end
  $$;

-- Stripe has made the transfer: a fact, also for a payout that was called off at the same moment.
-- p_amount_minor is the transfer's own amount.
create function public.record_payout(
  p_payout_id uuid, p_transfer_id text, p_amount_minor bigint
) returns void
  language plpgsql security definer set search_path = ''
  as $$
    declare
      payout public.payouts;
      payment public.payments;
    begin
      select payments.* into payment
      from public.payments join public.payouts on payouts.booking_id = payments.booking_id
      where payouts.id = p_payout_id
      for update of payments;
      insert into public.ledger_entries
        (payment_id, booking_id, kind, amount_minor, currency, stripe_id)
      values (payment.id, payment.booking_id, 'transfer', -p_amount_minor, payment.currency,
        p_transfer_id)
      on conflict (kind, stripe_id) do nothing;
      if not found then
        return;
      end if;
      update public.payouts
      set stripe_transfer_id = p_transfer_id, sending_minor = null, last_error = null,
        retry_at = null
      where id = p_payout_id;
      perform public.settle_payment(payment.id);
      perform public.tell_of_payout(p_payout_id, p_amount_minor, p_transfer_id);
    end
  $$;

-- No transfer was made, and nobody wants one any more. The same key asks should that change.
create function public.release_payout(p_payout_id uuid) returns void
  language sql security definer set search_path = ''
  as $$
    update public.payouts set sending_minor = null
    where id = p_payout_id and (frozen_at is not null or status <> 'scheduled')
  $$;

-- Stripe has refused the transfer; the next try is a new attempt, as with a refund, and for what is
-- outstanding then.
create or replace function public.record_payout_refusal(
  p_payout_id uuid, p_attempt integer, p_error text
) returns void
  language sql set search_path = ''
  as $$
    update public.payouts
    set attempt = attempt + 1, last_error = left(p_error, 500), sending_minor = null,
      retry_at = now()
        + least(interval '5 minutes' * power(2, least(attempt, 12) - 1), interval '1 day')
    where id = p_payout_id and attempt = p_attempt and sending_minor is not null
  $$;

revoke execute on function
  public.recover_debts, public.outstanding_of, public.claim_payouts, public.record_payout,
  public.release_payout
from public, anon, authenticated;
grant execute on function
  public.claim_payouts, public.record_payout, public.release_payout
to service_role;
