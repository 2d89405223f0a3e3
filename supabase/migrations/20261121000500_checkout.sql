-- The steps of a booking's money, each one transaction, each safe to repeat. Functions in
-- `supabase/functions` call them as service_role and talk to Stripe between them; a crash between
-- two steps leaves a row that says what is still owed (`open` payments, `pending` refunds,
-- `scheduled` payouts), and a job that picks it up.
--
-- First part: from an empty slot to a booking, or back to an empty slot.

-- Remembers a webhook event in the transaction of its work. False when it was worked on before.
create function public.note_webhook_event(p_event_id text, p_event_type text) returns boolean
  language plpgsql set search_path = ''
  as $$
    begin
      insert into public.webhook_events (id, type) values (p_event_id, p_event_type)
      on conflict (id) do nothing;
      return found;
    end
  $$;

-- Holds the slot for 15 minutes and opens a payment for it.
--
-- p_quote is `Quote` of domain/fees.ts: the server's own figures, never the browser's.
-- The same guest asking again for the same span gets the same payment back with a fresh hold; for
-- another overlapping span, their older hold gives way.
-- Returns the payment with `expires_at`, the end of its hold.
-- Raises space_not_found, space_unavailable, price_changed, bad_duration, outside_hours,
-- in_the_past, too_many_holds or slot_taken (in the error's details).
create function public.begin_checkout(
  p_space_id uuid,
  p_user_id uuid,
  p_start timestamptz,
  p_end timestamptz,
  p_price numeric,
  p_quote jsonb
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
    declare
      space public.spaces;
      payment public.payments;
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

      update public.space_availability set active = false
      where active
        and kind = 'hold'
        and space_id = p_space_id
        and during && tstzrange(p_start, p_end, '[)')
        and id in (
          select hold_id from public.payments where user_id = p_user_id and status = 'open'
        );

      if most_holds <= (
        select count(*) from public.payments
        join public.space_availability holds on holds.id = payments.hold_id
        where payments.user_id = p_user_id
          and payments.status = 'open'
          and holds.active
          and holds.expires_at > now()
      ) then
        raise exception using errcode = 'PT409', detail = 'too_many_holds',
          message = format('You are holding %s other times. Please finish one of those checkouts '
            'or wait until they lapse', most_holds);
      end if;

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

-- Remembers which PaymentIntent pays for a payment, and since when by Stripe's clock. The first one
-- stays.
create function public.attach_payment_intent(
  p_payment_id uuid, p_payment_intent_id text, p_created_at timestamptz
) returns void
  language sql set search_path = ''
  as $$
    update public.payments
    set stripe_payment_intent_id = p_payment_intent_id, intent_created_at = p_created_at
    where id = p_payment_id and stripe_payment_intent_id is null
  $$;

-- Minor units as the decimal that people and the spec's columns read.
create function public.from_minor(amount bigint, currency public.currency_code) returns numeric
  language sql immutable set search_path = ''
  as $$
    select round(
      amount / power(10::numeric, public.currency_decimals(currency)),
      public.currency_decimals(currency)
    )
  $$;

-- Turns a paid payment into a booking, once, however often and from wherever it is called.
--
-- The hold becomes the booking's block in place, so the slot is never free in between. When the
-- hold is gone the slot is taken again; when that fails too, a full refund is owed.
-- Returns {outcome: confirmed | refund_due, booking_id, payment_id}.
create function public.confirm_booking(
  p_payment_id uuid,
  p_charge_id text,
  p_amount_minor bigint,
  p_currency text,
  p_event_id text default null,
  p_event_type text default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
    declare
      payment public.payments;
      slot_id uuid;
      new_booking_id uuid := gen_random_uuid();
    begin
      if p_event_id is not null then
        perform public.note_webhook_event(p_event_id, p_event_type);
      end if;

      select * into payment from public.payments where id = p_payment_id for update;
      if not found then
        raise exception using errcode = 'PT404', detail = 'payment_not_found',
          message = 'Payment not found';
      end if;
      if payment.status = 'paid' then
        return jsonb_build_object(
          'outcome', case when payment.booking_id is null then 'refund_due' else 'confirmed' end,
          'booking_id', payment.booking_id,
          'payment_id', payment.id);
      end if;
      if p_amount_minor <> payment.total_minor or upper(p_currency) <> payment.currency then
        raise exception using errcode = 'PT409', detail = 'amount_mismatch',
          message = 'The amount paid is not the amount of this booking';
      end if;

      if p_amount_minor > 0 then
        insert into public.ledger_entries (payment_id, kind, amount_minor, currency, stripe_id)
        values (payment.id, 'charge', p_amount_minor, payment.currency, p_charge_id);
      end if;

      -- The foreign key wants the booking first; without its slot it is taken back below.
      insert into public.bookings (
        id, user_id, space_id, start_time, end_time, currency, rental_amount,
        platform_fee_percentage, platform_fee_amount, total_price,
        host_commission_percentage, host_commission_amount, host_share_amount,
        cancellation_policy, time_zone
      ) values (
        new_booking_id, payment.user_id, payment.space_id, payment.start_time, payment.end_time,
        payment.currency,
        public.from_minor(payment.rental_minor, payment.currency),
        payment.platform_fee_percentage,
        public.from_minor(payment.platform_fee_minor, payment.currency),
        public.from_minor(payment.total_minor, payment.currency),
        payment.host_commission_percentage,
        public.from_minor(payment.host_commission_minor, payment.currency),
        public.from_minor(payment.host_share_minor, payment.currency),
        payment.cancellation_policy, payment.time_zone
      );

      update public.space_availability
      set kind = 'booking', booking_id = new_booking_id, expires_at = null
      where id = payment.hold_id and active
      returning id into slot_id;

      if slot_id is null then
        slot_id := public.take_slot(
          payment.space_id, payment.start_time, payment.end_time, 'booking', null, new_booking_id);
      end if;

      if slot_id is null then
        delete from public.bookings where id = new_booking_id;
        update public.payments
        set status = 'paid', paid_at = now(), stripe_charge_id = p_charge_id
        where id = payment.id;
        if payment.total_minor > 0 then
          insert into public.refunds (payment_id, amount_minor, currency, reason)
          values (payment.id, payment.total_minor, payment.currency, 'slot_taken');
        end if;
        return jsonb_build_object(
          'outcome', 'refund_due', 'booking_id', null, 'payment_id', payment.id);
      end if;

      update public.payments
      set status = 'paid', paid_at = now(), stripe_charge_id = p_charge_id,
        booking_id = new_booking_id, hold_id = slot_id
      where id = payment.id;
      update public.ledger_entries set booking_id = new_booking_id where payment_id = payment.id;
      insert into public.payouts (booking_id, host_id, amount_minor, currency, due_at)
      select new_booking_id, spaces.user_id, payment.host_share_minor, payment.currency,
        payment.end_time + interval '24 hours'
      from public.spaces
      where spaces.id = payment.space_id and payment.host_share_minor > 0;
      return jsonb_build_object(
        'outcome', 'confirmed', 'booking_id', new_booking_id, 'payment_id', payment.id);
    end
  $$;

-- Gives up a payment that will never be made and frees its slot. Call it only after Stripe has
-- cancelled the PaymentIntent, or with p_only_without_intent when it made none: a twin of the
-- request may have been luckier. Does nothing to a paid payment.
create function public.abandon_payment(
  p_payment_id uuid, p_event_id text default null, p_event_type text default null,
  p_only_without_intent boolean default false
) returns void
  language plpgsql security definer set search_path = ''
  as $$
    begin
      if p_event_id is not null then
        perform public.note_webhook_event(p_event_id, p_event_type);
      end if;
      update public.payments set status = 'abandoned'
      where id = p_payment_id
        and status = 'open'
        and not (p_only_without_intent and stripe_payment_intent_id is not null);
      if found then
        update public.space_availability set active = false
        where kind = 'hold' and id = (
          select hold_id from public.payments where id = p_payment_id);
      end if;
    end
  $$;

-- Open payments whose hold has run out or was given up, oldest first. p_as_of is Stripe's clock: in
-- a sandbox that was moved ahead, a hold still lasts as long as it was promised.
create function public.lapsed_payments(p_as_of timestamptz, p_limit integer default 100)
  returns setof public.payments
  language sql stable set search_path = ''
  as $$
    select payments.*
    from public.payments
    left join public.space_availability holds on holds.id = payments.hold_id
    where payments.status = 'open'
      and (
        holds.id is null
        or not holds.active
        or holds.expires_at <= now()
        or payments.intent_created_at + (holds.expires_at - payments.created_at) <= p_as_of
      )
    order by payments.created_at
    limit p_limit
  $$;

-- Only the server's own functions take these steps.
revoke execute on function
  public.note_webhook_event,
  public.begin_checkout,
  public.attach_payment_intent,
  public.confirm_booking,
  public.abandon_payment,
  public.lapsed_payments
from public, anon, authenticated;
grant execute on function
  public.note_webhook_event,
  public.begin_checkout,
  public.attach_payment_intent,
  public.confirm_booking,
  public.abandon_payment,
  public.lapsed_payments
to service_role;
