-- Notifications and emails about bookings, payouts, refunds, disputes and booking changes. The
-- triggers are deferred to the end of the transaction, so that emails contain its final result.

-- Returns the data of a booking for email templates. Keys ending in `_minor` are amounts in minor
-- units.
create function public.booking_mail_data(p_booking_id uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
      'booking_id', bookings.id,
      'status', bookings.status,
      'answer', bookings.answer,
      'answer_by', bookings.answer_by,
      'space_title', spaces.title,
      'space_path', coalesce(spaces.slug, spaces.id::text),
      'location', spaces.location,
      'country', spaces.country,
      'starts_at', bookings.start_time,
      'ends_at', bookings.end_time,
      'time_zone', bookings.time_zone,
      'booked_at', bookings.booked_at,
      'guest_count', bookings.guest_count,
      'extras', bookings.extras,
      'currency', bookings.currency,
      'rental_minor', public.to_minor(bookings.rental_amount, bookings.currency),
      'platform_fee_minor', public.to_minor(bookings.platform_fee_amount, bookings.currency),
      'total_minor', public.to_minor(bookings.total_price, bookings.currency),
      'host_commission_minor', public.to_minor(bookings.host_commission_amount, bookings.currency),
      -- The host's current share. A cancellation reduces it.
      'host_share_minor', coalesce(
        (
          select case payouts.status when 'cancelled' then 0 else payouts.amount_minor end
          from public.payouts where payouts.booking_id = bookings.id
        ),
        0),
      'refunded_minor', public.to_minor(bookings.refunded_amount, bookings.currency),
      'cancellation_refund_minor', public.promised_refunds(bookings.id),
      'returned_minor', public.to_minor(bookings.returned_amount, bookings.currency),
      'is_disputed', public.booking_dispute_status(bookings.id) is not distinct from 'open',
      'cancellation_policy', bookings.cancellation_policy,
      'guest_name', guests.full_name,
      'host_name', hosts.full_name,
      'calendar', public.booking_calendar_entry(bookings.id))
    from public.bookings
    join public.spaces on spaces.id = bookings.space_id
    join public.profiles guests on guests.id = bookings.user_id
    join public.profiles hosts on hosts.id = spaces.user_id
    where bookings.id = p_booking_id
  $$;

-- Returns the data that a guest needs to find a booked space, for email templates. This is the
-- street address and, from 24 hours before the start, the arrival notes. Returns {} if the booking
-- is not confirmed or ended more than 24 hours ago, because its guest may then not read this data.
create function public.arrival_mail_data(p_booking_id uuid, p_as_of timestamptz) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(
      (
        select jsonb_build_object(
          'street_address', nullif(trim(addresses.street_address), ''),
          'has_arrival_notes', trim(coalesce(arrival.notes, '')) <> '',
          'arrival_notes', case
            when bookings.start_time <= p_as_of + interval '24 hours'
              then nullif(trim(arrival.notes), '')
          end)
        from public.bookings
        left join public.space_addresses addresses on addresses.space_id = bookings.space_id
        left join public.space_arrival_notes arrival on arrival.space_id = bookings.space_id
        where bookings.id = p_booking_id and bookings.status = 'confirmed'
          and bookings.end_time > p_as_of - interval '24 hours'
      ),
      '{}')
  $$;

create function public.share_mail_data(p_booking_id uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select public.booking_mail_data(p_booking_id) || jsonb_build_object(
      'agreed_minor', payouts.agreed_minor,
      'withheld_minor', payouts.withheld_minor,
      'owed_minor', payouts.owed_minor)
    from public.payouts where payouts.booking_id = p_booking_id
  $$;

-- Returns the data of a refund for email templates. The refunded payment may have no booking.
create function public.refund_mail_data(p_refund_id uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
      'booking_id', bookings.id,
      'space_title', spaces.title,
      'space_path', coalesce(spaces.slug, spaces.id::text),
      -- Prefers the time of the booking, because a booking change does not update the payment's
      -- time.
      'starts_at', coalesce(bookings.start_time, payments.start_time),
      'ends_at', coalesce(bookings.end_time, payments.end_time),
      'time_zone', payments.time_zone,
      'currency', payments.currency,
      'refunded_minor', refunds.amount_minor,
      'is_retried', refunds.status in ('pending', 'void'),
      'is_refused', refunds.stripe_refund_id is null,
      'booking_stands', coalesce(bookings.status = 'confirmed', false),
      'stripe_id', coalesce(refunds.stripe_refund_id, ''),
      'reason', coalesce(refunds.last_error, ''))
    from public.refunds
    join public.payments on payments.id = refunds.payment_id
    join public.spaces on spaces.id = payments.space_id
    left join public.bookings on bookings.id = (public.payment_of(payments.id)).booking_id
    where refunds.id = p_refund_id
  $$;

create function public.queue_payment_mails() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      space public.spaces;
      booking_path constant text := '/bookings/' || new.booking_id;
      mail_data jsonb;
    begin
      -- Sends no payment email for a booking change, because an email about the change itself is
      -- sent.
      if new.change_id is not null then return null; end if;
      select * into space from public.spaces where id = new.space_id;
      if new.booking_id is null then
        perform public.notify(
          new.user_id, 'slot-gone', '/space/' || coalesce(space.slug, space.id::text),
          jsonb_build_object(
            'space_title', space.title,
            'space_path', coalesce(space.slug, space.id::text),
            'starts_at', new.start_time,
            'ends_at', new.end_time,
            'time_zone', new.time_zone,
            'currency', new.currency,
            'refunded_minor', new.total_minor,
            'is_over', new.end_time <= now()),
          'slot-gone:' || new.id);
        return null;
      end if;
      mail_data := public.booking_mail_data(new.booking_id);
      if new.status = 'authorized' then
        perform public.notify(
          new.user_id, 'request-sent', booking_path, mail_data,
          'request-sent:' || new.booking_id);
        perform public.notify(
          space.user_id, 'new-request', booking_path, mail_data,
          'new-request:' || new.booking_id);
        return null;
      end if;
      -- Ignores a charge made in the Stripe dashboard for a booking request that was not accepted.
      if mail_data ->> 'status' <> 'confirmed' then return null; end if;
      if new.extends_booking_id is not null then
        perform public.notify(
          sides.user_id, 'booking-extended', booking_path,
          mail_data || jsonb_build_object('to', sides.name) || case sides.name
            when 'guest' then public.arrival_mail_data(new.booking_id, now())
            else '{}' end,
          format('booking-extended:%s:%s', new.booking_id, sides.name))
        from (values ('guest', new.user_id), ('host', space.user_id)) as sides (name, user_id);
        return null;
      end if;
      perform public.notify(
        new.user_id, 'booking-confirmed', booking_path,
        mail_data || public.arrival_mail_data(new.booking_id, now()),
        'booking-confirmed:' || new.booking_id);
      perform public.notify(
        space.user_id, 'new-booking', booking_path,
        mail_data || public.arrival_mail_data(new.booking_id, now()),
        'new-booking:' || new.booking_id);
      return null;
    end
  $$;

create constraint trigger queue_payment_mails
  after update of status on public.payments
  deferrable initially deferred
  for each row when (
    old.status in ('open', 'authorized') and new.status in ('authorized', 'paid')
    and old.status <> new.status
  )
  execute function public.queue_payment_mails();

create function public.queue_cancellation_mails() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      mail_data jsonb := coalesce(
        public.share_mail_data(new.id), public.booking_mail_data(new.id)) || jsonb_build_object(
          'cancelled_by', new.cancelled_by, 'reason', new.cancel_reason, 'note', new.cancel_note);
      is_by_guest constant boolean := coalesce(new.cancelled_by, 'guest') = 'guest';
    begin
      perform public.notify(
        new.user_id, case when is_by_guest then 'booking-cancelled' else 'cancelled-for-guest' end,
        '/bookings/' || new.id,
        -- If only an extension was cancelled, the calendar entry of the booking stays and needs the
        -- address.
        mail_data || public.arrival_mail_data((mail_data -> 'calendar' ->> 'id')::uuid, now()),
        'booking-cancelled:' || new.id);
      perform public.notify(
        spaces.user_id, case when is_by_guest then 'guest-cancelled' else 'cancelled-for-host' end,
        '/bookings/' || new.id, mail_data, 'guest-cancelled:' || new.id)
      from public.spaces where spaces.id = new.space_id;
      return null;
    end
  $$;

create constraint trigger queue_cancellation_mails
  after update of status on public.bookings
  deferrable initially deferred
  for each row when (
    old.status = 'confirmed' and new.status = 'cancelled' and new.cancelled_at >= now()
  )
  execute function public.queue_cancellation_mails();

-- Notifies the guest that a booking request has ended without a booking. Also notifies the host,
-- unless the host declined the request.
create function public.queue_request_mails() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      mail_data jsonb := public.booking_mail_data(new.id)
        || jsonb_build_object(
          'note', new.cancel_note,
          'suggested_starts_at', new.suggested_start_time,
          'suggested_ends_at', new.suggested_end_time);
    begin
      perform public.notify(
        new.user_id, 'request-ended', '/bookings/' || new.id, mail_data,
        'request-ended:' || new.id);
      perform public.notify(
        spaces.user_id, 'request-ended-host', '/bookings/' || new.id, mail_data,
        'request-ended-host:' || new.id)
      from public.spaces where spaces.id = new.space_id and new.status <> 'declined';
      return null;
    end
  $$;

create constraint trigger queue_request_mails
  after update of status on public.bookings
  deferrable initially deferred
  for each row when (
    old.status = 'requested' and new.status in ('declined', 'expired', 'cancelled')
  )
  execute function public.queue_request_mails();

-- Notifies the host that the host's share of a booking was transferred, or was withheld to repay
-- debts. p_key makes the notification unique. It is the id of the transfer, or 'withheld' if there
-- is no transfer.
create function public.queue_payout_mail(p_payout_id uuid, p_sent_minor bigint, p_key text)
  returns void
  language sql security definer set search_path = '' as $$
    select public.notify(
      payouts.host_id, 'payout-sent', '/hosting/earnings',
      public.share_mail_data(payouts.booking_id) || jsonb_build_object('sent_minor', p_sent_minor),
      'payout-sent:' || payouts.id || ':' || p_key)
    from public.payouts where payouts.id = p_payout_id
  $$;

create function public.queue_refund_mails() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      refund public.refunds;
      payment public.payments;
      mail_data jsonb := public.refund_mail_data(new.id);
      guest_path text;
    begin
      select * into refund from public.refunds where id = new.id;
      payment := public.payment_of(new.payment_id);
      guest_path := coalesce('/bookings/' || payment.booking_id, '/my-bookings');
      if refund.failed_at >= now() then
        perform public.notify(
          payment.user_id, 'refund-came-back', guest_path, mail_data,
          'refund-came-back:' || refund.id || ':' || refund.attempt);
        if refund.status = 'failed' then
          perform public.queue_mail(
            'refund-needs-you', 'company', mail_data,
            'refund-needs-you:' || refund.id || ':' || refund.attempt);
        end if;
      elsif refund.status = 'succeeded'
        and (refund.reason = 'made_at_stripe' or refund.failed_at is not null) then
        perform public.notify(
          payment.user_id, 'refund-made', guest_path, mail_data, 'refund-made:' || refund.id || ':' || refund.attempt);
      end if;
      if refund.reason = 'made_at_stripe' then
        perform public.notify(
          payouts.host_id, 'share-changed', '/bookings/' || payouts.booking_id,
          public.share_mail_data(payouts.booking_id),
          'share-changed:' || refund.id || ':' || refund.attempt)
        from public.payouts
        join public.bookings on bookings.id = payouts.booking_id
        -- Skips a booking cancelled in this transaction, because its cancellation email contains
        -- the share.
        where payouts.booking_id = payment.booking_id
          and (bookings.cancelled_at >= now()) is not true;
      end if;
      return null;
    end
  $$;

-- These triggers report refunds that were made in the Stripe dashboard, returned by the guest's
-- bank, or finally refused by Stripe.
create constraint trigger queue_mails_of_new_refund
  after insert on public.refunds
  deferrable initially deferred
  for each row when (new.reason = 'made_at_stripe')
  execute function public.queue_refund_mails();
create constraint trigger queue_mails_of_changed_refund
  after update of status on public.refunds
  deferrable initially deferred
  for each row when (
    old.status is distinct from new.status
    and (new.reason = 'made_at_stripe' or new.failed_at is not null)
  )
  execute function public.queue_refund_mails();

create function public.queue_dispute_mails() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      dispute public.disputes;
      booked uuid := (public.payment_of(new.payment_id)).booking_id;
      mail_data jsonb;
    begin
      select * into dispute from public.disputes where id = new.id;
      mail_data := jsonb_build_object(
        'booking_id', booked,
        'dispute_status', dispute.status,
        'disputed_minor', dispute.amount_minor,
        'currency', dispute.currency,
        'stripe_id', dispute.id);
      perform public.queue_mail(
        'dispute-needs-you', 'company', mail_data,
        'dispute-needs-you:' || dispute.id || ':' || dispute.status);
      perform public.notify(
        payouts.host_id, 'dispute-news', '/bookings/' || booked,
        public.share_mail_data(booked) || mail_data,
        'dispute-news:' || dispute.id || ':' || dispute.status)
      from public.payouts where payouts.booking_id = booked;
      return null;
    end
  $$;

create constraint trigger queue_mails_of_new_dispute
  after insert on public.disputes
  deferrable initially deferred
  for each row
  execute function public.queue_dispute_mails();
create constraint trigger queue_mails_of_changed_dispute
  after update of status on public.disputes
  deferrable initially deferred
  for each row when (old.status <> new.status)
  execute function public.queue_dispute_mails();

create function public.change_mail_data(p_change_id uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select public.booking_mail_data(changes.booking_id) || jsonb_build_object(
      'proposed_by', changes.proposed_by,
      'change_status', changes.status,
      'old_starts_at', changes.old_start_time,
      'old_ends_at', changes.old_end_time,
      'old_guest_count', changes.old_guest_count,
      'old_extras', changes.old_extras,
      'old_total_minor', changes.old_total_minor,
      'new_starts_at', changes.start_time,
      'new_ends_at', changes.end_time,
      'new_guest_count', changes.guest_count,
      'new_extras', changes.extras,
      'new_total_minor', changes.total_minor,
      'new_share_minor', changes.host_share_minor,
      'refund_minor', (
        select coalesce(sum(amount_minor), 0) from public.refunds
        where change_id = changes.id and status <> 'void'),
      'change_answer_by', changes.answer_by)
    from public.booking_changes changes where changes.id = p_change_id
  $$;

-- Notifies the users of a booking change. The recipient is notified when the change is proposed or
-- withdrawn, and the proposer when it is declined or expires. Both are notified when it is done or
-- fails.
create function public.queue_change_mails() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      mail_data constant jsonb := public.change_mail_data(new.id);
      side record;
    begin
      if mail_data ->> 'status' <> 'confirmed' then return null; end if;
      for side in
        select sides.name, sides.user_id
        from public.bookings
        join public.spaces on spaces.id = bookings.space_id
        cross join lateral (values ('guest', bookings.user_id), ('host', spaces.user_id))
          as sides (name, user_id)
        where bookings.id = new.booking_id
      loop
        continue when case new.status
          when 'open' then side.name = new.proposed_by
          when 'withdrawn' then side.name = new.proposed_by
          when 'declined' then side.name <> new.proposed_by
          when 'expired' then side.name <> new.proposed_by
          else false
        end;
        perform public.notify(
          side.user_id, case new.status when 'open' then 'change-proposed' else 'change-answered' end,
          '/bookings/' || new.booking_id,
          mail_data || jsonb_build_object('to', side.name) || case
            when side.name = 'guest' and new.status = 'done'
              then public.arrival_mail_data(new.booking_id, now())
            else '{}' end,
          format('change:%s:%s:%s', new.id, new.status, side.name));
      end loop;
      return null;
    end
  $$;

create constraint trigger queue_mails_of_new_change
  after insert on public.booking_changes
  deferrable initially deferred
  for each row when (new.status = 'open')
  execute function public.queue_change_mails();
create constraint trigger queue_mails_of_answered_change
  after update of status on public.booking_changes
  deferrable initially deferred
  for each row when (
    old.status is distinct from new.status and new.status <> 'accepted'
    and (old.status <> 'unpaid' or new.status = 'open')
  )
  execute function public.queue_change_mails();

revoke execute on function
  public.change_mail_data, public.queue_change_mails,
  public.booking_mail_data, public.arrival_mail_data, public.share_mail_data,
  public.refund_mail_data,
  public.queue_payment_mails, public.queue_cancellation_mails, public.queue_request_mails,
  public.queue_payout_mail,
  public.queue_refund_mails, public.queue_dispute_mails
from public, anon, authenticated;
