-- Who leaves, and money. What stands in the way of a deletion, with disputes and refunds as they are known now: a refund
-- that came back is still somebody's money.

create or replace function public.account_deletion_blockers(p_user_id uuid)
  returns table (
    kind text, id uuid, title text, on_day date, amount numeric, currency text
  )
  language sql stable security definer set search_path = ''
  as $$
    with concerned as (
      -- Every booking the person has a part in. A host may have booked a space of their own.
      select bookings.*, spaces.title,
        (bookings.start_time at time zone bookings.time_zone)::date as on_day,
        spaces.user_id as host_id
      from public.bookings
      join public.spaces on spaces.id = bookings.space_id
      where bookings.user_id = p_user_id or spaces.user_id = p_user_id
    ),
    upcoming as (
      select * from concerned where status = 'confirmed' and end_time > now()
    )
    select case when user_id = p_user_id then 'guest_booking' else 'host_booking' end,
      id, title, on_day, null::numeric, null::text
    from upcoming
    union all
    -- Stripe may still take the money of an open payment; within 15 minutes it is given up.
    select case when payments.user_id = p_user_id then 'guest_checkout' else 'host_checkout' end,
      payments.id, spaces.title,
      (payments.start_time at time zone payments.time_zone)::date, null, null
    from public.payments
    join public.spaces on spaces.id = payments.space_id
    where payments.status = 'open'
      and (payments.user_id = p_user_id or spaces.user_id = p_user_id)
    union all
    -- Undecided: the bank's inquiry, or a dispute, before the payout or after it.
    select 'dispute', concerned.id, concerned.title, concerned.on_day, null, null
    from concerned
    where exists (
      select from public.disputes
      join public.payments on payments.id = disputes.payment_id
      where payments.booking_id = concerned.id and disputes.closed_at is null
    )
    union all
    select 'refund', refunds.id, spaces.title,
      (payments.start_time at time zone payments.time_zone)::date,
      public.from_minor(refunds.amount_minor, refunds.currency), refunds.currency::text
    from public.refunds
    join public.payments on payments.id = refunds.payment_id
    join public.spaces on spaces.id = payments.space_id
    where payments.user_id = p_user_id
      and refunds.status in ('pending', 'processing', 'failed')
    union all
    select 'payout', payouts.id, concerned.title, concerned.on_day,
      public.from_minor(payouts.amount_minor, payouts.currency), payouts.currency::text
    from public.payouts
    join concerned on concerned.id = payouts.booking_id
    where payouts.host_id = p_user_id
      and payouts.status = 'scheduled' and payouts.amount_minor > 0
      and payouts.frozen_at is null
      and not exists (select from upcoming where upcoming.id = payouts.booking_id)
    order by 4, 3
  $$;

-- As before, with the mails about payouts, refunds and disputes: they too are a person's own.
create or replace function public.mails_of(p_user_id uuid, p_email text)
  returns setof public.outgoing_mails
  language sql stable set search_path = ''
  as $$
    select outgoing_mails.* from public.outgoing_mails
    where lower(recipient) = lower(p_email)
      or lower(recipient) = (select lower(email) from auth.users where id = p_user_id)
        and template in (
          'booking-confirmed', 'new-booking', 'booking-cancelled', 'guest-cancelled', 'slot-gone',
          'payout-sent', 'bank-refused', 'refund-made', 'refund-came-back', 'share-changed',
          'dispute-news')
      or starts_with(dedupe_key, format('account:%s:', p_user_id))
  $$;
