-- An extension is a separate booking with its own charge. bookings.extends_booking_id references
-- the extended booking, and the extension starts when that booking ends. The availability row of
-- the extended booking contains its buffer until the extension is paid. The hold therefore covers
-- only the time after this buffer.

-- Returns the calendar entry of a booking and its extensions as {id, guest_count, starts_at,
-- ends_at, sequence, is_cancelled}. `id` is the first booking's id. `sequence` increases with each
-- change, extension and cancellation, so that calendar apps update the entry (RFC 5545, section
-- 3.8.7.4).
create function public.booking_calendar_entry(p_booking_id uuid) returns jsonb
  language sql stable set search_path = '' as $$
    with recursive earlier as (
      select id, extends_booking_id from public.bookings where id = p_booking_id
      union all
      select bookings.id, bookings.extends_booking_id
      from earlier
      join public.bookings on bookings.id = earlier.extends_booking_id
    ),
    chain as (
      select id, extends_booking_id from earlier where extends_booking_id is null
      union all
      select bookings.id, bookings.extends_booking_id
      from chain
      join public.bookings on bookings.extends_booking_id = chain.id
    )
    select jsonb_build_object(
      'id', (select id from chain where extends_booking_id is null),
      'guest_count', max(guest_count) filter (where extends_booking_id is null),
      'starts_at', coalesce(
        min(start_time) filter (where status = 'confirmed'), min(start_time)),
      'ends_at', coalesce(max(end_time) filter (where status = 'confirmed'), max(end_time)),
      'sequence', count(*) filter (where extends_booking_id is not null)
        + count(*) filter (where status = 'cancelled')
        + (
          select count(*) from public.booking_changes
          where booking_id in (select id from chain) and status = 'done'
        ),
      'is_cancelled', bool_and(status = 'cancelled'))
    from public.bookings
    where id in (select id from chain)
  $$;

-- Returns {currency, hourlyPrices, discountPercentage, endsAt} for an extension of a running
-- booking by p_hours, at the space's current prices and opening hours. Raises booking_not_found,
-- not_extendable, bad_duration, too_long, ends_too_late or slot_taken.
create function public.extension_offer(p_booking_id uuid, p_user_id uuid, p_hours integer)
  returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      booking public.bookings;
      first_start timestamptz;
      space public.spaces;
      new_end timestamptz;
      latest_end timestamptz;
    begin
      select * into booking from public.bookings
      where id = p_booking_id and user_id = p_user_id;
      if not found then
        raise exception using errcode = 'PT404', detail = 'booking_not_found',
          message = 'Booking not found';
      end if;
      if booking.status <> 'confirmed' or now() < booking.start_time or now() >= booking.end_time
        or exists (
          select from public.bookings
          where extends_booking_id = booking.id and status = 'confirmed')
      then
        raise exception using errcode = 'PT409', detail = 'not_extendable',
          message = 'A booking can be extended from its start until its end';
      end if;
      if exists (
        select from public.user_blocks
        join public.spaces on spaces.user_id in (user_blocks.user_id, blocked_id)
        where spaces.id = booking.space_id and p_user_id in (user_blocks.user_id, blocked_id)
      ) then
        raise exception using errcode = 'PT409', detail = 'not_extendable',
          message = 'This booking can’t be extended';
      end if;
      if p_hours not between 1 and 24 then
        raise exception using errcode = 'PT400', detail = 'bad_duration',
          message = 'Please choose a duration of 1 to 24 whole hours';
      end if;
      select * into space from public.spaces where id = booking.space_id for share;
      with recursive chain as (
        select booking.start_time as start_time, booking.extends_booking_id as previous
        union all
        select earlier.start_time, earlier.extends_booking_id
        from chain join public.bookings earlier on earlier.id = chain.previous
      )
      select min(start_time) into first_start from chain;
      new_end := booking.end_time + p_hours * interval '1 hour';
      if new_end > first_start + space.maximum_hours * interval '1 hour' then
        raise exception using errcode = 'PT400', detail = 'too_long',
          message = format('This space takes bookings of at most %s hours', space.maximum_hours);
      end if;
      select (local_start::date + hours.out_by * interval '1 hour') at time zone space.time_zone
      into latest_end
      from (select first_start at time zone space.time_zone as local_start) as local
      cross join lateral public.opening_hours_on(space.id, local_start::date) as hours;
      if new_end > latest_end then
        raise exception using errcode = 'PT400', detail = 'ends_too_late',
          message = 'This booking would end after the space closes';
      end if;
      if exists (
        select from public.space_availability taken
        where taken.space_id = space.id and taken.active
          and taken.during && tstzrange(
            booking.end_time, new_end + booking.buffer_minutes * interval '1 minute', '[)')
          and taken.booking_id is distinct from booking.id
          and (taken.expires_at is null or taken.expires_at > now())
          and not exists (
            select from public.payments
            where payments.hold_id = taken.id and payments.extends_booking_id = booking.id)
      ) then
        raise exception using errcode = 'PT409', detail = 'slot_taken',
          message = 'The time after your booking is not free';
      end if;
      return jsonb_build_object(
        'currency', space.currency,
        'endsAt', new_end,
        'hourlyPrices', public.hourly_prices(space, booking.end_time, new_end),
        'discountPercentage', public.length_discount(space.id, p_hours));
    end
  $$;

-- Holds the time after a running booking for 15 minutes and opens its payment. Idempotent. Returns
-- {replaces: [...]} for conflicting payments, like begin_checkout. Raises price_changed,
-- too_many_free_bookings or an error of extension_offer.
create function public.begin_extension(
  p_booking_id uuid, p_user_id uuid, p_hours integer, p_quote jsonb, p_abandoned uuid[] default '{}'
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      booking public.bookings;
      space public.spaces;
      payment public.payments;
      offer jsonb;
      new_end timestamptz;
      buffered_end timestamptz;
      replaced uuid[];
      new_hold_id uuid;
      hold_ends_at constant timestamptz := now() + interval '15 minutes';
    begin
      perform pg_advisory_xact_lock(hashtextextended('checkout:' || p_user_id::text, 0));
      booking := public.locked_booking(p_booking_id);
      offer := public.extension_offer(p_booking_id, p_user_id, p_hours);
      new_end := (offer ->> 'endsAt')::timestamptz;
      buffered_end := new_end + booking.buffer_minutes * interval '1 minute';
      select * into space from public.spaces where id = booking.space_id;
      if offer ->> 'currency' <> p_quote ->> 'currency'
        or public.base_price(space, booking.end_time, new_end)
          <> public.from_minor((p_quote ->> 'basePriceMinor')::bigint, space.currency)
      then
        raise exception using errcode = 'PT409', detail = 'price_changed',
          message = 'The price of this space has just changed. Please check the new price';
      end if;

      select payments.* into payment
      from public.payments
      join public.space_availability holds on holds.id = payments.hold_id
      where payments.extends_booking_id = booking.id and payments.status = 'open'
        and payments.end_time = new_end
        and payments.total_minor = (p_quote ->> 'totalMinor')::bigint
        and holds.active and holds.expires_at > now();
      if found then
        return to_jsonb(payment) || jsonb_build_object('expires_at', (
          select expires_at from public.space_availability where id = payment.hold_id));
      end if;

      select coalesce(array_agg(id), '{}') into replaced
      from public.conflicting_payments(space.id, p_user_id, booking.end_time, buffered_end);
      if not replaced <@ p_abandoned then
        return jsonb_build_object('replaces', (
          select jsonb_agg(to_jsonb(payments) order by array_position(replaced, id))
          from public.payments where id = any (replaced) and id <> all (p_abandoned)));
      end if;
      if (p_quote ->> 'totalMinor')::bigint = 0 then
        perform public.refuse_many_free_bookings(p_user_id);
      end if;
      perform public.release_payments(replaced);
      new_hold_id := public.take_slot(
        space.id,
        coalesce(
          (
            select upper(during) from public.space_availability
            where booking_id = booking.id and active
          ),
          booking.end_time),
        buffered_end, 'hold', hold_ends_at);
      if new_hold_id is null then
        raise exception using errcode = 'PT409', detail = 'slot_taken',
          message = 'The time after your booking is not free';
      end if;
      insert into public.payments (
        user_id, space_id, hold_id, extends_booking_id, start_time, end_time, buffer_minutes,
        guest_count, price_lines, price_rules, currency, rental_minor,
        platform_fee_percentage, platform_fee_minor, total_minor,
        host_commission_percentage, host_commission_minor, host_share_minor,
        cancellation_policy, time_zone
      ) values (
        p_user_id, space.id, new_hold_id, booking.id, booking.end_time, new_end,
        booking.buffer_minutes, booking.guest_count, coalesce(p_quote -> 'priceLines', '[]'),
        public.price_rules_of(space), p_quote ->> 'currency',
        (p_quote ->> 'rentalMinor')::bigint,
        (p_quote ->> 'platformFeePercentage')::numeric,
        (p_quote ->> 'platformFeeMinor')::bigint,
        (p_quote ->> 'totalMinor')::bigint,
        (p_quote ->> 'hostCommissionPercentage')::numeric,
        (p_quote ->> 'hostCommissionMinor')::bigint,
        (p_quote ->> 'hostShareMinor')::bigint,
        booking.cancellation_policy, booking.time_zone
      ) returning * into payment;
      return to_jsonb(payment) || jsonb_build_object('expires_at', hold_ends_at);
    end
  $$;

-- Takes the time of a paid extension and the buffer after it. Removes the buffer of the extended
-- booking, because the extension starts when that booking ends. Returns the id of the new
-- availability row, or null if the time is taken or the extended booking is cancelled.
create function public.take_extension_slot(payment public.payments, p_booking_id uuid)
  returns uuid
  language plpgsql set search_path = '' as $$
    declare
      earlier public.space_availability;
      slot_id uuid;
    begin
      update public.space_availability set active = false
      where id = payment.hold_id and kind = 'hold' and active;
      select * into earlier from public.space_availability
      where booking_id = payment.extends_booking_id and active for update;
      if not exists (
        select from public.bookings
        where id = payment.extends_booking_id and status = 'confirmed'
      ) then
        return null;
      end if;
      update public.space_availability set buffered_until = null where id = earlier.id;
      slot_id := public.take_slot(
        payment.space_id, payment.start_time, payment.end_time, 'booking', null, p_booking_id,
        nullif(payment.end_time + payment.buffer_minutes * interval '1 minute', payment.end_time));
      if slot_id is null then
        update public.space_availability set buffered_until = earlier.buffered_until
        where id = earlier.id;
      end if;
      return slot_id;
    end
  $$;

revoke execute on function
  public.extension_offer, public.begin_extension, public.take_extension_slot
from public, anon, authenticated;
grant execute on function public.extension_offer, public.begin_extension to service_role;
revoke execute on function public.booking_calendar_entry from public, anon, authenticated;
grant execute on function public.booking_calendar_entry to authenticated;
