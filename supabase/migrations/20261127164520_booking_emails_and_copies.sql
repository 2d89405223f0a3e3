-- Minimum version: 0.2.0

-- Booking confirmations contain the address and, within 24 hours of the start, the arrival notes.
create function public.arrival_mail_data(p_booking_id uuid, p_as_of timestamptz) returns jsonb
  language sql stable security definer set search_path = '' as $$
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
    where bookings.id = p_booking_id
  $$;

revoke execute on function public.arrival_mail_data from public, anon, authenticated;

create or replace function public.queue_payment_mails() returns trigger
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
            'refunded_minor', new.total_minor),
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
          mail_data || jsonb_build_object('to', sides.name),
          format('booking-extended:%s:%s', new.booking_id, sides.name))
        from (values ('guest', new.user_id), ('host', space.user_id)) as sides (name, user_id);
        return null;
      end if;
      perform public.notify(
        new.user_id, 'booking-confirmed', booking_path,
        mail_data || public.arrival_mail_data(new.booking_id, now()),
        'booking-confirmed:' || new.booking_id);
      perform public.notify(
        space.user_id, 'new-booking', booking_path, mail_data,
        'new-booking:' || new.booking_id);
      return null;
    end
  $$;

create or replace function public.queue_reminders(p_as_of timestamptz) returns integer
  language plpgsql security definer set search_path = '' as $$
    declare
      due record;
      queued integer := 0;
    begin
      for due in
        select bookings.id, bookings.user_id, bookings.start_time, reminders.kind,
          format('%s:%s:%s', reminders.kind, bookings.id, extract(epoch from bookings.start_time))
            as key
        from public.bookings
        cross join (values
          ('reminder-day', interval '24 hours', interval '3 hours'),
          ('reminder-hours', interval '2 hours', interval '0 hours')
        ) as reminders (kind, lead, latest)
        where bookings.status = 'confirmed' and bookings.extends_booking_id is null
          and bookings.start_time > p_as_of + reminders.latest
          and bookings.start_time <= p_as_of + reminders.lead
          and bookings.booked_at < bookings.start_time - reminders.lead
      loop
        continue when exists (
          select from public.outgoing_mails where dedupe_key = due.key
          union all
          select from public.notifications
          where user_id = due.user_id and dedupe_key = due.key);
        perform public.notify(
          due.user_id, due.kind, '/bookings/' || due.id,
          public.booking_mail_data(due.id) || public.arrival_mail_data(due.id, p_as_of),
          due.key);
        -- Lets the reminder expire at the start of the booking.
        update public.outgoing_mails set expires_at = due.start_time where dedupe_key = due.key;
        queued := queued + 1;
      end loop;
      return queued;
    end
  $$;

-- A copy of a space stays unlisted until its host opens it.
create or replace function public.duplicate_space(p_space_id uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
    declare
      copy_id constant uuid := gen_random_uuid();
    begin
      perform public.require_host(p_space_id);
      insert into public.spaces (
        id, user_id, title, description, type, price, currency, location, country, capacity,
        amenities, images, image_previews, image_captions, archived_at, time_zone,
        cancellation_policy, house_rules, included, neighborhood, buffer_minutes, lead_hours,
        horizon_days, minimum_hours, maximum_hours, booking_mode, instant_needs_verified)
      select copy_id, user_id, left('Copy of ' || title, 120), description, type, price, currency,
        location, country, capacity, amenities, images, image_previews, image_captions, now(),
        time_zone, cancellation_policy, house_rules, included, neighborhood, buffer_minutes,
        lead_hours, horizon_days, minimum_hours, maximum_hours, booking_mode,
        instant_needs_verified
      from public.spaces where id = p_space_id;
      insert into public.space_addresses (space_id, street_address, latitude, longitude, shift_meters, shift_degrees)
      select copy_id, street_address, latitude, longitude, shift_meters, shift_degrees
      from public.space_addresses where space_id = p_space_id;
      insert into public.space_arrival_notes (space_id, notes)
      select copy_id, notes from public.space_arrival_notes where space_id = p_space_id;
      insert into public.space_extras (space_id, name, price, unit, position)
      select copy_id, name, price, unit, position
      from public.space_extras where space_id = p_space_id;
      insert into public.space_opening_hours (space_id, weekday, first_start, last_start, out_by)
      select copy_id, weekday, first_start, last_start, out_by
      from public.space_opening_hours where space_id = p_space_id;
      insert into public.space_date_exceptions (space_id, date, first_start, last_start, out_by)
      select copy_id, date, first_start, last_start, out_by
      from public.space_date_exceptions where space_id = p_space_id;
      insert into public.space_price_rules (space_id, weekday, from_hour, to_hour, price)
      select copy_id, weekday, from_hour, to_hour, price
      from public.space_price_rules where space_id = p_space_id;
      insert into public.space_length_discounts (space_id, minimum_hours, percentage)
      select copy_id, minimum_hours, percentage
      from public.space_length_discounts where space_id = p_space_id;
      return copy_id;
    end
  $$;
