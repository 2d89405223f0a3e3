-- Mails about bookings hang on the rows themselves, so that no path to a booking or out of it can
-- forget them. Only what happens in this very transaction is told: history that is written down
-- later, such as the demo's, arrives paid and cancelled in the past, and tells nobody.

-- A decimal amount in minor units; the other way round is from_minor.
create function public.to_minor(amount numeric, currency public.currency_code) returns bigint
  language sql immutable set search_path = ''
  as $$
    select round(amount * power(10::numeric, public.currency_decimals(currency)))::bigint
  $$;

-- A booking as a mail tells it. Amounts in minor units.
create function public.booking_mail_data(p_booking_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'booking_id', bookings.id,
      'space_title', spaces.title,
      'space_path', coalesce(spaces.slug, spaces.id::text),
      'location', spaces.location,
      'country', spaces.country,
      'starts_at', bookings.start_time,
      'ends_at', bookings.end_time,
      'time_zone', bookings.time_zone,
      'currency', bookings.currency,
      'rental_minor', public.to_minor(bookings.rental_amount, bookings.currency),
      'platform_fee_minor', public.to_minor(bookings.platform_fee_amount, bookings.currency),
      'total_minor', public.to_minor(bookings.total_price, bookings.currency),
      'host_commission_minor', public.to_minor(bookings.host_commission_amount, bookings.currency),
      -- What the host receives now: less than was agreed once it is cancelled.
      'host_share_minor', coalesce(
        (
          select case payouts.status when 'cancelled' then 0 else payouts.amount_minor end
          from public.payouts where payouts.booking_id = bookings.id
        ),
        0),
      'refunded_minor', public.to_minor(bookings.refunded_amount, bookings.currency),
      'cancellation_policy', bookings.cancellation_policy,
      'guest_name', guests.full_name,
      'host_name', hosts.full_name)
    from public.bookings
    join public.spaces on spaces.id = bookings.space_id
    join public.profiles guests on guests.id = bookings.user_id
    join public.profiles hosts on hosts.id = spaces.user_id
    where bookings.id = p_booking_id
  $$;

create function public.mail_address_of(p_user_id uuid) returns text
  language sql stable security definer set search_path = ''
  as $$ select email from auth.users where id = p_user_id $$;

revoke execute on function public.booking_mail_data, public.mail_address_of
from public, anon, authenticated;

-- Paid: booked, or too late.
create function public.tell_of_payment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
    declare
      space public.spaces;
      told jsonb;
    begin
      select * into space from public.spaces where id = new.space_id;
      if new.booking_id is null then
        perform public.queue_mail(
          'slot-gone', public.mail_address_of(new.user_id),
          jsonb_build_object(
            'space_title', space.title,
            'space_path', coalesce(space.slug, space.id::text),
            'starts_at', new.start_time,
            'ends_at', new.end_time,
            'time_zone', new.time_zone,
            'currency', new.currency,
            'refunded_minor', new.total_minor),
          'slot-gone:' || new.id);
        return null;
      end if;
      told := public.booking_mail_data(new.booking_id);
      perform public.queue_mail(
        'booking-confirmed', public.mail_address_of(new.user_id), told,
        'booking-confirmed:' || new.booking_id);
      perform public.queue_mail(
        'new-booking', public.mail_address_of(space.user_id), told,
        'new-booking:' || new.booking_id);
      return null;
    end
  $$;

revoke execute on function public.tell_of_payment() from public, anon, authenticated;

-- At the end of the transaction, when payout and refund stand beside the booking.
create constraint trigger tell_of_payment
  after update of status on public.payments
  deferrable initially deferred
  for each row when (old.status = 'open' and new.status = 'paid')
  execute function public.tell_of_payment();

create function public.tell_of_cancellation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
    declare
      told jsonb := public.booking_mail_data(new.id);
    begin
      perform public.queue_mail(
        'booking-cancelled', public.mail_address_of(new.user_id), told,
        'booking-cancelled:' || new.id);
      perform public.queue_mail(
        'guest-cancelled', public.mail_address_of(spaces.user_id), told,
        'guest-cancelled:' || new.id)
      from public.spaces where spaces.id = new.space_id;
      return null;
    end
  $$;

revoke execute on function public.tell_of_cancellation() from public, anon, authenticated;

create constraint trigger tell_of_cancellation
  after update of status on public.bookings
  deferrable initially deferred
  for each row when (
    old.status = 'confirmed' and new.status = 'cancelled' and new.cancelled_at >= now()
  )
  execute function public.tell_of_cancellation();
