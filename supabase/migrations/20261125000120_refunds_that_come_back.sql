-- The steps of a booking's money, refunds anew: each refund at Stripe is written down as it is,
-- whoever made it, and one that comes back is owed again.

drop function public.record_refund(uuid, text);

-- Whether trying the same card once more may help. p_reason is Stripe's `failure_reason`.
create function public.refund_may_work_later(p_reason text, p_attempt integer) returns boolean
  language sql immutable set search_path = ''
  as $$
    select p_attempt < 3 and coalesce(p_reason, 'unknown') not in
      ('lost_or_stolen_card', 'expired_or_canceled_card', 'merchant_request')
  $$;

-- A refund as Stripe has it now, in any order and any number of times.
--
-- p_status: Stripe's own. p_left: its money has left the balance. p_refund_id and p_attempt: our
-- row and its attempt, null for a refund that was made at Stripe. Amounts in minor units.
create function public.record_refund(
  p_payment_id uuid, p_stripe_refund_id text, p_status text, p_amount_minor bigint,
  p_left boolean, p_refund_id uuid default null, p_attempt integer default null,
  p_failure_reason text default null,
  p_event_id text default null, p_event_type text default null
) returns void
  language plpgsql security definer set search_path = ''
  as $$
    declare
      payment public.payments;
      refund public.refunds;
      came_back boolean := p_status in ('failed', 'canceled');
      made_as integer;
    begin
      if p_event_id is not null then
        perform public.note_webhook_event(p_event_id, p_event_type);
      end if;
      select * into payment from public.payments where id = p_payment_id for update;
      if not found then
        return;
      end if;

      select * into refund from public.refunds
      where payment_id = payment.id and (id = p_refund_id or stripe_refund_id = p_stripe_refund_id)
      order by id = p_refund_id desc nulls last
      limit 1;
      if not found then
        insert into public.refunds
          (payment_id, amount_minor, currency, reason, status, stripe_refund_id)
        values (payment.id, p_amount_minor, payment.currency, 'made_at_stripe', 'processing',
          p_stripe_refund_id)
        returning * into refund;
      end if;

      if p_left then
        insert into public.ledger_entries
          (payment_id, booking_id, kind, amount_minor, currency, stripe_id)
        values (payment.id, payment.booking_id, 'refund', -p_amount_minor, payment.currency,
          p_stripe_refund_id)
        on conflict (kind, stripe_id) do nothing;
        if came_back then
          insert into public.ledger_entries
            (payment_id, booking_id, kind, amount_minor, currency, stripe_id)
          values (payment.id, payment.booking_id, 'refund_failed', p_amount_minor,
            payment.currency, p_stripe_refund_id)
          on conflict (kind, stripe_id) do nothing;
        end if;
      end if;

      -- The row is further than this news when an attempt after this one was begun, or when it is
      -- known to have come back.
      made_as := coalesce(
        p_attempt,
        case when coalesce(refund.stripe_refund_id, p_stripe_refund_id) = p_stripe_refund_id
          then refund.attempt else 0 end);
      if made_as = refund.attempt and refund.status in ('pending', 'processing', 'succeeded') then
        if came_back then
          update public.refunds
          set status = case
              when reason <> 'made_at_stripe'
                and public.refund_may_work_later(p_failure_reason, attempt) then 'pending'
              else 'failed'
            end,
            attempt = attempt + 1,
            last_error = left(coalesce(p_failure_reason, p_status), 500),
            retry_at = now() + interval '1 day',
            failed_at = now(), settled_at = null, stripe_refund_id = p_stripe_refund_id
          where id = refund.id;
        else
          update public.refunds
          set status = case
              when p_status = 'succeeded' or status = 'succeeded' then 'succeeded'
              else 'processing'
            end,
            amount_minor = p_amount_minor, stripe_refund_id = p_stripe_refund_id,
            settled_at = case when p_status = 'succeeded' then coalesce(settled_at, now())
              else settled_at end
          where id = refund.id;
        end if;
      end if;
      perform public.settle_payment(payment.id);
    end
  $$;

-- While a dispute holds the money Stripe refunds nothing; asking would only count as an attempt.
create or replace function public.pending_refunds(
  p_payment_id uuid default null, p_limit integer default 100
)
  returns table (
    id uuid, payment_id uuid, amount_minor bigint, currency text, reason text,
    attempt integer, stripe_payment_intent_id text
  )
  language sql stable set search_path = ''
  as $$
    select refunds.id, refunds.payment_id, refunds.amount_minor, refunds.currency::text,
      refunds.reason, refunds.attempt, payments.stripe_payment_intent_id
    from public.refunds
    join public.payments on payments.id = refunds.payment_id
    where refunds.status = 'pending'
      and (refunds.retry_at is null or refunds.retry_at <= now())
      and (p_payment_id is null or refunds.payment_id = p_payment_id)
      and not exists (
        select from public.disputes
        where disputes.payment_id = refunds.payment_id and disputes.status = 'open')
    order by refunds.created_at
    limit p_limit
  $$;

-- As before, besides: what was refunded at Stripe meanwhile is not owed again, and what is left of
-- the host's share follows from what was agreed.
create or replace function public.cancel_booking(
  p_booking_id uuid,
  p_user_id uuid,
  p_refund_minor bigint,
  p_host_share_minor bigint
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
    declare
      booking public.bookings;
      payment public.payments;
      owed_minor bigint;
    begin
      -- The payment before the booking, as in every other step.
      select * into payment from public.payments where booking_id = p_booking_id for update;
      select * into booking from public.bookings
      where id = p_booking_id and user_id = p_user_id for update;
      if not found then
        raise exception using errcode = 'PT404', detail = 'booking_not_found',
          message = 'Booking not found';
      end if;
      -- What was never charged cannot be given back, nor what was given back already.
      owed_minor := case
        when payment.stripe_charge_id is null then 0
        else least(
          p_refund_minor,
          payment.total_minor - public.to_minor(booking.returned_amount, booking.currency))
      end;

      if booking.status = 'confirmed' then
        if booking.start_time <= now() then
          raise exception using errcode = 'PT409', detail = 'booking_started',
            message = 'This booking has already started and can no longer be cancelled';
        end if;
        update public.bookings
        set status = 'cancelled', cancelled_at = now()
        where id = booking.id;
        update public.space_availability set active = false where booking_id = booking.id;
        update public.payouts set agreed_minor = p_host_share_minor where booking_id = booking.id;
        if owed_minor > 0 then
          insert into public.refunds (payment_id, amount_minor, currency, reason)
          values (payment.id, owed_minor, booking.currency, 'cancelled_by_guest');
        end if;
        if payment.id is not null then
          perform public.settle_payment(payment.id);
        end if;
      end if;

      return jsonb_build_object(
        'payment_id', payment.id,
        'currency', booking.currency,
        'total_minor', coalesce(payment.total_minor, 0),
        'refund_minor', coalesce((
          select refunds.amount_minor from public.refunds
          where refunds.payment_id = payment.id and reason = 'cancelled_by_guest'), 0));
    end
  $$;

-- An admin takes up a refund that came back: asks the card once more, or has paid it by other means.
-- p_action: retry | settled. Refunds made at Stripe are made anew there. Raises refund_not_failed.
create function public.take_up_refund(p_refund_id uuid, p_action text) returns void
  language plpgsql security definer set search_path = ''
  as $$
    declare
      payment_of_it uuid := (select payment_id from public.refunds where id = p_refund_id);
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      perform from public.payments where id = payment_of_it for update;
      update public.refunds
      set status = case when p_action = 'retry' then 'pending' else 'settled' end,
        retry_at = null,
        settled_at = case when p_action = 'settled' then now() end
      where id = p_refund_id and status = 'failed'
        and (p_action = 'settled' or (p_action = 'retry' and reason <> 'made_at_stripe'));
      if not found then
        raise exception using errcode = 'PT409', detail = 'refund_not_failed',
          message = 'This refund is not waiting for anybody';
      end if;
      perform public.settle_payment(payment_of_it);
    end
  $$;

revoke execute on function
  public.refund_may_work_later, public.record_refund, public.take_up_refund
from public, anon, authenticated;
grant execute on function public.record_refund to service_role;
grant execute on function public.take_up_refund to authenticated;
