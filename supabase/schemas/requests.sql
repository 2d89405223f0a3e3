-- A booking request authorizes the guest's card and takes the slot until the host answers. It
-- expires after 24 hours or at the booking's start, whichever is earlier. An answer is recorded
-- before Stripe charges or releases the card. After a crash, a job repeats the Stripe request.

-- Turns an authorized payment into a booking request. Returns the booking's id. Returns null if the
-- payment was abandoned, its slot is taken or its start has passed. The caller then releases the
-- authorization. Idempotent. Raises payment_not_found or amount_mismatch.
create function public.record_request(
  p_payment_id uuid, p_amount_minor bigint, p_currency text,
  p_event_id text default null, p_event_type text default null
) returns uuid
  language plpgsql security definer set search_path = '' as $$
    declare
      payment public.payments;
    begin
      perform public.record_webhook_event(p_event_id, p_event_type);
      select * into payment from public.payments where id = p_payment_id for update;
      if not found then
        raise exception using errcode = 'PT404', detail = 'payment_not_found',
          message = 'Payment not found';
      end if;
      if payment.status <> 'open' then return payment.booking_id; end if;
      if p_amount_minor <> payment.total_minor or upper(p_currency) <> payment.currency then
        raise exception using errcode = 'PT409', detail = 'amount_mismatch',
          message = 'The authorized amount is not the amount of this booking';
      end if;
      if payment.start_time <= now() then return null; end if;

      return public.book_slot(payment, 'requested');
    end
  $$;

-- Records the answer to a booking request: accepted, declined or withdrawn, or expired if the
-- server answers (p_actor_id is null). Every answer except accepted frees the slot. The caller then
-- charges or releases the card. Masks contact data in the note of a host who declines. This host
-- can suggest another time, which is not reserved. Idempotent: a repeated answer changes nothing.
-- Raises booking_not_found, not_a_request, request_answered or request_expired. Accepting for a
-- hidden listing raises space_unavailable. A suggested time that the guest cannot book raises
-- space_unavailable, slot_taken or an error code that span_problem returns.
create function public.answer_request(
  p_booking_id uuid, p_actor_id uuid, p_answer text, p_note text default '',
  p_suggested_start timestamptz default null, p_suggested_end timestamptz default null
) returns public.payments
  language plpgsql security definer set search_path = '' as $$
    declare
      payment public.payments;
      booking public.bookings;
      space public.spaces;
    begin
      -- Locks the payment before the booking, like every payment function, to avoid deadlocks.
      select * into payment from public.payments where booking_id = p_booking_id for update;
      select * into booking from public.bookings where id = p_booking_id for update;
      if booking.id is null or not (case p_answer
        when 'withdrawn' then booking.user_id = p_actor_id
        when 'expired' then p_actor_id is null
        else exists (
          select from public.spaces where id = booking.space_id and user_id = p_actor_id)
      end) then
        raise exception using errcode = 'PT404', detail = 'booking_not_found',
          message = 'Booking not found';
      end if;
      if booking.answer_by is null then
        raise exception using errcode = 'PT409', detail = 'not_a_request',
          message = 'This booking is not a request';
      end if;
      if booking.answer = p_answer then return payment; end if;
      if booking.answer is not null then
        raise exception using errcode = 'PT409', detail = 'request_answered',
          message = case booking.answer
            when 'accepted' then 'The host has already accepted this request'
            when 'declined' then 'The host has already declined this request'
            when 'withdrawn' then 'The guest has withdrawn this request'
            else 'This request has expired'
          end;
      end if;
      if (booking.answer_by <= now()) <> (p_answer = 'expired') then
        raise exception using errcode = 'PT409', detail = 'request_expired',
          message = case p_answer
            when 'expired' then 'This request has not expired yet'
            else 'This request has expired'
          end;
      end if;

      if p_answer = 'accepted' and exists (
        select from public.spaces where id = booking.space_id and hidden_at is not null
      ) then
        raise exception using errcode = 'PT409', detail = 'space_unavailable',
          message = 'We have hidden this listing, so you can’t accept the request. You can decline it';
      end if;

      if p_answer = 'declined' and p_suggested_start is not null then
        select * into space from public.spaces where id = booking.space_id;
        if not space.available or space.status <> 'available' or not space.is_listed then
          raise exception using errcode = 'PT409', detail = 'space_unavailable',
            message = 'Guests can’t book this space now, so another time can’t be suggested';
        end if;
        perform public.bookable_space(
          booking.space_id, booking.user_id, p_suggested_start, p_suggested_end);
        perform public.require_free_slot(booking, p_suggested_start, p_suggested_end);
      end if;

      update public.bookings
      set answer = p_answer, answered_at = now(),
        cancel_note = case
          when p_answer = 'declined' then left(public.mask_contacts(coalesce(p_note, '')), 2000)
          else cancel_note
        end,
        suggested_start_time = case when p_answer = 'declined' then p_suggested_start end,
        suggested_end_time = case when p_answer = 'declined' then p_suggested_end end,
        status = case p_answer
          when 'declined' then 'declined'
          when 'expired' then 'expired'
          when 'withdrawn' then 'cancelled'
          else status
        end,
        cancelled_at = case when p_answer = 'withdrawn' then now() end,
        cancelled_by = case when p_answer = 'withdrawn' then 'guest' end
      where id = booking.id;
      if p_answer <> 'accepted' then
        update public.space_availability set active = false
        where booking_id = booking.id and active;
      end if;
      return payment;
    end
  $$;

revoke execute on function
  public.record_request, public.answer_request
from public, anon, authenticated;
grant execute on function
  public.record_request, public.answer_request
to service_role;
