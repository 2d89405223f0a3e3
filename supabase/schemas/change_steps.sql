-- Every step of a booking change locks the booking's first payment, the booking and the change, in
-- this order. These locks serialize concurrent steps. If the price rises, the difference is
-- authorized first, and charged once guest and host have agreed and the new time is reserved. If
-- the price falls, the difference is refunded in the transaction that changes the booking.

create function public.locked_booking(p_booking_id uuid) returns public.bookings
  language plpgsql set search_path = '' as $$
    declare
      booking public.bookings;
    begin
      perform from public.payments where booking_id = p_booking_id for update;
      select * into booking from public.bookings where id = p_booking_id for update;
      if not found then
        raise exception using errcode = 'PT404', detail = 'booking_not_found',
          message = 'Booking not found';
      end if;
      return booking;
    end
  $$;

-- Returns the data from which the caller computes the price of a booking change. [p_start, p_end)
-- is the new time. p_guest_count is the new number of people; null keeps the current number. Prices
-- follow the price rules stored with the booking. Raises booking_not_found, booking_not_confirmed,
-- change_closed, change_blocked, too_many_guests or an error code that span_problem returns. The
-- result has these properties:
-- role: whether p_actor_id is the guest or the host of the booking
-- currency, platformFeePercentage, hostCommissionPercentage: as in the booking
-- guestCount: the new number of people
-- hourlyPrices: the prices of the hours of the new time
-- discountPercentage: the length discount for the new time, or 0
-- offers: the extras that the guest can choose
-- rentalMinor, totalMinor: the current amounts of the booking, in minor units
create function public.change_offer(
  p_booking_id uuid, p_actor_id uuid, p_start timestamptz, p_end timestamptz,
  p_guest_count integer default null
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      booking public.bookings;
      space public.spaces;
      rules jsonb;
      most_guests integer;
    begin
      select * into booking from public.bookings where id = p_booking_id;
      select * into space from public.spaces where id = booking.space_id;
      if booking.id is null or not (p_actor_id in (booking.user_id, space.user_id)) then
        raise exception using errcode = 'PT404', detail = 'booking_not_found',
          message = 'Booking not found';
      end if;
      if booking.status <> 'confirmed' then
        raise exception using errcode = 'PT409', detail = 'booking_not_confirmed',
          message = 'This booking is not confirmed, so it can’t be changed';
      end if;
      if now() >= booking.start_time - interval '48 hours' then
        raise exception using errcode = 'PT409', detail = 'change_closed',
          message = 'A booking can be changed until 48 hours before it starts';
      end if;
      if booking.refunded_amount > 0 or booking.returned_amount > 0 or exists (
        select from public.payouts
        where booking_id = booking.id and dispute_status in ('open', 'inquiry')
      ) then
        raise exception using errcode = 'PT409', detail = 'change_blocked',
          message = 'A booking with a refund or a disputed payment can’t be changed';
      end if;
      -- A booking may keep its number of people even if the host has lowered the capacity since.
      most_guests := greatest(space.capacity, booking.guest_count);
      if p_guest_count > most_guests then
        raise exception using errcode = 'PT409', detail = 'too_many_guests',
          message = format('This space holds at most %s people', most_guests);
      end if;
      if (p_start, p_end) is distinct from (booking.start_time, booking.end_time) then
        perform public.check_bookable_span(space, p_start, p_end);
      end if;
      select price_rules into rules from public.payments where booking_id = booking.id;
      rules := coalesce(rules, public.price_rules_of(space));
      return jsonb_build_object(
        'role', case p_actor_id when booking.user_id then 'guest' else 'host' end,
        'currency', booking.currency,
        'guestCount', coalesce(p_guest_count, booking.guest_count),
        'hourlyPrices', public.hourly_prices_by(rules, booking.time_zone, p_start, p_end),
        'discountPercentage', coalesce((
          select (discount ->> 'percentage')::integer
          from jsonb_array_elements(rules -> 'discounts') as discount
          where (discount ->> 'minimum_hours')::integer <= extract(epoch from p_end - p_start) / 3600
          order by (discount ->> 'minimum_hours')::integer desc limit 1), 0),
        'offers', rules -> 'extras',
        'platformFeePercentage', booking.platform_fee_percentage,
        'hostCommissionPercentage', booking.host_commission_percentage,
        'rentalMinor', public.to_minor(booking.rental_amount, booking.currency),
        'totalMinor', public.to_minor(booking.total_price, booking.currency));
    end
  $$;

-- Returns the end of the buffer after a booking that is changed to end at p_end. A buffer that a
-- block of the host has shortened stays shortened, unless the booking will end later.
create function public.buffered_end(booking public.bookings, p_end timestamptz) returns timestamptz
  language sql stable set search_path = '' as $$
    select least(p_end + booking.buffer_minutes * interval '1 minute', (
      select upper(during) from public.space_availability
      where booking_id = booking.id and active and kind = 'booking' and p_end <= booking.end_time))
  $$;

-- Raises slot_taken if the new time of a booking change is taken. Unreleased expired holds and the
-- times of open checkouts also count as taken.
create function public.require_free_slot(
  booking public.bookings, p_start timestamptz, p_end timestamptz
) returns void
  language plpgsql set search_path = '' as $$
    declare
      wanted constant tstzrange := tstzrange(
        p_start, public.buffered_end(booking, p_end), '[)');
    begin
      if exists (
        select from public.space_availability taken
        where taken.space_id = booking.space_id and taken.active and taken.during && wanted
          and taken.booking_id is distinct from booking.id
      ) or exists (
        select from public.payments
        where payments.space_id = booking.space_id and payments.status = 'open'
          and payments.change_id is null
          and tstzrange(payments.start_time,
            payments.end_time + payments.buffer_minutes * interval '1 minute', '[)') && wanted
      ) then
        raise exception using errcode = 'PT409', detail = 'slot_taken',
          message = 'This time is no longer free';
      end if;
    end
  $$;

-- Reserves the hours of a booking change that the booking does not occupy yet. Raises slot_taken if
-- any of them is taken.
create function public.reserve_change(booking public.bookings, change public.booking_changes)
  returns void
  language plpgsql set search_path = '' as $$
    declare
      buffered_end constant timestamptz := public.buffered_end(booking, change.end_time);
      piece tstzrange;
    begin
      perform public.require_free_slot(booking, change.start_time, change.end_time);
      -- If the new time includes hours of the current buffer, removes these hours from the buffer,
      -- so that the loop below reserves them. Otherwise the host could still block these hours.
      update public.space_availability
      set buffered_until = nullif(greatest(change.start_time, end_time), end_time)
      where booking_id = booking.id and active and buffered_until > change.start_time
        and end_time < change.end_time;
      for piece in
        select part from unnest(
          tstzmultirange(tstzrange(change.start_time, buffered_end, '[)')) - coalesce((
            select range_agg(during) from public.space_availability
            where booking_id = booking.id and active), '{}')) as part
      loop
        if public.take_slot(
          booking.space_id, lower(piece),
          case when lower(piece) < change.end_time
            then least(upper(piece), change.end_time) else upper(piece) end,
          'request', null, booking.id,
          case when lower(piece) < change.end_time and upper(piece) > change.end_time
            then upper(piece) end) is null
        then
          raise exception using errcode = 'PT409', detail = 'slot_taken',
            message = 'This time is no longer free';
        end if;
      end loop;
    end
  $$;

-- Applies a booking change and refunds the difference if its price is lower. The caller must hold
-- the locks, must have reserved the new time, and must have charged the difference if the price is
-- higher.
create function public.apply_change(booking public.bookings, change public.booking_changes)
  returns void
  language plpgsql set search_path = '' as $$
    declare
      slot_id uuid;
      buffered_end timestamptz;
      lower_by bigint;
    begin
      -- Refunds less if the guest has already received money since the proposal, by a refund made
      -- in the Stripe dashboard or a lost dispute.
      select least(
        public.to_minor(booking.total_price, booking.currency),
        sum(public.refundable_minor(paid))) - change.total_minor
      into lower_by
      from public.booking_payments(booking.id) as paid;
      -- The host may have blocked a part of the buffer since it was reserved.
      select least(public.buffered_end(booking, change.end_time), upper(reserved)) into buffered_end
      from (
        select range_agg(during) as times from public.space_availability
        where booking_id = booking.id and active
      ) as own
      cross join lateral unnest(own.times) as reserved
      where reserved @> tstzrange(change.start_time, change.end_time);
      update public.space_availability set active = false
      where booking_id = booking.id and active;
      slot_id := public.take_slot(
        booking.space_id, change.start_time, change.end_time, 'booking', null, booking.id,
        nullif(buffered_end, change.end_time));
      if slot_id is null then
        raise exception using errcode = 'PT409', detail = 'slot_taken',
          message = 'This time is no longer free';
      end if;
      update public.payments set hold_id = slot_id where booking_id = booking.id;
      update public.booking_changes
      set status = 'done', answered_at = coalesce(answered_at, now()) where id = change.id;
      -- Ends the guest's unpaid proposals, because their price differences refer to the old price.
      update public.booking_changes set status = 'expired', answered_at = now()
      where booking_id = booking.id and status = 'unpaid';
      if lower_by > 0 then
        perform public.owe_refund(booking.id, lower_by, 'booking_changed', change.id);
      end if;
      update public.bookings
      set start_time = change.start_time, end_time = change.end_time,
        guest_count = change.guest_count, extras = change.extras, price_lines = change.price_lines,
        rental_amount = public.from_minor(change.rental_minor, currency),
        platform_fee_amount = public.from_minor(change.platform_fee_minor, currency),
        total_price = public.from_minor(change.total_minor, currency),
        host_commission_amount = public.from_minor(change.host_commission_minor, currency),
        host_share_amount = public.from_minor(change.host_share_minor, currency),
        -- Sets these amounts to 0, because constraints limit them to the new total. settle_payment
        -- below computes them again.
        refunded_amount = 0, returned_amount = 0
      where id = booking.id;
      insert into public.payouts (booking_id, host_id, amount_minor, currency, due_at)
      select booking.id, spaces.user_id, change.host_share_minor, change.currency,
        change.end_time + interval '24 hours'
      from public.spaces
      where spaces.id = booking.space_id and change.host_share_minor > 0
      on conflict (booking_id) do nothing;
      update public.payouts
      set agreed_minor = change.host_share_minor, due_at = change.end_time + interval '24 hours'
      where booking_id = booking.id;
      perform public.settle_payment(payments.id)
      from public.payments where booking_id = booking.id;
    end
  $$;

-- Returns the payment for the price difference of a booking change. The first call creates it.
create function public.change_payment(booking public.bookings, change public.booking_changes)
  returns public.payments
  language plpgsql set search_path = '' as $$
    declare
      payment public.payments;
    begin
      select * into payment from public.payments
      where change_id = change.id and status <> 'abandoned';
      if found then return payment; end if;
      insert into public.payments (
        user_id, space_id, change_id, start_time, end_time, buffer_minutes, guest_count, currency,
        rental_minor, platform_fee_percentage, platform_fee_minor, total_minor,
        host_commission_percentage, host_commission_minor, host_share_minor,
        cancellation_policy, time_zone, is_request
      ) values (
        booking.user_id, booking.space_id, change.id, change.start_time, change.end_time,
        booking.buffer_minutes, change.guest_count, change.currency,
        change.rental_minor - public.to_minor(booking.rental_amount, change.currency),
        booking.platform_fee_percentage,
        change.platform_fee_minor - public.to_minor(booking.platform_fee_amount, change.currency),
        change.total_minor - public.to_minor(booking.total_price, change.currency),
        booking.host_commission_percentage,
        change.host_commission_minor
          - public.to_minor(booking.host_commission_amount, change.currency),
        change.host_share_minor - public.to_minor(booking.host_share_amount, change.currency),
        booking.cancellation_policy, booking.time_zone, true
      ) returning * into payment;
      return payment;
    end
  $$;

-- Proposes a booking change. p_quote is a `Quote` of domain/fees.ts, computed by the server from
-- change_offer. Returns {change, payment}. `payment` is set if the guest must first authorize a
-- higher price. A repeated call returns the open proposal. Raises change_unchanged, change_pending,
-- too_many_changes, amount_mismatch, slot_taken or an error of change_offer.
create function public.propose_change(
  p_booking_id uuid, p_actor_id uuid, p_start timestamptz, p_end timestamptz, p_quote jsonb,
  p_difference_minor bigint, p_guest_count integer default null
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      booking public.bookings := public.locked_booking(p_booking_id);
      change public.booking_changes;
      offer constant jsonb :=
        public.change_offer(p_booking_id, p_actor_id, p_start, p_end, p_guest_count);
      actor_role constant text := offer ->> 'role';
      guests constant integer := offer ->> 'guestCount';
      old_total constant bigint := public.to_minor(booking.total_price, booking.currency);
      is_paid_first boolean;
      most_changes constant integer := 20;
    begin
      select * into change from public.booking_changes
      where booking_id = booking.id and status in ('open', 'accepted');
      if found then
        if change.status = 'open' and change.proposed_by = actor_role
          and change.start_time = p_start and change.end_time = p_end
          and change.guest_count = guests and change.extras = p_quote -> 'extras'
        then
          return jsonb_build_object('change', to_jsonb(change), 'payment', null);
        end if;
        raise exception using errcode = 'PT409', detail = 'change_pending',
          message = 'Another change to this booking is waiting for an answer';
      end if;
      if p_start = booking.start_time and p_end = booking.end_time
        and guests = booking.guest_count and p_quote -> 'extras' = booking.extras
      then
        raise exception using errcode = 'PT400', detail = 'change_unchanged',
          message = 'Please choose another time, number of people or other extras';
      end if;
      if (p_quote ->> 'totalMinor')::bigint - old_total <> p_difference_minor then
        raise exception using errcode = 'PT409', detail = 'amount_mismatch',
          message = 'The price has just changed. Please check the new price';
      end if;
      if most_changes <= (
        select count(*) from public.booking_changes
        where booking_id = booking.id and proposed_by = actor_role
      ) then
        raise exception using errcode = 'PT409', detail = 'too_many_changes',
          message = format('You have proposed %s changes to this booking, which is the limit',
            most_changes);
      end if;
      perform public.require_free_slot(booking, p_start, p_end);

      is_paid_first := actor_role = 'guest' and p_difference_minor > 0;
      update public.booking_changes set status = 'withdrawn', answered_at = now()
      where booking_id = booking.id and status = 'unpaid' and proposed_by = actor_role;
      insert into public.booking_changes (
        booking_id, proposed_by, status, old_start_time, old_end_time, old_guest_count, old_extras,
        old_total_minor, start_time, end_time, guest_count, extras, price_lines, currency,
        rental_minor, platform_fee_minor, total_minor, host_commission_minor, host_share_minor,
        answer_by
      ) values (
        booking.id, actor_role, case when is_paid_first then 'unpaid' else 'open' end,
        booking.start_time, booking.end_time, booking.guest_count, booking.extras, old_total,
        p_start, p_end, guests, p_quote -> 'extras', p_quote -> 'priceLines', booking.currency,
        (p_quote ->> 'rentalMinor')::bigint, (p_quote ->> 'platformFeeMinor')::bigint,
        (p_quote ->> 'totalMinor')::bigint, (p_quote ->> 'hostCommissionMinor')::bigint,
        (p_quote ->> 'hostShareMinor')::bigint,
        least(now() + interval '48 hours', booking.start_time - interval '48 hours', p_start)
      ) returning * into change;
      return jsonb_build_object(
        'change', to_jsonb(change),
        'payment', case when is_paid_first
          then to_jsonb(public.change_payment(booking, change)) end);
    end
  $$;

create function public.locked_change(p_change_id uuid) returns public.booking_changes
  language plpgsql set search_path = '' as $$
    declare
      change public.booking_changes;
    begin
      select * into change from public.booking_changes where id = p_change_id;
      if not found then
        raise exception using errcode = 'PT404', detail = 'change_not_found',
          message = 'This proposal no longer exists';
      end if;
      perform public.locked_booking(change.booking_id);
      select * into change from public.booking_changes where id = p_change_id for update;
      return change;
    end
  $$;

-- Returns the payment by which a guest accepts a host's proposal with a higher price. Raises
-- change_not_found, change_answered, change_expired or slot_taken.
create function public.begin_change_payment(p_change_id uuid, p_actor_id uuid)
  returns public.payments
  language plpgsql security definer set search_path = '' as $$
    declare
      change public.booking_changes := public.locked_change(p_change_id);
      booking public.bookings;
    begin
      select * into booking from public.bookings where id = change.booking_id;
      if booking.user_id <> p_actor_id or change.proposed_by <> 'host' then
        raise exception using errcode = 'PT404', detail = 'change_not_found',
          message = 'This proposal no longer exists';
      end if;
      perform public.require_open_change(change);
      perform public.require_free_slot(booking, change.start_time, change.end_time);
      return public.change_payment(booking, change);
    end
  $$;

-- Raises change_answered or change_expired if a booking change can no longer be answered.
create function public.require_open_change(change public.booking_changes) returns void
  language plpgsql set search_path = '' as $$
    begin
      if change.status not in ('unpaid', 'open') then
        raise exception using errcode = 'PT409', detail = 'change_answered',
          message = case change.status
            when 'withdrawn' then 'This proposal has been withdrawn'
            when 'declined' then 'This proposal has already been declined'
            when 'expired' then 'This proposal has expired'
            when 'failed' then 'This proposal could not be carried out'
            else 'This proposal has already been accepted'
          end;
      end if;
      if change.answer_by <= now() then
        raise exception using errcode = 'PT409', detail = 'change_expired',
          message = 'This proposal has expired';
      end if;
    end
  $$;

-- Records the answer to a booking change: accepted, declined or withdrawn, or expired if the server
-- answers (p_actor_id is null). A change with a higher price needs an authorized payment, which the
-- caller then charges. Idempotent. Returns {status, booking_id, payment}. Raises change_not_found,
-- change_answered, change_expired, change_unpaid or slot_taken.
create function public.answer_change(p_change_id uuid, p_actor_id uuid, p_answer text)
  returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      change public.booking_changes := public.locked_change(p_change_id);
      booking public.bookings;
      actor_role text;
    begin
      select * into booking from public.bookings where id = change.booking_id;
      actor_role := case
        when p_actor_id is null then 'server'
        when p_actor_id = booking.user_id then 'guest'
        when exists (
          select from public.spaces where id = booking.space_id and user_id = p_actor_id)
          then 'host'
      end;
      if (case p_answer
        when 'expired' then actor_role = 'server'
        when 'withdrawn' then actor_role = change.proposed_by
        else actor_role in ('guest', 'host') and actor_role <> change.proposed_by
          and change.status <> 'unpaid'
      end) is not true then
        raise exception using errcode = 'PT404', detail = 'change_not_found',
          message = 'This proposal no longer exists';
      end if;

      if change.status <> p_answer and not (p_answer = 'accepted' and change.status = 'done') then
        if p_answer <> 'expired' then
          perform public.require_open_change(change);
        elsif change.status not in ('unpaid', 'open') or change.answer_by > now() then
          raise exception using errcode = 'PT409', detail = 'change_answered',
            message = 'This proposal has not expired';
        end if;
        if p_answer <> 'accepted' then
          update public.booking_changes set status = p_answer, answered_at = now()
          where id = change.id;
        else
          if change.total_minor > change.old_total_minor and not exists (
            select from public.payments where change_id = change.id and status = 'authorized'
          ) then
            raise exception using errcode = 'PT409', detail = 'change_unpaid',
              message = 'The difference must be paid first';
          end if;
          perform public.reserve_change(booking, change);
          update public.booking_changes set status = 'accepted', answered_at = now()
          where id = change.id;
          if change.total_minor <= change.old_total_minor then
            perform public.apply_change(booking, change);
          end if;
        end if;
      end if;
      return jsonb_build_object(
        'status', (select status from public.booking_changes where id = change.id),
        'booking_id', change.booking_id,
        'payment', (
          select to_jsonb(payments) from public.payments
          where change_id = change.id and status in ('open', 'authorized')));
    end
  $$;

-- Records that the guest has authorized the price difference of a booking change. A guest's own
-- proposal then becomes visible to the host; a host's proposal is accepted. Returns what to do with
-- the authorization: wait, capture or release. Idempotent. Raises payment_not_found or
-- amount_mismatch.
create function public.record_change_authorization(
  p_payment_id uuid, p_amount_minor bigint, p_currency text,
  p_event_id text default null, p_event_type text default null
) returns text
  language plpgsql security definer set search_path = '' as $$
    declare
      payment public.payments;
      change public.booking_changes;
      booking public.bookings;
    begin
      perform public.record_webhook_event(p_event_id, p_event_type);
      payment := public.locked_payment(p_payment_id);
      if payment.id is null then
        raise exception using errcode = 'PT404', detail = 'payment_not_found',
          message = 'Payment not found';
      end if;
      if p_amount_minor <> payment.total_minor or upper(p_currency) <> payment.currency then
        raise exception using errcode = 'PT409', detail = 'amount_mismatch',
          message = 'The authorized amount is not the amount of this change';
      end if;
      change := public.locked_change(payment.change_id);
      if payment.status = 'authorized' then
        return case change.status when 'open' then 'wait' when 'accepted' then 'capture'
          else 'release' end;
      end if;
      if payment.status <> 'open' or change.status not in ('unpaid', 'open') then
        return 'release';
      end if;
      select * into booking from public.bookings where id = change.booking_id;
      begin
        perform public.require_open_change(change);
        if change.proposed_by = 'host' then
          perform public.reserve_change(booking, change);
        else
          perform public.require_free_slot(booking, change.start_time, change.end_time);
        end if;
        update public.booking_changes
        set status = case proposed_by when 'host' then 'accepted' else 'open' end,
          answered_at = case proposed_by when 'host' then now() end
        where id = change.id;
      exception
        -- Releases the card: the proposal has expired, its new time is taken, or the booking has
        -- another open proposal.
        when sqlstate 'PT409' or unique_violation then
          update public.booking_changes set status = 'failed', answered_at = now()
          where id = change.id;
          return 'release';
      end;
      update public.payments set status = 'authorized' where id = payment.id;
      return case change.proposed_by when 'host' then 'capture' else 'wait' end;
    end
  $$;

-- Applies a booking change after Stripe has charged the price difference. Records a full refund
-- instead if the change was not accepted, its new time is over or the booking was cancelled. The
-- booking then keeps its old time, which stayed reserved. The caller, confirm_booking, must have
-- locked the payment.
create function public.record_paid_change(payment public.payments, p_charge_id text) returns jsonb
  language plpgsql set search_path = '' as $$
    declare
      change public.booking_changes := public.locked_change(payment.change_id);
      booking public.bookings;
    begin
      select * into booking from public.bookings where id = change.booking_id;
      if change.status = 'accepted' and booking.status = 'confirmed' and change.end_time > now() then
        payment.booking_id := booking.id;
      end if;
      perform public.record_in_ledger(payment, 'charge', payment.total_minor, p_charge_id);
      update public.payments
      set status = 'paid', paid_at = now(), stripe_charge_id = p_charge_id
      where id = payment.id;
      if payment.booking_id is not null then
        perform public.apply_change(booking, change);
        return jsonb_build_object(
          'outcome', 'confirmed', 'booking_id', booking.id, 'payment_id', payment.id);
      end if;
      insert into public.refunds (payment_id, amount_minor, currency, reason)
      values (payment.id, payment.total_minor, payment.currency, 'request_ended');
      perform public.end_unpaid_change(change.id);
      perform public.settle_payment(payment.id);
      return jsonb_build_object(
        'outcome', 'refund_due', 'booking_id', null, 'payment_id', payment.id);
    end
  $$;

-- Ends a booking change whose payment was abandoned, frees its new time and restores the buffer of
-- the booking. A host's open proposal stays open, because the guest can try to pay again.
create function public.end_unpaid_change(p_change_id uuid) returns void
  language plpgsql set search_path = '' as $$
    declare
      change public.booking_changes := public.locked_change(p_change_id);
    begin
      if change.status = 'unpaid' or change.status = 'accepted'
        or change.status = 'open' and change.proposed_by = 'guest'
      then
        update public.booking_changes
        set status = case status when 'unpaid' then 'expired' else 'failed' end,
          answered_at = coalesce(answered_at, now())
        where id = change.id;
        update public.space_availability set active = false
        where booking_id = change.booking_id and kind = 'request' and active;
        if change.status = 'accepted' then
          perform public.restore_buffers(bookings.space_id, change.start_time, change.end_time)
          from public.bookings where id = change.booking_id;
        end if;
      end if;
    end
  $$;

-- Returns the open and authorized payments of booking changes that were answered or have expired.
-- The caller captures the payments of accepted changes and releases all others.
create function public.ended_change_payments(p_limit integer default 100)
  returns setof public.payments
  language sql stable set search_path = '' as $$
    select payments.*
    from public.payments
    join public.booking_changes changes on changes.id = payments.change_id
    where payments.status in ('open', 'authorized') and changes.status not in ('unpaid', 'open')
    order by payments.created_at
    limit p_limit
  $$;

-- Expires the pending changes (unpaid, open or accepted) of a cancelled booking.
create function public.end_changes_of_booking() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      update public.booking_changes set status = 'expired', answered_at = now()
      where booking_id = new.id and status in ('unpaid', 'open', 'accepted');
      return null;
    end
  $$;

create trigger end_changes_of_booking
  after update of status on public.bookings
  for each row when (old.status = 'confirmed' and new.status <> 'confirmed')
  execute function public.end_changes_of_booking();

revoke execute on function
  public.locked_booking, public.change_offer, public.buffered_end, public.require_free_slot,
  public.reserve_change, public.apply_change, public.change_payment, public.propose_change,
  public.locked_change, public.begin_change_payment, public.require_open_change,
  public.answer_change, public.record_change_authorization, public.record_paid_change,
  public.end_unpaid_change, public.ended_change_payments, public.end_changes_of_booking
from public, anon, authenticated;
grant execute on function
  public.change_offer, public.propose_change, public.begin_change_payment, public.answer_change,
  public.record_change_authorization, public.ended_change_payments
to service_role;
