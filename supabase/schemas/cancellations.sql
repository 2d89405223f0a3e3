-- Returns what remains of a payment after refunds and lost disputes, in minor units.
create function public.refundable_minor(payment public.payments) returns bigint
  language sql stable set search_path = '' as $$
    select case when payment.stripe_charge_id is null then 0 else greatest(0,
      payment.total_minor
      - (select coalesce(sum(amount_minor), 0)::bigint from public.refunds
        where payment_id = payment.id and status <> 'void'
          and (reason <> 'made_at_stripe' or status in ('processing', 'succeeded')))
      - (select coalesce(sum(amount_minor), 0)::bigint from public.disputes
        where payment_id = payment.id and status = 'lost'))
    end
  $$;

-- Computed column of bookings: what remains of all payments of a booking after refunds and lost
-- disputes, in minor units. Null if the caller is not an admin.
create function public.booking_refundable_minor(booking public.bookings) returns bigint
  language sql stable security definer set search_path = '' as $$
    select coalesce(sum(public.refundable_minor(paid)), 0)::bigint
    from public.booking_payments(booking.id) as paid
    having (select public.is_admin())
  $$;

-- Cancels a booking as its guest and records the refund, which `quoteRefund` of
-- domain/cancellation.ts has computed in minor units. Changes nothing if the guest, the host or an
-- admin has already cancelled the booking. Raises booking_not_found, booking_started or
-- booking_not_confirmed. Raises booking_changed if a booking change was accepted since the refund
-- was computed.
create function public.cancel_booking(
  p_booking_id uuid, p_user_id uuid, p_refund_minor bigint, p_host_share_minor bigint,
  p_start timestamptz default null, p_total_minor bigint default null
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      booking public.bookings;
      payment public.payments;
    begin
      -- Locks the payment before the booking, like every payment function, to avoid deadlocks.
      select * into payment from public.payments where booking_id = p_booking_id for update;
      select * into booking from public.bookings
      where id = p_booking_id and user_id = p_user_id for update;
      if not found then
        raise exception using errcode = 'PT404', detail = 'booking_not_found',
          message = 'Booking not found';
      end if;
      if booking.status = 'confirmed' then
        if booking.start_time <= now() then
          raise exception using errcode = 'PT409', detail = 'booking_started',
            message = 'This booking has already started and can no longer be cancelled';
        end if;
        if p_start <> booking.start_time
          or p_total_minor <> public.to_minor(booking.total_price, booking.currency) then
          raise exception using errcode = 'PT409', detail = 'booking_changed',
            message = 'This booking has just changed. Please check the new terms';
        end if;
        update public.bookings
        set status = 'cancelled', cancelled_at = now(), cancelled_by = 'guest'
        where id = booking.id;
        perform public.free_slot(booking.id);
        update public.payouts set agreed_minor = p_host_share_minor where booking_id = booking.id;
        perform public.owe_refund(booking.id, p_refund_minor, 'cancelled_by_guest');
        if payment.id is not null then
          perform public.settle_payment(payment.id);
        end if;
      elsif booking.status <> 'cancelled' then
        raise exception using errcode = 'PT409', detail = 'booking_not_confirmed',
          message = 'This booking is not confirmed, so it can’t be cancelled';
      end if;

      return jsonb_build_object(
        'payment_id', payment.id,
        'currency', booking.currency,
        'total_minor', public.to_minor(booking.total_price, booking.currency),
        'refund_minor', coalesce((
          select sum(refunds.amount_minor) from public.refunds
          join public.booking_payments(booking.id) paid on paid.id = refunds.payment_id
          where reason like 'cancelled_by_%'), 0));
    end
  $$;

-- Cancels a confirmed booking as a host or admin and records the refund. A host can cancel before
-- the start, and refunds all that remains of the payment. An admin can cancel at any time and
-- refunds p_refund_minor, which reduces the host's share in proportion. p_keep_blocked replaces the
-- slot with a block. Idempotent. Raises booking_not_found, booking_started, booking_not_confirmed,
-- refund_too_large or slot_taken.
create function public.cancel_booking_as(
  p_role text, p_booking_id uuid, p_actor_id uuid, p_reason text, p_note text,
  p_refund_minor bigint default null, p_keep_blocked boolean default false
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      booking public.bookings;
      payment public.payments;
      left_minor bigint;
      given_minor bigint;
    begin
      -- Locks the payment before the booking, like every payment function, to avoid deadlocks.
      select * into payment from public.payments where booking_id = p_booking_id for update;
      select * into booking from public.bookings where id = p_booking_id for update;
      if booking.id is null or not (case p_role
        when 'host' then exists (
          select from public.spaces where id = booking.space_id and user_id = p_actor_id)
        when 'admin' then exists (
          select from public.profiles where id = p_actor_id and is_admin)
        else false
      end) then
        raise exception using errcode = 'PT404', detail = 'booking_not_found',
          message = 'Booking not found';
      end if;

      if booking.status = 'confirmed' then
        select coalesce(sum(public.refundable_minor(paid)), 0) into left_minor
        from public.booking_payments(booking.id) as paid;
        if p_role = 'host' and booking.start_time <= now() then
          raise exception using errcode = 'PT409', detail = 'booking_started',
            message = 'This booking has already started and can no longer be cancelled';
        end if;
        given_minor := case when p_role = 'host' then left_minor else coalesce(p_refund_minor, 0) end;
        if given_minor not between 0 and left_minor then
          raise exception using errcode = 'PT409', detail = 'refund_too_large',
            message = format('At most %s %s can still be refunded',
              public.from_minor(left_minor, booking.currency), booking.currency);
        end if;
        update public.bookings
        set status = 'cancelled', cancelled_at = now(), cancelled_by = p_role,
          cancel_reason = p_reason, cancel_note = coalesce(p_note, '')
        where id = booking.id;
        perform public.free_slot(booking.id);
        if p_keep_blocked and booking.end_time > now() then
          perform public.take_blackout(
            booking.space_id, tstzrange(booking.start_time, booking.end_time), 'Cancelled booking');
        end if;
        update public.payouts
        set agreed_minor = case
          when p_role = 'host' then 0
          else public.share_after_returns(
            agreed_minor, public.to_minor(booking.total_price, booking.currency), given_minor)
        end
        where booking_id = booking.id;
        perform public.owe_refund(booking.id, given_minor, 'cancelled_by_' || p_role);
        insert into public.booking_problem_events
          (booking_id, actor_id, action, amount_minor, reason, note)
        values (booking.id, p_actor_id, 'cancelled_by_' || p_role, given_minor, p_reason,
          coalesce(p_note, ''));
        if p_role = 'admin' then
          perform public.record_admin_action('booking.cancel', 'booking', booking.id::text,
            concat_ws(': ', p_reason, nullif(p_note, '')),
            jsonb_build_object('refund_minor', given_minor), p_actor_id);
        end if;
        if payment.id is not null then
          perform public.settle_payment(payment.id);
        end if;
      elsif booking.status <> 'cancelled' or booking.cancelled_by is distinct from p_role then
        raise exception using errcode = 'PT409', detail = 'booking_not_confirmed',
          message = 'This booking is not confirmed, so it can’t be cancelled';
      end if;

      return jsonb_build_object(
        'payment_id', payment.id,
        'currency', booking.currency,
        'total_minor', public.to_minor(booking.total_price, booking.currency),
        'refund_minor', coalesce((
          select sum(refunds.amount_minor) from public.refunds
          join public.booking_payments(booking.id) paid on paid.id = refunds.payment_id
          where reason = 'cancelled_by_' || p_role), 0));
    end
  $$;

-- Each host's number of cancellations and of bookings in the last 365 days.
create view public.host_cancellations with (security_barrier) as
  select
    spaces.user_id as host_id,
    profiles.full_name as host_name,
    count(*) filter (
      where bookings.cancelled_by = 'host' and bookings.cancelled_at > now() - interval '365 days')
      as cancellations,
    count(*) filter (where bookings.created_at > now() - interval '365 days') as bookings,
    max(bookings.cancelled_at) filter (where bookings.cancelled_by = 'host') as last_cancelled_at
  from public.bookings
  join public.spaces on spaces.id = bookings.space_id
  join public.profiles on profiles.id = spaces.user_id
  where bookings.status in ('confirmed', 'cancelled')
    and bookings.answer is distinct from 'withdrawn'
    and ((select public.is_admin())
      or spaces.user_id = (select auth.uid()) and (select public.has_required_aal()))
  group by spaces.user_id, profiles.full_name;

revoke all on public.host_cancellations from anon, authenticated;
grant select on public.host_cancellations to authenticated;

revoke execute on function public.refundable_minor, public.cancel_booking, public.cancel_booking_as
from public, anon, authenticated;
revoke execute on function public.booking_refundable_minor from public, anon;
grant execute on function public.cancel_booking, public.cancel_booking_as to service_role;
