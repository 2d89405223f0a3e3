-- A guest who chooses another span over an unfinished payment of their own, or a time that somebody else
-- let lapse: those payments can no longer be made before their slot goes to the new one. Before this a
-- card could be charged for a slot that had been given away, in a second tab or in the seconds before
-- `reconcile-payments` came by, and only be refunded.

drop function public.begin_checkout(uuid, uuid, timestamptz, timestamptz, numeric, jsonb);

-- Open payments that a new checkout of p_user_id takes the place of: their own for a time that
-- overlaps, and other people's whose hold has run out or is gone. Those of others come first, so that
-- nobody gives up their own for a time that they cannot have.
create function public.payments_in_the_way(
  p_space_id uuid, p_user_id uuid, p_start timestamptz, p_end timestamptz
) returns setof public.payments
  language sql stable set search_path = ''
  as $$
    select payments.*
    from public.payments
    left join public.space_availability holds on holds.id = payments.hold_id
    where payments.space_id = p_space_id
      and payments.status = 'open'
      and tstzrange(payments.start_time, payments.end_time, '[)')
        && tstzrange(p_start, p_end, '[)')
      and (
        payments.user_id = p_user_id
        or (holds.active and holds.expires_at > now()) is not true
      )
    order by payments.user_id = p_user_id, payments.created_at
  $$;

-- Holds the slot for 15 minutes and opens a payment for it.
--
-- p_quote is `Quote` of domain/fees.ts: the server's own figures, never the browser's.
-- The same guest asking again for the same span gets the same payment back with a fresh hold. Another
-- span takes the place of `payments_in_the_way`, once nobody can make those any more: p_given_up are
-- payments whose PaymentIntents Stripe has cancelled, or never made.
-- Returns the payment with `expires_at`, the end of its hold; or, with nothing changed,
-- {replaces: payments that are to be given up first}. Ask again after every one of them.
-- Raises space_not_found, space_unavailable, price_changed, bad_duration, outside_hours,
-- in_the_past, too_many_holds or slot_taken (in the error's details).
create function public.begin_checkout(
  p_space_id uuid,
  p_user_id uuid,
  p_start timestamptz,
  p_end timestamptz,
  p_price numeric,
  p_quote jsonb,
  p_given_up uuid[] default '{}'
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
    declare
      space public.spaces;
      payment public.payments;
      replaced uuid[];
      new_hold_id uuid;
      hold_ends_at constant timestamptz := now() + interval '15 minutes';
      -- So that nobody keeps a city to themselves without ever paying.
      most_holds constant integer := 5;
    begin
      -- One checkout of a guest at a time: a double click must find its twin's hold.
      perform pg_advisory_xact_lock(hashtextextended('checkout:' || p_user_id::text, 0));

      select * into space from public.spaces where id = p_space_id;
      if not found then
        raise exception using errcode = 'PT404', detail = 'space_not_found',
          message = 'Space not found';
      end if;
      perform public.check_bookable_span(p_start, p_end, space.time_zone);
      if not space.available or space.status <> 'available' then
        raise exception using errcode = 'PT409', detail = 'space_unavailable',
          message = 'This space is temporarily unavailable';
      end if;
      if space.price <> p_price or space.currency <> p_quote ->> 'currency' then
        raise exception using errcode = 'PT409', detail = 'price_changed',
          message = 'The price of this space has just changed. Please look at the new price';
      end if;

      select payments.* into payment
      from public.payments
      join public.space_availability holds on holds.id = payments.hold_id
      where payments.user_id = p_user_id
        and payments.space_id = p_space_id
        and payments.status = 'open'
        and payments.start_time = p_start
        and payments.end_time = p_end
        and payments.total_minor = (p_quote ->> 'totalMinor')::bigint
        and holds.active
        and holds.expires_at > now();
      if found then
        update public.space_availability set expires_at = hold_ends_at where id = payment.hold_id;
        return to_jsonb(payment) || jsonb_build_object('expires_at', hold_ends_at);
      end if;

      select coalesce(array_agg(id), '{}') into replaced
      from public.payments_in_the_way(p_space_id, p_user_id, p_start, p_end);

      if most_holds <= (
        select count(*) from public.payments
        join public.space_availability holds on holds.id = payments.hold_id
        where payments.user_id = p_user_id
          and payments.status = 'open'
          and payments.id <> all (replaced)
          and holds.active
          and holds.expires_at > now()
      ) then
        raise exception using errcode = 'PT409', detail = 'too_many_holds',
          message = format('You are holding %s other times. Please finish one of those checkouts '
            'or wait until they lapse', most_holds);
      end if;

      if not replaced <@ p_given_up then
        -- Nobody's payment is given up for a time that they cannot have.
        if exists (
          select from public.space_availability taken
          where taken.space_id = p_space_id
            and taken.active
            and (taken.expires_at is null or taken.expires_at > now())
            and taken.during && tstzrange(p_start, p_end, '[)')
            and not exists (
              select from public.payments
              where payments.hold_id = taken.id and payments.id = any (replaced))
        ) then
          raise exception using errcode = 'PT409', detail = 'slot_taken',
            message = 'This time slot is not available';
        end if;
        return jsonb_build_object('replaces', (
          select jsonb_agg(to_jsonb(payments) order by array_position(replaced, id))
          from public.payments
          where id = any (replaced) and id <> all (p_given_up)));
      end if;

      -- In one order, so that two who want the same lapsed times never wait for each other in a circle.
      perform from public.payments where id = any (replaced) order by id for update;
      update public.payments set status = 'abandoned'
      where id = any (replaced) and status = 'open';
      update public.space_availability set active = false
      where active
        and kind = 'hold'
        and id in (select hold_id from public.payments where id = any (replaced));

      new_hold_id := public.take_slot(p_space_id, p_start, p_end, 'hold', hold_ends_at);
      if new_hold_id is null then
        raise exception using errcode = 'PT409', detail = 'slot_taken',
          message = 'This time slot is not available';
      end if;

      insert into public.payments (
        user_id, space_id, hold_id, start_time, end_time, currency, rental_minor,
        platform_fee_percentage, platform_fee_minor, total_minor,
        host_commission_percentage, host_commission_minor, host_share_minor,
        cancellation_policy, time_zone
      ) values (
        p_user_id, p_space_id, new_hold_id, p_start, p_end, p_quote ->> 'currency',
        (p_quote ->> 'rentalMinor')::bigint,
        (p_quote ->> 'platformFeePercentage')::numeric,
        (p_quote ->> 'platformFeeMinor')::bigint,
        (p_quote ->> 'totalMinor')::bigint,
        (p_quote ->> 'hostCommissionPercentage')::numeric,
        (p_quote ->> 'hostCommissionMinor')::bigint,
        (p_quote ->> 'hostShareMinor')::bigint,
        space.cancellation_policy, space.time_zone
      ) returning * into payment;
      return to_jsonb(payment) || jsonb_build_object('expires_at', hold_ends_at);
    end
  $$;

-- A part of the step alone.
revoke execute on function public.payments_in_the_way from public, anon, authenticated;
revoke execute on function public.begin_checkout from public, anon, authenticated;
grant execute on function public.begin_checkout to service_role;
