-- The steps of a booking's money, second part: cancelling and giving money back.

-- Cancels a guest's own booking: frees the slot, owes the refund, sets the host's share right.
-- Amounts in minor units from `quoteRefund` of domain/cancellation.ts.
-- Returns {payment_id, currency, total_minor, refund_minor}; repeated, it returns the same whatever
-- amounts it is given. Raises booking_not_found, booking_started.
create function public.cancel_booking(
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
      select * into booking from public.bookings
      where id = p_booking_id and user_id = p_user_id for update;
      if not found then
        raise exception using errcode = 'PT404', detail = 'booking_not_found',
          message = 'Booking not found';
      end if;
      select * into payment from public.payments where booking_id = booking.id;
      -- What was never charged cannot be given back.
      owed_minor := case when payment.stripe_charge_id is null then 0 else p_refund_minor end;

      if booking.status = 'confirmed' then
        if booking.start_time <= now() then
          raise exception using errcode = 'PT409', detail = 'booking_started',
            message = 'This booking has already started and can no longer be cancelled';
        end if;
        update public.bookings
        set status = 'cancelled', cancelled_at = now(),
          refunded_amount = public.from_minor(owed_minor, booking.currency)
        where id = booking.id;
        update public.space_availability set active = false where booking_id = booking.id;
        update public.payouts
        set amount_minor = p_host_share_minor,
          status = case when p_host_share_minor = 0 then 'cancelled' else status end
        where booking_id = booking.id and status = 'scheduled';
        if owed_minor > 0 then
          insert into public.refunds (payment_id, amount_minor, currency, reason)
          values (payment.id, owed_minor, booking.currency, 'cancelled_by_guest');
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

-- Refunds that are owed and not yet made, with the PaymentIntent to refund, oldest first; of one
-- payment or of all.
create function public.pending_refunds(
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
    order by refunds.created_at
    limit p_limit
  $$;

-- Stripe has made the refund.
create function public.record_refund(p_refund_id uuid, p_stripe_refund_id text) returns void
  language plpgsql security definer set search_path = ''
  as $$
    declare
      refund public.refunds;
    begin
      update public.refunds
      set status = 'succeeded', stripe_refund_id = p_stripe_refund_id, settled_at = now()
      where id = p_refund_id and status = 'pending'
      returning * into refund;
      if found then
        insert into public.ledger_entries
          (payment_id, booking_id, kind, amount_minor, currency, stripe_id)
        select refund.payment_id, payments.booking_id, 'refund', -refund.amount_minor,
          refund.currency, p_stripe_refund_id
        from public.payments where payments.id = refund.payment_id
        on conflict (kind, stripe_id) do nothing;
      end if;
    end
  $$;

-- Stripe has refused the refund; the next try is a new attempt with a new idempotency key, after 5,
-- 10, 20 minutes …, a day at most.
create function public.record_refund_refusal(p_refund_id uuid, p_attempt integer, p_error text)
  returns void
  language sql set search_path = ''
  as $$
    update public.refunds
    set attempt = attempt + 1, last_error = left(p_error, 500),
      retry_at = now()
        + least(interval '5 minutes' * power(2, least(attempt, 12) - 1), interval '1 day')
    where id = p_refund_id and attempt = p_attempt and status = 'pending'
  $$;

-- Only the server's own functions take these steps.
revoke execute on function
  public.cancel_booking,
  public.pending_refunds,
  public.record_refund,
  public.record_refund_refusal
from public, anon, authenticated;
grant execute on function
  public.cancel_booking,
  public.pending_refunds,
  public.record_refund,
  public.record_refund_refusal
to service_role;
