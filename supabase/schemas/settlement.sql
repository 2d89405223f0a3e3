-- Recomputes the booking and the payout of a payment. Every transaction that changes refunds,
-- disputes, transfers or recovered debts must call this function last and hold the payment's row
-- lock. Stripe events may therefore arrive repeatedly and in any order.
create function public.settle_payment(p_payment_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      payment public.payments := public.payment_of(p_payment_id);
      total bigint;
      promised bigint;
      outside bigint;
      lost bigint;
      covered bigint;
    begin
      perform public.cap_pending_refunds(payment);
      if payment.booking_id is null then
        perform public.record_claims(payment.id);
        return;
      end if;
      -- Uses the price of the booking, because a changed booking can have several payments. Refunds
      -- of booking changes have already reduced this price.
      select public.to_minor(total_price, currency) into total
      from public.bookings where id = payment.booking_id;
      perform public.cap_change_refunds(payment.booking_id, total);
      promised := public.promised_refunds(payment.booking_id);
      select coalesce(sum(amount_minor), 0) into outside
      from public.refunds
      where payment_id in (select id from public.booking_payments(payment.booking_id))
        and (reason = 'made_at_stripe' and status in ('processing', 'succeeded')
          or reason in ('no_access', 'not_as_described') and status <> 'void');
      select coalesce(sum(amount_minor), 0) into lost
      from public.disputes
      where payment_id in (select id from public.booking_payments(payment.booking_id))
        and status = 'lost';

      -- The part of `outside` and `lost` that the guest got instead of a refund for a lower price;
      -- see apply_change.
      select greatest(0,
        (select sum(total_minor) from public.booking_payments(payment.booking_id))
        - coalesce(sum(amount_minor), 0) - total)
      into covered
      from public.refunds
      where payment_id in (select id from public.booking_payments(payment.booking_id))
        and reason = 'booking_changed' and status <> 'void';
      lost := least(lost, greatest(outside + lost - covered, 0));
      outside := greatest(outside - covered, 0);

      update public.bookings
      set refunded_amount =
          public.from_minor(least(promised + outside, total), payment.currency),
        returned_amount = public.from_minor(
          least(outside + lost, total - promised), payment.currency),
        refund_status = public.booking_refund_status(payment.booking_id)
      where id = payment.booking_id;

      perform public.settle_payout(payment, total - promised, outside + lost);
      perform public.record_claims(payment.id);
    end
  $$;

-- Returns the sum of a booking's refunds for its cancellation in minor units, requested or not.
-- Refunds made in the Stripe dashboard, for problem reports and for booking changes do not count.
create function public.promised_refunds(p_booking_id uuid) returns bigint
  language sql stable set search_path = '' as $$
    select coalesce(sum(amount_minor), 0)::bigint from public.refunds
    where payment_id in (select id from public.booking_payments(p_booking_id))
      and reason not in ('made_at_stripe', 'no_access', 'not_as_described', 'booking_changed')
      and status <> 'void'
  $$;

-- Reduces pending refunds to what remains of the payment after other refunds and lost disputes.
-- Voids them if nothing remains.
create function public.cap_pending_refunds(payment public.payments) returns void
  language sql set search_path = '' as $$
    with spent as (
      select
        coalesce((
          select sum(amount_minor) from public.refunds
          where payment_id = payment.id and status in ('processing', 'succeeded')), 0)
        + coalesce((
          select sum(amount_minor) from public.disputes
          where payment_id = payment.id and status = 'lost'), 0) as minor
    )
    update public.refunds
    set status = case when spent.minor >= payment.total_minor then 'void' else refunds.status end,
      amount_minor = case
        when spent.minor >= payment.total_minor then refunds.amount_minor
        else least(refunds.amount_minor, payment.total_minor - spent.minor)
      end
    from spent
    where refunds.payment_id = payment.id and refunds.status = 'pending'
      and refunds.amount_minor > payment.total_minor - spent.minor
  $$;

-- Limits the pending refunds of a booking's changes to the amount that the guest has overpaid, and
-- voids refunds of which nothing remains. The overpaid amount is the sum of the payments, minus:
-- the price p_total_minor, lost disputes, refunds made in the Stripe dashboard and earlier refunds
-- of changes. A dashboard refund thus reduces the refund for a lower price, even if Stripe reports
-- the dashboard refund after the change was accepted. See also apply_change.
create function public.cap_change_refunds(p_booking_id uuid, p_total_minor bigint) returns void
  language sql set search_path = '' as $$
    with paid as (
      select id, total_minor from public.booking_payments(p_booking_id)
    ),
    excess as (
      select (select sum(total_minor) from paid) - p_total_minor
        - coalesce((
          select sum(amount_minor) from public.refunds
          where payment_id in (select id from paid)
            and (reason = 'made_at_stripe' and status in ('processing', 'succeeded')
              or reason = 'booking_changed' and status not in ('pending', 'void'))), 0)
        - coalesce((
          select sum(amount_minor) from public.disputes
          where payment_id in (select id from paid) and status = 'lost'), 0) as minor
    ),
    capped as (
      select id, excess.minor + amount_minor - sum(amount_minor) over (order by created_at, id)
        as minor
      from public.refunds, excess
      where payment_id in (select id from paid)
        and reason = 'booking_changed' and status = 'pending'
    )
    update public.refunds
    set status = case when capped.minor > 0 then status else 'void' end,
      amount_minor = case when capped.minor > 0 then capped.minor else amount_minor end
    from capped
    where refunds.id = capped.id and capped.minor < refunds.amount_minor
  $$;

-- Returns p_agreed * (1 - p_returned / p_base): the host's agreed share, reduced in proportion to
-- what the guest gets back (p_returned). p_base is the price of the booking. For a cancelled
-- booking, settle_payment first subtracts the refunds for the cancellation from the price.
create function public.share_after_returns(p_agreed bigint, p_base bigint, p_returned bigint)
  returns bigint
  language sql immutable set search_path = '' as $$
    select case
      when p_base <= 0 or p_returned >= p_base then 0
      else round(p_agreed::numeric * (p_base - p_returned) / p_base)::bigint
    end
  $$;

-- Recomputes the payout of a payment. A host who was paid too much owes the difference. The
-- platform bears the difference if the host's account was deleted.
create function public.settle_payout(
  payment public.payments, p_base bigint, p_returned bigint
) returns void
  language plpgsql set search_path = '' as $$
    declare
      payout public.payouts;
      given bigint;
      withheld bigint;
      repaid bigint;
      share bigint;
      debt bigint;
      written_off bigint;
      dispute text := public.booking_dispute_status(payment.booking_id);
      is_reported boolean := exists (
        select from public.booking_problems
        where booking_id = payment.booking_id and status = 'open'
          and kind in ('no_access', 'not_as_described'));
    begin
      select * into payout from public.payouts where booking_id = payment.booking_id for update;
      if not found then return; end if;
      select coalesce(sum(amount_minor) filter (where from_payout_id = payout.id), 0),
        coalesce(sum(amount_minor) filter (where for_payout_id = payout.id), 0)
      into withheld, repaid
      from public.payout_recoveries
      where payout.id in (from_payout_id, for_payout_id);
      select coalesce(-sum(amount_minor), 0) + withheld + payout.settled_minor into given
      from public.ledger_movements
      where booking_id = payment.booking_id and kind in ('transfer', 'transfer_reversed');
      share := public.share_after_returns(payout.agreed_minor, p_base, p_returned);
      debt := greatest(given - share - repaid, 0);
      written_off := case
        when exists (
          select from public.profiles where id = payout.host_id and deleted_at is not null) then debt
        else payout.written_off_minor
      end;

      update public.payouts
      set amount_minor = share, withheld_minor = withheld, repaid_minor = repaid,
        owed_minor = greatest(debt - written_off, 0), written_off_minor = written_off,
        dispute_status = dispute,
        frozen_at = case
          when dispute in ('open', 'inquiry') or is_reported or reversal_held_at is not null
            then coalesce(frozen_at, now())
        end,
        status = case
          when share + repaid > given then 'scheduled'
          when given > 0 then 'paid'
          else 'cancelled'
        end,
        paid_at = case when share + repaid <= given and given > 0 then coalesce(paid_at, now()) end
      where id = payout.id;
    end
  $$;

-- Returns the status of a booking's refunds. disputed: Stripe refuses the refund until the guest's
-- bank has decided the dispute.
create function public.booking_refund_status(p_booking_id uuid) returns text
  language sql stable set search_path = '' as $$
    select case
      when count(*) filter (where status = 'failed') > 0 then 'failed'
      when count(*) filter (where status = 'pending' and exists (
        select from public.disputes
        where disputes.payment_id = refunds.payment_id and disputes.status = 'open')) > 0
        then 'disputed'
      when count(*) filter (where status = 'pending' and failed_at is not null) > 0 then 'retrying'
      when count(*) filter (where status in ('pending', 'processing')) > 0 then 'pending'
      when count(*) filter (where status = 'succeeded') > 0 then 'succeeded'
      when count(*) filter (where status = 'settled') > 0 then 'settled'
    end
    from public.refunds
    where payment_id in (select id from public.booking_payments(p_booking_id))
      and reason <> 'booking_changed'
  $$;

create function public.booking_dispute_status(p_booking_id uuid) returns text
  language sql stable set search_path = '' as $$
    select status from public.disputes
    where payment_id in (select id from public.booking_payments(p_booking_id))
    order by array_position(array['open', 'inquiry', 'lost', 'won'], status)
    limit 1
  $$;

revoke execute on function
  public.settle_payment, public.promised_refunds, public.cap_pending_refunds,
  public.cap_change_refunds, public.share_after_returns, public.settle_payout,
  public.booking_refund_status, public.booking_dispute_status
from public, anon, authenticated;
