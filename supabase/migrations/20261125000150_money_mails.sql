-- Mails about money that moves later than its booking: payouts, refunds, disputes. As with bookings
-- they hang on the rows, or on the one step there is, and tell of what is true at the end of the
-- transaction.

-- What a refund's mail says of what was paid for; also without a booking. Amount in minor units.
create function public.refund_mail_data(p_refund_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'space_title', spaces.title,
      'space_path', coalesce(spaces.slug, spaces.id::text),
      'starts_at', payments.start_time,
      'ends_at', payments.end_time,
      'time_zone', payments.time_zone,
      'currency', payments.currency,
      'refunded_minor', refunds.amount_minor,
      'is_retried', refunds.status = 'pending',
      'booking_stands', coalesce(bookings.status = 'confirmed', false),
      'stripe_id', coalesce(refunds.stripe_refund_id, ''),
      'reason', coalesce(refunds.last_error, ''))
    from public.refunds
    join public.payments on payments.id = refunds.payment_id
    join public.spaces on spaces.id = payments.space_id
    left join public.bookings on bookings.id = payments.booking_id
    where refunds.id = p_refund_id
  $$;

-- What the host's mails say of a booking and its share. Amounts in minor units.
create function public.share_mail_data(p_booking_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select public.booking_mail_data(p_booking_id) || jsonb_build_object(
      'agreed_minor', payouts.agreed_minor,
      'withheld_minor', payouts.withheld_minor,
      'owed_minor', payouts.owed_minor)
    from public.payouts where payouts.booking_id = p_booking_id
  $$;

-- The host's share was sent, or kept for what the host owed. p_key names the occasion.
create function public.tell_of_payout(p_payout_id uuid, p_sent_minor bigint, p_key text)
  returns void
  language sql security definer set search_path = ''
  as $$
    select public.queue_mail(
      'payout-sent', public.mail_address_of(payouts.host_id),
      public.share_mail_data(payouts.booking_id) || jsonb_build_object('sent_minor', p_sent_minor),
      'payout-sent:' || payouts.id || ':' || p_key)
    from public.payouts where payouts.id = p_payout_id
  $$;

create function public.tell_of_refund() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
    declare
      refund public.refunds;
      payment public.payments;
      told jsonb := public.refund_mail_data(new.id);
      guest text;
    begin
      select * into refund from public.refunds where id = new.id;
      select * into payment from public.payments where id = new.payment_id;
      guest := public.mail_address_of(payment.user_id);
      if refund.failed_at >= now() then
        perform public.queue_mail(
          'refund-came-back', guest, told,
          'refund-came-back:' || refund.id || ':' || refund.attempt);
        if refund.status = 'failed' then
          perform public.queue_mail(
            'refund-needs-you', 'company', told,
            'refund-needs-you:' || refund.id || ':' || refund.attempt);
        end if;
      elsif refund.status = 'succeeded'
        and (refund.reason = 'made_at_stripe' or refund.failed_at is not null) then
        perform public.queue_mail(
          'refund-made', guest, told, 'refund-made:' || refund.id || ':' || refund.attempt);
      end if;
      if refund.reason = 'made_at_stripe' then
        perform public.queue_mail(
          'share-changed', public.mail_address_of(payouts.host_id),
          public.share_mail_data(payouts.booking_id),
          'share-changed:' || refund.id || ':' || refund.attempt)
        from public.payouts where payouts.booking_id = payment.booking_id;
      end if;
      return null;
    end
  $$;

revoke execute on function public.tell_of_refund() from public, anon, authenticated;

-- The words of a cancellation and of a slot that was gone have told of the others.
create constraint trigger tell_of_refund_made
  after insert on public.refunds
  deferrable initially deferred
  for each row when (new.reason = 'made_at_stripe')
  execute function public.tell_of_refund();
create constraint trigger tell_of_refund_changed
  after update of status on public.refunds
  deferrable initially deferred
  for each row when (
    old.status is distinct from new.status
    and (new.reason = 'made_at_stripe' or new.failed_at is not null)
  )
  execute function public.tell_of_refund();

create function public.tell_of_dispute() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
    declare
      dispute public.disputes;
      booked uuid := (select booking_id from public.payments where id = new.payment_id);
      told jsonb;
    begin
      select * into dispute from public.disputes where id = new.id;
      told := jsonb_build_object(
        'dispute_status', dispute.status,
        'disputed_minor', dispute.amount_minor,
        'currency', dispute.currency,
        'stripe_id', dispute.id);
      perform public.queue_mail(
        'dispute-needs-you', 'company', told,
        'dispute-needs-you:' || dispute.id || ':' || dispute.status);
      perform public.queue_mail(
        'dispute-news', public.mail_address_of(payouts.host_id),
        public.share_mail_data(booked) || told,
        'dispute-news:' || dispute.id || ':' || dispute.status)
      from public.payouts where payouts.booking_id = booked;
      return null;
    end
  $$;

revoke execute on function public.tell_of_dispute() from public, anon, authenticated;

create constraint trigger tell_of_dispute
  after insert or update of status on public.disputes
  deferrable initially deferred
  for each row
  execute function public.tell_of_dispute();

-- The host's bank --------------------------------------------------------------------------------

-- Since when the host's bank has refused what Stripe sends it; null when it takes it.
alter table public.profiles add column bank_refused_at timestamptz;

-- What Stripe says of the payouts to a host's bank: since when the last ones failed, and the one
-- that failed just now, told once. p_amount_minor in the minor unit of p_currency.
create function public.record_bank_payouts(
  p_account_id text, p_refused_at timestamptz,
  p_failed_payout_id text default null, p_amount_minor bigint default null,
  p_currency text default null,
  p_event_id text default null, p_event_type text default null
) returns void
  language plpgsql security definer set search_path = ''
  as $$
    declare
      host uuid;
    begin
      if p_event_id is not null then
        perform public.note_webhook_event(p_event_id, p_event_type);
      end if;
      update public.profiles set bank_refused_at = p_refused_at
      where stripe_account_id = p_account_id
      returning id into host;
      if host is not null and p_failed_payout_id is not null then
        perform public.queue_mail(
          'bank-refused', public.mail_address_of(host),
          jsonb_build_object('amount_minor', p_amount_minor, 'currency', upper(p_currency)),
          'bank-refused:' || p_failed_payout_id);
      end if;
    end
  $$;

revoke execute on function
  public.refund_mail_data, public.share_mail_data, public.tell_of_payout, public.record_bank_payouts
from public, anon, authenticated;
grant execute on function public.record_bank_payouts to service_role;

-- Who leaves takes it with them.
create function public.forget_bank_refusal() returns trigger
  language plpgsql set search_path = ''
  as $$
    begin
      new.bank_refused_at := null;
      return new;
    end
  $$;

revoke execute on function public.forget_bank_refusal() from public, anon, authenticated;

create trigger forget_bank_refusal
  before update of deleted_at on public.profiles
  for each row when (new.deleted_at is not null)
  execute function public.forget_bank_refusal();
