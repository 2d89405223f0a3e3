-- Minimum version: 0.2.0

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

revoke execute on function public.booking_calendar_entry from public, anon, authenticated;
grant execute on function public.booking_calendar_entry to authenticated;

create or replace function public.booking_mail_data(p_booking_id uuid) returns jsonb
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

-- Booking confirmations contain the address and, within 24 hours of the start, the arrival notes.
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

create or replace function public.queue_cancellation_mails() returns trigger
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

create or replace function public.queue_change_mails() returns trigger
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

-- Emails that are sent late or again contain the current address and calendar entry.
create or replace function public.claim_mails(p_limit integer default 20, p_queue text default 'general')
  returns setof public.outgoing_mails
  language plpgsql security definer set search_path = '' as $$
    begin
      delete from public.outgoing_mails where id in (
        select id from public.outgoing_mails
        where coalesce(sent_at, abandoned_at) < now() - interval '30 days'
          -- Keeps an email about a calendar conflict until the booking ends. Otherwise the next
          -- check of the calendar would queue the email again.
          and (template = 'calendar-conflict' and (data ->> 'ends_at')::timestamptz > now())
            is not true
        limit 100 for update skip locked
      );
      update public.outgoing_mails set abandoned_at = now(), last_error = 'expired'
      where queue = p_queue and sent_at is null and abandoned_at is null
        and send_after <= now() and expires_at <= now();
      return query
        with due as (
          select id, template, recipient from public.outgoing_mails
          where queue = p_queue and sent_at is null and abandoned_at is null
            and send_after <= now()
          order by send_after
          limit p_limit
          for update skip locked
        ),
        merged as (
          select id from public.outgoing_mails mails
          where template = 'payout-sent' and sent_at is null and abandoned_at is null
            and attempts = 0 and exists (
              select from due
              where due.template = mails.template and due.recipient = mails.recipient)
          limit 500
          for update skip locked
        )
        update public.outgoing_mails
        set attempts = attempts + 1,
          send_after = now() + greatest(
            interval '2 minutes', public.retry_delay(attempts + 1, '10 seconds', '1 hour')),
          data = data || case when data ? 'calendar'
            then jsonb_build_object('calendar', public.booking_calendar_entry(booking_id))
            else '{}' end || case when data ? 'street_address'
            then public.arrival_mail_data(booking_id, greatest(now(), case
              -- Uses the start of the booking, at which guests can read the arrival notes, so that
              -- an email with arrival notes keeps them.
              when data ->> 'arrival_notes' is not null then (data ->> 'starts_at')::timestamptz
            end))
            else '{}' end
        where id in (select id from due union select id from merged)
        returning *;
    end
  $$;

-- The metrics show lost webhooks, and an outage of email if the mail server refuses all emails.
-- They show no outage if the mail server refuses only one or two recipients.
alter table public.outgoing_mails add column recipient_refused boolean not null default false;
drop function public.record_mail_failure(uuid, text, boolean);
create function public.record_mail_failure(
  p_id uuid, p_error text, p_final boolean, p_recipient_refused boolean default false
) returns void
  language sql security definer set search_path = '' as $$
    update public.outgoing_mails
    set last_error = left(p_error, 500),
      recipient_refused = p_recipient_refused,
      send_after = now() + public.retry_delay(attempts, '10 seconds', '1 hour'),
      abandoned_at = case when p_final or attempts >= 40 then now() end
    where id = p_id and sent_at is null
  $$;

revoke execute on function public.record_mail_failure from public, anon, authenticated;
grant execute on function public.record_mail_failure to service_role;

alter table public.webhook_events add column is_replayed boolean not null default false;

create or replace function public.platform_metrics() returns table (metric text, label text, value float8)
  language sql stable security definer set search_path = '' as $$
    with refusing_queues as (
      -- A faulty mail server may refuse every recipient. Three or more refused recipients in a
      -- queue count as an outage. One or two do not, because their addresses are probably the
      -- cause.
      select queue from public.outgoing_mails
      where recipient_refused and sent_at is null and abandoned_at is null
      group by queue
      having count(distinct recipient) >= 3
    ),
    pending_mails as (
      -- Each failed attempt postpones send_after, from which the wait of an email usually counts.
      -- After five failures, it counts from the creation of the email, so that an outage of the
      -- mail server raises an alert. This is no outage if the server has refused the recipient, or
      -- if another email of the queue was sent since the creation of this one.
      select queue, id, case
          when attempts >= 5
            and (not recipient_refused or queue in (select queue from refusing_queues))
            and not exists (
              select from public.outgoing_mails as sent
              where sent.queue = mails.queue and sent.sent_at is not null
                and coalesce(sent.sent_at, sent.abandoned_at) > mails.created_at)
            then created_at
          else send_after
        end as waits_since
      from public.outgoing_mails mails
      where sent_at is null and abandoned_at is null
    )
    select 'holds', '', count(*)::float8 from public.space_availability
    where kind = 'hold' and active and expires_at > now()
    union all
    select 'checkouts_open', '', count(*) from public.payments where status = 'open'
    union all
    select 'checkout_oldest_seconds', '',
      coalesce(extract(epoch from now() - min(created_at)), 0)
    from public.payments where status = 'open'
    union all
    select 'payouts_due', '', count(*) from public.payouts
    where status = 'scheduled' and due_at <= now() and frozen_at is null
      and public.untransferred_share(payouts) > 0
    union all
    select 'payout_overdue_seconds', '', coalesce(extract(epoch from now() - min(due_at)), 0)
    from public.payouts
    join public.profiles on profiles.id = payouts.host_id
    where status = 'scheduled' and due_at <= now() and frozen_at is null
      and reversal_held_at is null and profiles.stripe_onboarding_complete
      and public.untransferred_share(payouts) > 0
    union all
    select 'payouts_refused', '', count(*) from public.payouts where refused_at is not null
    union all
    select 'refunds', refunds.status, count(*) from public.refunds
    where refunds.status in ('pending', 'processing', 'failed') group by refunds.status
    union all
    select 'disputes_open', '', count(*) from public.disputes where closed_at is null
    union all
    select 'ledger_drift', '', count(*) from public.reconciliation_differences
    where gone_at is null and repaired_at is null
    union all
    select 'webhook_age_seconds', '',
      -- If no event arrived by webhook, returns the age of the first replayed event.
      coalesce(extract(epoch from now() - coalesce(
        max(received_at) filter (where not is_replayed), min(received_at))), 0)
    from public.webhook_events
    union all
    select 'emails_waiting', queues.queue, count(mails.id)
    from unnest(array['account', 'general']) as queues (queue)
    left join pending_mails mails on mails.queue = queues.queue and mails.waits_since <= now()
    group by queues.queue
    union all
    select 'email_oldest_seconds', queues.queue,
      coalesce(extract(epoch from now() - min(mails.waits_since)), 0)
    from unnest(array['account', 'general']) as queues (queue)
    left join pending_mails mails on mails.queue = queues.queue and mails.waits_since <= now()
    group by queues.queue
    union all
    select 'emails_abandoned', '', count(*) from public.outgoing_mails
    where abandoned_at > now() - interval '1 day' and last_error is distinct from 'expired'
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
      -- Rejects a space that an admin has hidden, because its host could publish the copy.
      if exists (select from public.spaces where id = p_space_id and hidden_at is not null) then
        raise exception using errcode = 'PT409', detail = 'space_hidden',
          message = 'A hidden listing cannot be duplicated. Please contact us first';
      end if;
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

-- Extras, booking rules and taken times of spaces that the caller cannot read are not visible
-- either.
drop policy "extras are public" on public.space_extras;
create policy "extras are as visible as their space" on public.space_extras
  for select to anon, authenticated
  using (exists (select from public.spaces where spaces.id = space_id));
drop policy "opening hours are public" on public.space_opening_hours;
create policy "opening hours are as visible as their space" on public.space_opening_hours
  for select to anon, authenticated
  using (exists (select from public.spaces where spaces.id = space_id));
drop policy "date exceptions are public" on public.space_date_exceptions;
create policy "date exceptions are as visible as their space" on public.space_date_exceptions
  for select to anon, authenticated
  using (exists (select from public.spaces where spaces.id = space_id));
drop policy "price rules are public" on public.space_price_rules;
create policy "price rules are as visible as their space" on public.space_price_rules
  for select to anon, authenticated
  using (exists (select from public.spaces where spaces.id = space_id));
drop policy "length discounts are public" on public.space_length_discounts;
create policy "length discounts are as visible as their space" on public.space_length_discounts
  for select to anon, authenticated
  using (exists (select from public.spaces where spaces.id = space_id));

drop policy "taken times are public" on public.space_availability;
create policy "taken times are as visible as their space" on public.space_availability
  for select to anon, authenticated
  using (
    active and (expires_at is null or expires_at > now())
    and exists (select from public.spaces where spaces.id = space_id)
  );
create or replace view public.taken_times with (security_barrier) as
  select
    space_availability.space_id,
    space_availability.start_time,
    space_availability.end_time,
    case space_availability.kind
      when 'booking' then 'confirmed'
      when 'hold' then 'held'
      when 'request' then 'held'
      else 'blocked'
    end as status,
    space_availability.kind = 'hold' and exists (
      select from public.payments
      where payments.hold_id = space_availability.id and payments.user_id = (select auth.uid())
    ) as mine
  from public.space_availability
  where space_availability.active
    and (space_availability.expires_at is null or space_availability.expires_at > now())
    and exists (
      select from public.spaces
      where spaces.id = space_availability.space_id and (spaces.is_listed
        or spaces.user_id = (select auth.uid())
        or public.has_booked(spaces.id) or public.is_admin())
    );

-- Images are public by URL, but only their owners and admins can list the names.
drop policy "images are public" on storage.objects;
create policy "users see images they uploaded, and admins all images" on storage.objects
  for select to authenticated using (
    bucket_id in ('spaces', 'profile-images')
    and (owner_id = (select auth.uid())::text or (select public.is_admin()))
  );

-- The currency of a space with price rules cannot change.
create or replace function public.check_changed_price() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      if old.currency <> new.currency
        and exists (select from public.space_price_rules where space_id = new.id)
      then
        raise exception using errcode = 'PT409', detail = 'has_price_rules',
          message = format('The prices by day and hour are in %s. Please remove them before you '
            'change the currency', old.currency);
      end if;
      perform public.require_chargeable_prices(new);
      return new;
    end
  $$;

-- A copy of a space gets a slug from its own title when its host opens it.
create or replace function public.complete_space() returns trigger
  language plpgsql set search_path = '' as $$
    begin
      if not public.is_time_zone(new.time_zone) then
        raise exception using errcode = '22023', hint = 'Use an IANA name such as Asia/Tokyo',
          message = format('Unknown time zone "%s"', new.time_zone);
      end if;
      if new.slug is null
        -- The slug of a copy contains "copy-of". Replaces it when the host first publishes the
        -- copy.
        or old.archived_at = old.created_at and new.archived_at is null
      then
        new.slug := trim(both '-' from left(regexp_replace(
            public.folded(new.title || '-' || new.location), '[^a-z0-9]+', '-', 'g'), 80))
          || '-' || right(new.id::text, 6);
      end if;
      return new;
    end
  $$;

create or replace trigger complete_space
  before insert or update of time_zone, archived_at on public.spaces
  for each row execute function public.complete_space();

-- Searches by date without a length try the minimum duration of each space. Searches by length
-- without a date find only spaces that allow it, at their discounted price.
create function public.lowest_total(p_space public.spaces, p_hours integer) returns numeric
  language sql stable set search_path = '' as $$
    select public.total_price(
      price - round(
        price * public.length_discount(p_space.id, p_hours) / 100,
        public.currency_decimals(p_space.currency)),
      p_space.currency::text, 1)
    from (
      select least(p_space.price, min(rules.price)) * p_hours as price
      from public.space_price_rules as rules where rules.space_id = p_space.id
    ) as lowest
  $$;

revoke execute on function public.lowest_total from public, anon, authenticated;

create or replace function public.first_offered_start(
  p_space_id uuid, p_date date, p_from time, p_hours integer, p_most numeric default null
) returns timestamptz
  language plpgsql stable security definer set search_path = '' as $$
    declare
      space public.spaces;
      hours record;
      slot timestamptz;
      slot_end timestamptz;
      duration integer;
    begin
      select * into space from public.spaces where id = p_space_id and withdrawn_at is null;
      duration := coalesce(p_hours, space.minimum_hours);
      if duration not between space.minimum_hours and space.maximum_hours then return null; end if;
      select * into hours from public.opening_hours_on(p_space_id, p_date);
      if p_from is not null then
        if extract(minute from p_from) <> 0
          or extract(hour from p_from) not between hours.first_start and hours.last_start
        then return null;
        end if;
        hours.first_start := extract(hour from p_from);
        hours.last_start := hours.first_start;
      end if;
      for slot in
        select * from public.starts_of_day(
          space.time_zone, p_date, hours.first_start, hours.last_start)
      loop
        slot_end := slot + duration * interval '1 hour';
        if public.span_problem(space, slot, slot_end) is null
          and not exists (
            select from public.space_availability as taken
            where taken.space_id = p_space_id and taken.active
              and taken.start_time < slot_end + space.buffer_minutes * interval '1 minute'
              and taken.start_time > slot - interval '26 hours'
              and coalesce(taken.buffered_until, taken.end_time) > slot
              and (taken.expires_at is null or taken.expires_at > now())
          )
          and (p_most is null or p_most >= public.total_price(
            public.base_price(space, slot, slot_end), space.currency::text, 1))
        then return slot;
        end if;
      end loop;
      return null;
    end
  $$;

create or replace function public.list_conditions(
  filter jsonb,
  out scope text, out conditions text, out signature text, out exact text, out indexed text, out free text,
  out expected float, out scope_spaces bigint, out is_rare boolean,
  out ranking tsquery, out fewest integer, out nothing boolean, out corrections jsonb, out ignored text[]
)
  language plpgsql stable set search_path = '' as $$
    declare
      -- Up to about this number of spaces, reading and sorting all of them is as fast as the
      -- longest index scan.
      most_read constant integer := 1500;
      -- If no duration is given, a search by date checks each space for its minimum duration, which
      -- is one hour without booking rules.
      duration constant integer := filter ->> 'hours';
      hours constant integer := coalesce(duration, 1);
      total constant bigint := (select coalesce(sum(countries.spaces), 0) from public.space_countries as countries);
      understood record;
      guests integer := filter ->> 'guests';
      names text[];
      spaces bigint;
      -- Share of all spaces that contain the words of the search text.
      share float := 1;
      -- Number of spaces to read through the most selective index.
      readable float := total;
      west double precision;
      south double precision;
      east double precision;
      north double precision;
      area text;
      equipped text := 'true';
      -- The maximum all-in total, as an SQL expression of the currency.
      most text := 'null';
    begin
      scope := 'true';
      conditions := 'true';
      signature := 'true';
      exact := 'true';
      indexed := 'true';
      scope_spaces := total;
      nothing := false;
      corrections := '[]';
      ignored := '{}';

      if filter ? 'text' then
        select * into understood from public.understand_search(filter ->> 'text');
        nothing := understood.nothing;
        corrections := understood.corrections;
        ignored := understood.ignored;
        ranking := understood.ranking;
        fewest := understood.fewest;
        guests := coalesce(guests, understood.people);
        if understood.matching is not null then
          share := understood.share;
          readable := total * share;
          signature := format('(%s)', public.signature_condition(understood.matching));
          exact := format('listed.document @@ %L::tsquery', understood.matching);
          indexed := understood.condition;
        end if;
        if total * share > most_read and understood.location is not null
          and not (filter ?| '{location,locationContains}') then
          filter := filter || jsonb_build_object('location', understood.location);
          -- Converts `share` from the share of all spaces to the share of the location's spaces.
          share := least(share * total / greatest((
            select locations.spaces from public.space_locations as locations
            where locations.location = understood.location
          ), 1), 1);
        end if;
      end if;

      if filter ? 'location' or filter ? 'locationContains' then
        names := array(
          select '%' || regexp_replace(public.folded(part), '([\\%_])', '\\\1', 'g') || '%'
          from jsonb_array_elements_text(filter -> 'locationContains') as part
        );
        select array_agg(locations.location), coalesce(sum(locations.spaces), 0) into names, spaces
        from public.space_locations as locations
        where case
          when filter ? 'location' then locations.location = filter ->> 'location'
          else locations.location_text like any (names)
        end;
        readable := least(readable, spaces);
        if cardinality(names) = 1 then
          scope := format('location = %L', names[1]);
          scope_spaces := spaces;
        else
          conditions := conditions
            || format(' and listed.location = any (%L::text[])', coalesce(names, '{}'));
        end if;
      end if;
      if filter ? 'type' then
        if scope = 'true' then
          scope := format('type = %L', filter ->> 'type');
          scope_spaces := public.planned_rows(scope);
          readable := least(readable, scope_spaces);
        else
          conditions := conditions || format(' and listed.type = %L', filter ->> 'type');
        end if;
      end if;
      if filter ? 'countries' or filter ? 'exceptCountries' then
        names := case
          when filter ? 'countries' then array(select jsonb_array_elements_text(filter -> 'countries'))
          else array(
            select countries.country from public.space_countries as countries
            where not filter -> 'exceptCountries' ? countries.country
          )
        end;
        select coalesce(sum(countries.spaces), 0) into spaces
        from public.space_countries as countries where countries.country = any(names);
        readable := least(readable, spaces);
        if scope = 'true' and cardinality(names) = 1 then
          scope := format('country = %L', names[1]);
          scope_spaces := spaces;
        else
          conditions := conditions || format(' and listed.country = any (%L::text[])', names);
        end if;
      end if;
      if filter ? 'exceptCountry' then
        conditions := conditions || format(' and listed.country <> %L', filter ->> 'exceptCountry');
      end if;
      if guests is not null then
        conditions := conditions || format(' and listed.capacity >= %s', guests);
      end if;
      if filter ? 'policies' then
        conditions := conditions || format(
          ' and listed.cancellation_policy = any (%L::text[])',
          array(select jsonb_array_elements_text(filter -> 'policies'))
        );
      end if;
      if filter ? 'instant' then
        conditions := conditions || ' and listed.instant';
      end if;
      if filter ? 'ids' then
        names := array(select jsonb_array_elements_text(filter -> 'ids'));
        conditions := conditions || format(' and listed.space_id = any (%L::uuid[])', names);
        readable := least(readable, cardinality(names));
      end if;
      if filter ? 'minRating' then
        conditions := conditions
          || format(' and listed.rating >= %s', (filter ->> 'minRating')::numeric);
        indexed := indexed || format(' and listed.rating_key >= %L',
          lpad(ceil((filter ->> 'minRating')::numeric * 10)::text, 2, '0'));
      end if;
      if filter ? 'max' then
        most := (
          select format('case listed.currency %s end', string_agg(
            format('when %L then %s', rates.currency, round(
              (filter ->> 'max')::numeric * wanted.usd_per_unit / rates.usd_per_unit, 4)), ' '))
          from public.exchange_rates as rates, public.exchange_rates as wanted
          where wanted.currency = coalesce(filter ->> 'currency', 'USD')
        );
        -- The price of spaces with booking rules depends on the time and the length, so that the
        -- join `free` compares it.
        conditions := conditions || format(
          ' and (%spublic.total_price(listed.price, listed.currency, %s) <= %s)',
          case when filter ? 'date' or duration is not null then 'listed.has_rules or ' else '' end,
          hours, most);
      end if;
      if filter ? 'amenities' then
        names := array(select jsonb_array_elements_text(filter -> 'amenities'));
        signature := signature || coalesce((
          select string_agg(' and ' || public.signature_condition(phrases.query), '')
          from unnest(names) as name, public.phrase_query(array[public.search_words(name)]) as phrases
        ), '');
        equipped := format('listed.amenities @> %L::text[]', names);
        exact := exact || ' and ' || equipped;
        indexed := indexed || ' and ' || equipped;
        readable := least(readable, public.planned_rows(equipped));
      end if;
      expected := share * case when scope = 'true' and conditions = 'true' and equipped = 'true' then total
        else public.planned_rows(scope || ' and ' || conditions || ' and ' || equipped) end;
      if filter ? 'bounds' then
        west := filter -> 'bounds' ->> 0;
        south := filter -> 'bounds' ->> 1;
        east := filter -> 'bounds' ->> 2;
        north := filter -> 'bounds' ->> 3;
        conditions := conditions || format(' and listed.latitude between %s and %s and ', south, north)
          || format(
            -- On a map across the antimeridian, the longitude of the west edge is greater than that
            -- of the east edge.
            case when west <= east then 'listed.longitude between %s and %s'
              else '(listed.longitude >= %s or listed.longitude <= %s)' end, west, east
          );
        area := case
          when west <= east then format('point(listed.longitude, listed.latitude) <@ %L::box',
            box(point(west, south), point(east, north)))
          else format('(point(listed.longitude, listed.latitude) <@ %L::box'
            || ' or point(listed.longitude, listed.latitude) <@ %L::box)',
            box(point(west, south), point(180, north)), box(point(-180, south), point(east, north)))
        end;
        if readable > most_read then
          execute format(
            'select count(*) from (select from public.searchable_spaces as listed where %s limit %s) as found',
            area, most_read + 1
          ) into spaces;
          if spaces <= most_read then readable := spaces; end if;
        end if;
        if readable <= most_read then indexed := indexed || ' and ' || area; end if;
      end if;
      is_rare := readable <= most_read;

      if hours not between 1 and 24 then
        raise exception using errcode = '22023', message = 'hours must be 1 to 24';
      end if;
      free := 'cross join (select null::timestamptz as free_from) as free';
      if filter ? 'date' then
        if not isfinite((filter ->> 'date')::date) then
          raise exception using errcode = '22008', message = 'date must be a finite date';
        end if;
        conditions := conditions || ' and listed.bookable';
        -- Without booking rules, bookings start on the hour from 9:00 to 21:00 in the space's time
        -- zone. A booking lasts at most 24 hours plus 2 hours of buffer, so only bookings that
        -- start up to 26 hours earlier can overlap.
        free := format(
          $sql$ cross join lateral (
            select offered.free_from
            from (
              select case
                when listed.has_rules then public.first_offered_start(
                  listed.space_id, %1$L::date, %2$L::time, %6$s, %4$s)
                else (
                  select start
                  from (
                    select (%1$L::date + hour) at time zone listed.time_zone as start
                    from unnest(%5$L::time[]) as hour
                  ) as starts
                  where start > now()
                    and %1$L::date
                      <= (now() at time zone listed.time_zone)::date + interval '1 year'
                    and not exists (
                      select from public.space_availability as taken
                      where taken.space_id = listed.space_id and taken.active
                        and taken.start_time < start + interval '%3$s hours'
                        and taken.start_time > start - interval '26 hours'
                        and coalesce(taken.buffered_until, taken.end_time) > start
                        and (taken.expires_at is null or taken.expires_at > now())
                    )
                  -- The hours are sorted, so the search ends at the first free start.
                  limit 1
                )
              end as free_from
              -- Optimization fence: keeps the planner from computing the start twice.
              offset 0
            ) as offered
            where offered.free_from is not null
          ) as free $sql$,
          (filter ->> 'date')::date, (filter ->> 'from')::time, hours, most,
          array(
            select opening from (
              select make_time(hour, 0, 0) as opening from generate_series(9, 21) as hour
            ) as openings
            where opening = coalesce((filter ->> 'from')::time, opening)
          ),
          coalesce(duration::text, 'null')
        );
      elsif duration is not null then
        free := format(
          $sql$ cross join lateral (
            select null::timestamptz as free_from
            -- A scalar subquery, because the planner may compute `exists` for all spaces at once.
            where not listed.has_rules or (
              select %1$s between rules.minimum_hours and rules.maximum_hours
                and (%2$L or public.lowest_total(rules, %1$s) <= %3$s)
              from public.spaces as rules where rules.id = listed.space_id
            )
          ) as free $sql$,
          duration, not filter ? 'max', most);
      end if;
    end
  $$;

create or replace function public.search_spaces(filter jsonb, after text default null, page_size integer default 24)
  returns json
  language plpgsql stable security definer set search_path = '' as $$
    declare
      number constant integer := least(greatest(page_size, 1), 100);
      duration constant integer := filter ->> 'hours';
      found record;
    begin
      select * into found from public.find_spaces(
        filter,
        coalesce(filter ->> 'order', case when filter ? 'text' then 'best-match' else 'newest' end),
        after, number + 1
      );
      return json_build_object(
        'spaces', (
          select coalesce(json_agg(space), '[]')
          from (
            select spaces.id, spaces.slug, spaces.title, spaces.type, spaces.price, spaces.currency,
              spaces.location, spaces.country, spaces.time_zone, spaces.capacity, spaces.latitude,
              spaces.longitude,
              spaces.amenities[:3] as amenities, spaces.cancellation_policy, spaces.booking_mode,
              spaces.images[:1] as images, spaces.image_previews[:1] as image_previews,
              spaces.available, spaces.status, spaces.rating, spaces."reviewCount",
              page.free_from, page.key, length.hours as free_hours,
              case
                when not listed.has_rules then null
                when page.free_from is not null then public.total_price(
                  public.base_price(
                    spaces, page.free_from, page.free_from + length.hours * interval '1 hour'),
                  spaces.currency::text, 1)
                else public.lowest_total(spaces, length.hours)
              end as free_total,
              page.free_from is null and length.hours is not null and exists (
                select from public.space_price_rules as rules where rules.space_id = spaces.id
              ) as total_varies
            from unnest(found.ids[:number], found.keys[:number], found.starts[:number])
              with ordinality as page (id, key, free_from, position)
            join public.spaces on spaces.id = page.id
            join public.searchable_spaces as listed on listed.space_id = page.id
            cross join lateral (
              select case when duration is not null or page.free_from is not null
                then coalesce(duration, spaces.minimum_hours) end as hours
            ) as length
            order by page.position
          ) as space
        ),
        'next', case when cardinality(found.ids) > number then found.keys[number] end,
        'corrections', found.corrections,
        'ignored', found.ignored
      );
    end
  $$;

create or replace function public.count_spaces(filter jsonb, out total integer, out ids uuid[])
  language plpgsql stable set search_path = '' as $$
    declare
      most_counted constant integer := 1001;
      most_returned constant integer := 200;
      most_checked constant integer := 100;
      listed constant record := public.list_conditions(filter);
      -- Whether the number of matches can be estimated from the best rated spaces.
      has_words constant boolean := listed.ranking is not null and not filter ?| '{amenities,minRating}';
      scans constant integer[] := case when has_words then '{1000}' else '{1000,8000}' end;
      scanned integer;
      projected float;
    begin
      total := 0;
      ids := '{}';
      if listed.nothing then return; end if;
      if not listed.is_rare then
        foreach scanned in array scans loop
          execute format(
            $sql$
              select coalesce(array_agg(space_id), '{}') from (
                select listed.space_id
                from (
                  select space_id, type, location, country, capacity, price, currency,
                    cancellation_policy, rating, latitude, longitude, bookable, instant, has_rules,
                    signature
                  from public.searchable_spaces
                  where %1$s
                  order by newest_key desc
                  limit %2$s
                ) as listed
                %3$s
                where %4$s and %5$s and %6$s
                limit %7$s
              ) as matches
            $sql$,
            listed.scope, scanned,
            case when filter ? 'amenities'
              then 'join public.searchable_spaces as exact on exact.space_id = listed.space_id' else '' end,
            listed.conditions, listed.signature,
            case when filter ? 'amenities' then replace(listed.exact, 'listed.', 'exact.') else 'true' end,
            most_returned
          ) into ids;
          projected := cardinality(ids) * greatest(listed.scope_spaces / scanned::float, 1);
          -- Uses the estimate only if it exceeds the limit by two standard deviations.
          exit when projected * (1 - 2 / sqrt(greatest(cardinality(ids), 1))) >= most_counted;
          projected := null;
        end loop;
        -- Estimates the number of matches from the best rated spaces. A scan of their index is
        -- fast, because the index is small.
        if projected is null and has_words then
          execute format(
            $sql$
              select coalesce(array_agg(space_id), '{}') from (
                select listed.space_id from public.searchable_spaces as listed
                where %s and %s and %s and rating >= 4.5
                limit %s
              ) as matches
            $sql$,
            listed.scope, listed.conditions, listed.exact, most_counted
          ) into ids;
          projected := cardinality(ids) * listed.scope_spaces
            / greatest(public.planned_rows(listed.scope || ' and rating >= 4.5'), 1);
          if projected * (1 - 2 / sqrt(greatest(cardinality(ids), 1))) < most_counted then
            projected := null;
          end if;
          ids := ids[: most_returned];
        end if;
      end if;
      if projected is null then
        execute format(
          $sql$
            select coalesce(array_agg(space_id), '{}') from (
              select listed.space_id from public.searchable_spaces as listed
              where %s and %s and %s
              limit %s
            ) as matches
          $sql$,
          listed.scope, listed.conditions, listed.indexed, most_counted
        ) into ids;
        projected := cardinality(ids);
        ids := ids[: most_returned];
      end if;
      if filter ?| '{date,hours}' then
        ids := ids[: most_checked];
        projected := projected / greatest(cardinality(ids), 1);
        execute format(
          $sql$
            select coalesce(array_agg(listed.space_id), '{}')
            from public.searchable_spaces as listed %s where listed.space_id = any(%L::uuid[])
          $sql$,
          listed.free, ids
        ) into ids;
        projected := projected * cardinality(ids);
      end if;
      total := least(round(projected), most_counted);
    end
  $$;

-- The functions require_own_images and require_aal raise clearer errors.
create or replace function public.require_own_images(urls text[], bucket text) returns void
  language plpgsql stable set search_path = '' as $$
    declare
      base constant text := substring(auth.jwt() ->> 'iss' from '^(https?://.+)/auth/v1$');
      path_pattern constant text := '^/storage/v1/(object|render/image)/public/' || bucket
        || '/[A-Za-z0-9._~!$&()*+,;=:@%/-]+(\?[A-Za-z0-9._~!$&()*+,;=:@%/?-]*)?$';
    begin
      if exists (
        select from unnest(urls) as url
        where url ~* '\.\.|%2e'
          or case when starts_with(url, base || '/') then substr(url, length(base) + 1) else url end
            !~ path_pattern
      ) then
        raise exception using errcode = 'PT400', detail = 'foreign_image',
          message = 'Please upload the image. Images from other sites are not allowed';
      end if;
    end
  $$;

create or replace function public.require_aal() returns void
  language plpgsql stable security definer set search_path = '' as $$
    begin
      if public.has_required_aal() then return; end if;
      raise exception using errcode = 'PT403', detail = 'second_factor_needed',
        message = 'Please sign in with your two-step verification code first';
    end
  $$;

-- Cancels the caller's pending email change. Its links and codes become invalid.
create function public.cancel_email_change() returns void
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.require_aal();
      -- Locks the user before the tokens, as the auth service does, so that a concurrent request
      -- cannot complete the email change.
      perform 1 from auth.users where users.id = (select auth.uid()) for no key update;
      delete from auth.one_time_tokens
      where one_time_tokens.user_id = (select auth.uid())
        and one_time_tokens.token_type in ('email_change_token_new', 'email_change_token_current');
      update auth.users set email_change = '', email_change_sent_at = null,
        email_change_confirm_status = 0
      where users.id = (select auth.uid());
    end
  $$;

revoke execute on function public.cancel_email_change from public, anon, authenticated;
grant execute on function public.cancel_email_change to authenticated;

-- A banned user is refused although the access token stays valid for up to an hour.
create or replace function public.is_admin() returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (
      select from public.profiles
      where profiles.id = (select auth.uid()) and profiles.is_admin
        and not exists (
          select from auth.users where users.id = profiles.id and users.banned_until > now())
        and (auth.jwt() ->> 'session_id' is null or exists (
          select from auth.sessions
          where sessions.user_id = profiles.id and sessions.id::text = auth.jwt() ->> 'session_id'
            and (sessions.not_after is null or sessions.not_after > now())))
    ) and public.is_assured()
  $$;

create function public.refuse_banned_user(p_user_id uuid) returns void
  language plpgsql stable security definer set search_path = '' as $$
    begin
      if exists (select from public.profiles where id = p_user_id and deleted_at is not null) then
        raise exception using errcode = 'PT403', detail = 'account_deleted',
          message = 'This account has been deleted';
      end if;
      if exists (select from auth.users where id = p_user_id and banned_until > now()) then
        raise exception using errcode = 'PT403', detail = 'user_banned',
          message = 'This account is suspended';
      end if;
    end
  $$;

revoke execute on function public.refuse_banned_user from public, anon, authenticated;

create function public.refuse_banned_caller() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.refuse_banned_user((select auth.uid()));
      return coalesce(new, old);
    end
  $$;

revoke execute on function public.refuse_banned_caller from public, anon, authenticated;

create trigger refuse_banned_caller
  before update or delete on public.spaces
  for each row when (auth.uid() is not null) execute function public.refuse_banned_caller();

create trigger refuse_banned_caller
  before insert or update on public.space_arrival_notes
  for each row when (auth.uid() is not null) execute function public.refuse_banned_caller();

create trigger refuse_banned_caller
  before insert or update or delete on public.space_extras
  for each row when (auth.uid() is not null) execute function public.refuse_banned_caller();

create trigger refuse_banned_caller
  before update or delete on public.space_calendars
  for each row when (auth.uid() is not null) execute function public.refuse_banned_caller();

create trigger refuse_banned_caller
  before update on public.profiles
  for each row when (auth.uid() is not null) execute function public.refuse_banned_caller();

create or replace function public.require_host(p_space_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.refuse_banned_user((select auth.uid()));
      perform from public.spaces
      where id = p_space_id and user_id = (select auth.uid()) and withdrawn_at is null
      for no key update;
      if not found or not public.has_required_aal() then
        raise exception using errcode = 'insufficient_privilege',
          message = 'Only the host of a space can change it';
      end if;
    end
  $$;

create or replace function public.refuse_inactive_account() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      account_deleted_at timestamptz;
    begin
      if exists (select from auth.users where id = new.user_id and is_anonymous) then
        raise exception using errcode = 'PT403', detail = 'account_needed',
          message = 'Please enter your email address first';
      end if;
      select deleted_at into account_deleted_at from public.profiles
      where id = new.user_id for key share;
      if account_deleted_at is not null then
        raise exception using errcode = 'PT403', detail = 'account_deleted',
          message = 'This account has been deleted';
      end if;
      -- Follows the check above, because a deleted account is also banned.
      perform public.refuse_banned_user(new.user_id);
      return new;
    end
  $$;

create or replace function public.keep_space_with_payments() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      if exists (select from public.payments where space_id = old.id)
        or exists (select from public.bookings where space_id = old.id) then
        raise exception using errcode = 'foreign_key_violation', detail = 'space_has_bookings',
          message = 'This space has bookings or checkouts and cannot be deleted',
          hint = 'Archive it instead';
      end if;
      return old;
    end
  $$;

create or replace function public.remove_space(p_space_id uuid) returns text
  language plpgsql security definer set search_path = '' as $$
    declare
      ahead record;
    begin
      perform public.require_host(p_space_id);
      select count(*) filter (where status = 'confirmed') as bookings,
        count(*) filter (where status = 'requested') as requests,
        min(start_time at time zone time_zone)::date as first_day,
        max(end_time at time zone time_zone) as last_end
      into ahead
      from public.bookings
      where space_id = p_space_id and status in ('requested', 'confirmed') and end_time > now();
      if ahead.bookings + ahead.requests > 0 then
        raise exception using errcode = 'PT409', detail = 'bookings_ahead', hint = ahead.first_day,
          message = format(
            'This space has %s until %s. %s %s first, or archive the space and delete it later.',
            concat_ws(' and ',
              case ahead.bookings when 0 then null when 1 then '1 booking'
                else ahead.bookings || ' bookings' end,
              case ahead.requests when 0 then null when 1 then '1 request'
                else ahead.requests || ' requests' end),
            to_char(ahead.last_end, 'FMMonth FMDD, YYYY'),
            case when ahead.requests = 0 then 'Cancel' when ahead.bookings = 0 then 'Decline'
              else 'Cancel or decline' end,
            case ahead.bookings + ahead.requests when 1 then 'it' else 'them' end);
      end if;
      if exists (
        select from public.payments
        join public.space_availability as holds on holds.id = payments.hold_id
        where payments.space_id = p_space_id and payments.status = 'open'
          and holds.active and holds.expires_at > now()
      ) then
        raise exception using errcode = 'PT409', detail = 'bookings_ahead',
          message = 'A guest is booking this space right now. Please try again in 15 minutes.';
      end if;
      if exists (select from public.payments where space_id = p_space_id)
        or exists (select from public.bookings where space_id = p_space_id) then
        update public.spaces
        set withdrawn_at = now(), available = false, featured = false, popular = false
        where id = p_space_id;
        return 'withdrawn';
      end if;
      delete from public.spaces where id = p_space_id;
      return 'deleted';
    end
  $$;

create or replace function public.require_chargeable_prices(p_space public.spaces) returns void
  language plpgsql stable set search_path = '' as $$
    declare
      least_charge constant numeric := public.minimum_charge(p_space.currency);
      lowest numeric;
      has_free_hours boolean;
    begin
      select min(price) filter (where price > 0), bool_or(price = 0) into lowest, has_free_hours
      from (
        select p_space.price
        union all
        select price from public.space_price_rules where space_id = p_space.id
      ) as prices;
      if lowest < least_charge or exists (
        select from public.space_length_discounts
        where space_id = p_space.id
          -- If a space has free hours, a long booking may contain only one hour that costs money.
          and lowest * case when has_free_hours then 1 else minimum_hours end
            * (100 - percentage) / 100 < least_charge
      ) then
        raise exception using errcode = 'PT400', detail = 'price_too_low',
          message = format('A booking could cost less than %s %s. Amounts below that can’t be charged '
            'to a card. Please raise the prices or lower the discounts',
            least_charge, p_space.currency);
      end if;
    end
  $$;

alter table public.payments
  add column guest_message text not null default '',
  add constraint payments_guest_message_length check (char_length(guest_message) <= 2000);

create or replace function public.book_slot(
  payment public.payments, p_status text, p_charge_id text default null
) returns uuid
  language plpgsql set search_path = '' as $$
    declare
      new_booking_id uuid := gen_random_uuid();
      slot_kind constant text := case p_status when 'requested' then 'request' else 'booking' end;
      slot_id uuid;
    begin
      -- Inserts the booking first, because the slot's row has a foreign key to it.
      insert into public.bookings (
        id, user_id, space_id, start_time, end_time, buffer_minutes, currency, rental_amount,
        platform_fee_percentage, platform_fee_amount, total_price,
        host_commission_percentage, host_commission_amount, host_share_amount,
        cancellation_policy, time_zone, guest_count, extras, price_lines, extends_booking_id, status,
        answer_by
      ) values (
        new_booking_id, payment.user_id, payment.space_id, payment.start_time, payment.end_time,
        payment.buffer_minutes, payment.currency,
        public.from_minor(payment.rental_minor, payment.currency),
        payment.platform_fee_percentage,
        public.from_minor(payment.platform_fee_minor, payment.currency),
        public.from_minor(payment.total_minor, payment.currency),
        payment.host_commission_percentage,
        public.from_minor(payment.host_commission_minor, payment.currency),
        public.from_minor(payment.host_share_minor, payment.currency),
        payment.cancellation_policy, payment.time_zone, payment.guest_count, payment.extras,
        payment.price_lines, payment.extends_booking_id, p_status,
        case p_status
          when 'requested' then least(now() + interval '24 hours', payment.start_time)
        end
      );

      if payment.extends_booking_id is not null then
        slot_id := public.take_extension_slot(payment, new_booking_id);
      else
        update public.space_availability
        set kind = slot_kind, booking_id = new_booking_id, expires_at = null
        where id = payment.hold_id and active
        returning id into slot_id;
      end if;

      if slot_id is null and payment.extends_booking_id is null then
        slot_id := public.take_slot(
          payment.space_id, payment.start_time, payment.end_time, slot_kind, null, new_booking_id,
          nullif(payment.end_time + payment.buffer_minutes * interval '1 minute', payment.end_time));
      end if;
      if slot_id is null then
        delete from public.bookings where id = new_booking_id;
        return null;
      end if;
      perform public.send_checkout_message(payment);
      update public.payments
      set booking_id = new_booking_id, hold_id = slot_id, guest_message = '',
        status = case p_status when 'requested' then 'authorized' else 'paid' end,
        paid_at = case p_status when 'confirmed' then now() end, stripe_charge_id = p_charge_id
      where id = payment.id;
      return new_booking_id;
    end
  $$;

insert into public.account_limits (name, value) values ('free_bookings_per_day', 10);

-- Raises too_many_free_bookings if the guest has reached the daily limit (UTC) of free bookings.
-- Extensions and cancelled bookings count too, because each booking emails the host. The caller
-- must serialize the checkouts of the guest.
create function public.refuse_many_free_bookings(p_user_id uuid) returns void
  language plpgsql stable set search_path = '' as $$
    declare
      most constant integer := (
        select value from public.account_limits where name = 'free_bookings_per_day');
    begin
      if most <= (
        select count(*) from public.payments
        where user_id = p_user_id and total_minor = 0 and change_id is null
          and created_at >= date_trunc('day', now(), 'UTC')
      ) then
        raise exception using errcode = 'PT429', detail = 'too_many_free_bookings',
          message = format('You can make %s free bookings a day. Please try again tomorrow', most);
      end if;
    end
  $$;

-- Raises an error if a guest can't book the space, or if a quote, its extras or the cancellation
-- policy that the guest saw are not those of the space: host_blocked, space_unavailable,
-- price_changed, extras_changed, policy_changed or too_many_guests. p_policy may be null.
create function public.refuse_changed_offer(
  p_space public.spaces, p_user_id uuid, p_start timestamptz, p_end timestamptz, p_quote jsonb,
  p_guest_count integer, p_policy text
) returns void
  language plpgsql stable set search_path = '' as $$
    begin
      if exists (
        select from public.user_blocks
        where user_id = p_user_id and blocked_id = p_space.user_id
      ) then
        raise exception using errcode = 'PT409', detail = 'host_blocked',
          message = 'You have blocked this host. To book, unblock the host in your messages';
      end if;
      -- Raises the same error if the host has blocked the guest, so that the guest does not learn
      -- of the block.
      if not p_space.available or p_space.status <> 'available' or not p_space.is_listed or exists (
        select from public.user_blocks
        where user_id = p_space.user_id and blocked_id = p_user_id
      ) then
        raise exception using errcode = 'PT409', detail = 'space_unavailable',
          message = 'This space is temporarily unavailable';
      end if;
      if p_space.currency <> p_quote ->> 'currency'
        or public.base_price(p_space, p_start, p_end)
          <> public.from_minor((p_quote ->> 'basePriceMinor')::bigint, p_space.currency)
      then
        raise exception using errcode = 'PT409', detail = 'price_changed',
          message = 'The price of this space has just changed. Please check the new price';
      end if;
      if exists (
        select from jsonb_to_recordset(coalesce(p_quote -> 'extras', '[]'))
          as chosen (id uuid, name text, price numeric, unit text)
        where not exists (
          select from public.space_extras extras
          where extras.id = chosen.id and extras.space_id = p_space.id
            and extras.name = chosen.name and extras.price = chosen.price
            and extras.unit = chosen.unit)
      ) then
        raise exception using errcode = 'PT409', detail = 'extras_changed',
          message = 'The extras of this space have just changed. Please choose them again';
      end if;
      if p_policy <> p_space.cancellation_policy then
        raise exception using errcode = 'PT409', detail = 'policy_changed',
          message = format('The cancellation policy of this space has just changed to %s. Please '
            'check the new terms', p_space.cancellation_policy);
      end if;
      if p_guest_count > p_space.capacity then
        raise exception using errcode = 'PT409', detail = 'too_many_guests',
          message = format('This space holds at most %s people', p_space.capacity);
      end if;
    end
  $$;

-- Ends open payments, whose PaymentIntents the caller has cancelled at Stripe, and releases their
-- holds. Locks the payments in the order of their ids, so that concurrent checkouts cannot
-- deadlock.
create function public.release_payments(p_ids uuid[]) returns void
  language plpgsql set search_path = '' as $$
    begin
      perform from public.payments where id = any (p_ids) order by id for update;
      update public.payments set status = 'abandoned', guest_message = ''
      where id = any (p_ids) and status = 'open';
      update public.space_availability set active = false
      where active
        and kind = 'hold'
        and id in (select hold_id from public.payments where id = any (p_ids));
    end
  $$;

revoke execute on function
  public.refuse_changed_offer, public.refuse_many_free_bookings, public.release_payments
from public, anon, authenticated;

-- Returns a space if the user may book it for [p_start, p_end). Raises space_not_found, own_space,
-- space_unavailable or an error code that span_problem returns.
create or replace function public.bookable_space(
  p_space_id uuid, p_user_id uuid, p_start timestamptz, p_end timestamptz
) returns public.spaces
  language plpgsql stable security definer set search_path = '' as $$
    declare
      space public.spaces;
    begin
      select * into space from public.spaces where id = p_space_id;
      if not found then
        raise exception using errcode = 'PT404', detail = 'space_not_found',
          message = 'Space not found';
      end if;
      if space.user_id = p_user_id then
        raise exception using errcode = 'PT403', detail = 'own_space',
          message = 'You cannot book your own space';
      end if;
      -- Precedes the later checks, whose errors would reveal prices or times of an unlisted space.
      if not space.is_listed then
        raise exception using errcode = 'PT409', detail = 'space_unavailable',
          message = 'This space is temporarily unavailable';
      end if;
      perform public.check_bookable_span(space, p_start, p_end);
      return space;
    end
  $$;

create or replace function public.begin_checkout(
  p_space_id uuid, p_user_id uuid, p_start timestamptz, p_end timestamptz, p_quote jsonb,
  p_guest_count integer default 1, p_policy text default null,
  p_abandoned uuid[] default '{}'
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      space public.spaces;
      payment public.payments;
      replaced uuid[];
      new_hold_id uuid;
      hold_ends_at timestamptz := now() + interval '15 minutes';
      held_until timestamptz;
      extensions integer;
      chosen_extras constant jsonb := coalesce(p_quote -> 'extras', '[]');
      most_holds constant integer := 5;
      most_extensions constant integer := 2;
      buffer interval;
      needs_answer boolean;
    begin
      -- Rejects a taken slot before locking anything, so that the requests of many guests for one
      -- slot do not wait for each other.
      space := public.bookable_space(p_space_id, p_user_id, p_start, p_end);
      perform public.refuse_taken_time(space, p_user_id, p_start, p_end);

      -- Serializes a user's checkouts, so that the second request of a double click finds the hold
      -- of the first.
      perform pg_advisory_xact_lock(hashtextextended('checkout:' || p_user_id::text, 0));

      -- The lock makes changes of the space and of its booking rules wait for this transaction.
      perform from public.spaces where id = p_space_id for share;
      space := public.bookable_space(p_space_id, p_user_id, p_start, p_end);
      buffer := space.buffer_minutes * interval '1 minute';
      needs_answer := public.needs_answer(space, p_user_id);
      perform public.refuse_changed_offer(
        space, p_user_id, p_start, p_end, p_quote, p_guest_count, p_policy);

      select payments.* into payment
      from public.payments
      join public.space_availability holds on holds.id = payments.hold_id
      where payments.user_id = p_user_id
        and payments.space_id = p_space_id
        and payments.extends_booking_id is null
        and payments.status = 'open'
        and payments.start_time = p_start
        and payments.end_time = p_end
        and payments.total_minor = (p_quote ->> 'totalMinor')::bigint
        and payments.guest_count = p_guest_count
        and payments.extras = chosen_extras
        and payments.is_request = needs_answer
        and payments.cancellation_policy = space.cancellation_policy
        and holds.active
        and holds.expires_at > now()
      -- Waits for a concurrent confirmation, which turns the hold into a booking.
      for update of payments;
      if found then
        if payment.hold_extensions < most_extensions then
          update public.payments set hold_extensions = hold_extensions + 1 where id = payment.id
          returning * into payment;
          update public.space_availability
          set expires_at = greatest(expires_at, hold_ends_at)
          where id = payment.hold_id
          returning expires_at into hold_ends_at;
        else
          select expires_at into hold_ends_at from public.space_availability
          where id = payment.hold_id;
        end if;
        return to_jsonb(payment) || jsonb_build_object('expires_at', hold_ends_at,
          'can_extend', payment.hold_extensions < most_extensions);
      end if;

      select coalesce(array_agg(id), '{}') into replaced
      from public.conflicting_payments(p_space_id, p_user_id, p_start, p_end + buffer);

      if (p_quote ->> 'totalMinor')::bigint = 0 then
        perform public.refuse_many_free_bookings(p_user_id);
      end if;
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
          message = format('You have %s unfinished checkouts. Please finish one of them, or wait '
            'until they expire', most_holds);
      end if;

      if not replaced <@ p_abandoned then
        return jsonb_build_object('replaces', (
          select jsonb_agg(to_jsonb(payments) order by array_position(replaced, id))
          from public.payments
          where id = any (replaced) and id <> all (p_abandoned)));
      end if;

      select max(payments.hold_extensions) + 1, max(holds.expires_at) into extensions, held_until
      from public.payments
      join public.space_availability holds on holds.id = payments.hold_id
      where payments.id = any (replaced || p_abandoned)
        and payments.user_id = p_user_id
        and holds.expires_at > now();
      if extensions > most_extensions then
        extensions := most_extensions;
        hold_ends_at := held_until;
      end if;

      perform public.release_payments(replaced);
      new_hold_id := public.take_slot(
        p_space_id, p_start, p_end, 'hold', hold_ends_at, null, nullif(p_end + buffer, p_end));
      if new_hold_id is null then
        perform public.refuse_taken_time(space, p_user_id, p_start, p_end);
        raise exception using errcode = 'PT409', detail = 'slot_taken',
          message = 'This time slot is not available';
      end if;

      insert into public.payments (
        user_id, space_id, hold_id, start_time, end_time, buffer_minutes, guest_count, extras, price_lines, price_rules, currency,
        rental_minor,
        platform_fee_percentage, platform_fee_minor, total_minor,
        host_commission_percentage, host_commission_minor, host_share_minor,
        cancellation_policy, time_zone, is_request, hold_extensions
      ) values (
        p_user_id, p_space_id, new_hold_id, p_start, p_end, space.buffer_minutes, p_guest_count, chosen_extras,
        coalesce(p_quote -> 'priceLines', '[]'), public.price_rules_of(space), p_quote ->> 'currency',
        (p_quote ->> 'rentalMinor')::bigint,
        (p_quote ->> 'platformFeePercentage')::numeric,
        (p_quote ->> 'platformFeeMinor')::bigint,
        (p_quote ->> 'totalMinor')::bigint,
        (p_quote ->> 'hostCommissionPercentage')::numeric,
        (p_quote ->> 'hostCommissionMinor')::bigint,
        (p_quote ->> 'hostShareMinor')::bigint,
        space.cancellation_policy, space.time_zone, needs_answer, coalesce(extensions, 0)
      ) returning * into payment;
      return to_jsonb(payment) || jsonb_build_object('expires_at', hold_ends_at,
        'can_extend', payment.hold_extensions < most_extensions);
    end
  $$;

-- Computed column of bookings: what remains of all payments of a booking after refunds and lost
-- disputes, in minor units. Null if the caller is not an admin.
create function public.booking_refundable_minor(booking public.bookings) returns bigint
  language sql stable security definer set search_path = '' as $$
    select coalesce(sum(public.refundable_minor(paid)), 0)::bigint
    from public.booking_payments(booking.id) as paid
    having (select public.is_admin())
  $$;

revoke execute on function public.booking_refundable_minor from public, anon;

create or replace function public.cancel_booking(
  p_booking_id uuid, p_user_id uuid, p_refund_minor bigint, p_host_share_minor bigint,
  p_start timestamptz default null, p_total_minor bigint default null
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      booking public.bookings;
      payment public.payments;
    begin
      -- Locks the payment before the booking, like every payment function, to avoid deadlocks.
      select * into payment from public.payments where booking_id = p_booking_id for update;
      select * into booking from public.bookings
      where id = p_booking_id and user_id = p_user_id for update;
      if not found then
        raise exception using errcode = 'PT404', detail = 'booking_not_found',
          message = 'Booking not found';
      end if;
      if booking.status = 'confirmed' then
        if booking.start_time <= now() then
          raise exception using errcode = 'PT409', detail = 'booking_started',
            message = 'This booking has already started and can no longer be cancelled';
        end if;
        if p_start <> booking.start_time
          or p_total_minor <> public.to_minor(booking.total_price, booking.currency) then
          raise exception using errcode = 'PT409', detail = 'booking_changed',
            message = 'This booking has just changed. Please check the new terms';
        end if;
        update public.bookings
        set status = 'cancelled', cancelled_at = now(), cancelled_by = 'guest'
        where id = booking.id;
        perform public.free_slot(booking.id);
        update public.payouts set agreed_minor = p_host_share_minor where booking_id = booking.id;
        perform public.owe_refund(booking.id, p_refund_minor, 'cancelled_by_guest');
        if payment.id is not null then
          perform public.settle_payment(payment.id);
        end if;
      elsif booking.status <> 'cancelled' then
        raise exception using errcode = 'PT409', detail = 'booking_not_confirmed',
          message = 'This booking is not confirmed, so it can’t be cancelled';
      end if;

      return jsonb_build_object(
        'payment_id', payment.id,
        'currency', booking.currency,
        'total_minor', public.to_minor(booking.total_price, booking.currency),
        'refund_minor', coalesce((
          select sum(refunds.amount_minor) from public.refunds
          join public.booking_payments(booking.id) paid on paid.id = refunds.payment_id
          where reason like 'cancelled_by_%'), 0));
    end
  $$;

-- If the next day is closed, a booking ends by midnight.
create or replace function public.opening_hours_on(
  p_space_id uuid, p_date date, out first_start integer, out last_start integer, out out_by integer
)
  language plpgsql stable set search_path = '' as $$
    begin
      select hours.first_start, hours.last_start, hours.out_by
      into opening_hours_on.first_start, opening_hours_on.last_start, opening_hours_on.out_by
      from (
        select 1 as rank, exceptions.first_start, exceptions.last_start, exceptions.out_by
        from public.space_date_exceptions as exceptions
        where exceptions.space_id = p_space_id and exceptions.date = p_date
        union all
        select 2, weekdays.first_start, weekdays.last_start, weekdays.out_by
        from public.space_opening_hours as weekdays
        where weekdays.space_id = p_space_id and weekdays.weekday = extract(dow from p_date)
        union all
        select 3, 9, 21, null
      ) as hours
      order by hours.rank
      limit 1;
      if opening_hours_on.first_start is not null and opening_hours_on.out_by is null and coalesce(
        (
          select exceptions.first_start is null from public.space_date_exceptions as exceptions
          where exceptions.space_id = p_space_id and exceptions.date = p_date + 1
        ),
        (
          select weekdays.first_start is null from public.space_opening_hours as weekdays
          where weekdays.space_id = p_space_id and weekdays.weekday = extract(dow from p_date + 1)
        ),
        false)
      then
        opening_hours_on.out_by := 24;
      end if;
    end
  $$;

create or replace function public.extension_offer(p_booking_id uuid, p_user_id uuid, p_hours integer)
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

-- The message of an abandoned checkout is deleted.
create or replace function public.abandon_payment(
  p_payment_id uuid, p_event_id text default null, p_event_type text default null,
  p_only_without_intent boolean default false
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      payment public.payments;
    begin
      perform public.record_webhook_event(p_event_id, p_event_type);
      perform public.locked_payment(p_payment_id);
      update public.payments set status = 'abandoned', guest_message = ''
      where id = p_payment_id
        and status in ('open', 'authorized')
        and not (p_only_without_intent and stripe_payment_intent_id is not null)
      returning * into payment;
      if not found then return; end if;
      update public.bookings
      set status = 'expired', answer = coalesce(answer, 'expired'),
        answered_at = coalesce(answered_at, now())
      where id = payment.booking_id and status = 'requested';
      update public.space_availability set active = false
      where id = payment.hold_id and kind in ('hold', 'request');
      if payment.change_id is not null then
        perform public.end_unpaid_change(payment.change_id);
      end if;
    end
  $$;

create or replace function public.confirm_booking(
  p_payment_id uuid, p_charge_id text, p_amount_minor bigint, p_currency text,
  p_event_id text default null, p_event_type text default null,
  p_payment_intent_id text default null, p_intent_created_at timestamptz default null
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      payment public.payments;
      confirmed_id uuid;
      is_confirmed boolean;
    begin
      perform public.record_webhook_event(p_event_id, p_event_type);

      payment := public.locked_payment(p_payment_id);
      if payment.id is null then
        raise exception using errcode = 'PT404', detail = 'payment_not_found',
          message = 'Payment not found';
      end if;
      if payment.status = 'paid' then
        select status <> 'expired' and (answer is null or answer = 'accepted') into is_confirmed
        from public.bookings where id = payment.booking_id;
        return jsonb_build_object(
          'outcome', case when is_confirmed then 'confirmed' else 'refund_due' end,
          'booking_id', payment.booking_id,
          'payment_id', payment.id);
      end if;
      -- Stores the PaymentIntent's id again. Refunds need the id, but a crash or a restored backup
      -- may have lost it.
      if payment.stripe_payment_intent_id is null and p_payment_intent_id is not null then
        perform public.attach_payment_intent(
          p_payment_id, p_payment_intent_id, p_intent_created_at);
      end if;
      if p_amount_minor <> payment.total_minor or upper(p_currency) <> payment.currency then
        raise exception using errcode = 'PT409', detail = 'amount_mismatch',
          message = 'The amount paid is not the amount of this booking';
      end if;
      if payment.change_id is not null then
        return public.record_paid_change(payment, p_charge_id);
      end if;

      if payment.end_time <= now() then
        -- A booking or extension whose time is over is not confirmed, because the guest did not
        -- know that it was booked. If the time has started but not ended, it is confirmed, because
        -- the guest may be in the space.
        update public.space_availability set active = false
        where id = payment.hold_id and active and kind in ('hold', 'request');
        update public.bookings
        set status = 'expired', answer = coalesce(answer, 'expired'),
          answered_at = coalesce(answered_at, now())
        where id = payment.booking_id and status = 'requested';
      elsif payment.status = 'authorized' then
        -- If the payment of a booking request was captured in the Stripe dashboard, the request
        -- counts as accepted.
        update public.bookings
        set status = 'confirmed', answer = 'accepted', answered_at = coalesce(answered_at, now())
        where id = payment.booking_id and status = 'requested'
        returning id into confirmed_id;
        update public.space_availability set kind = 'booking'
        where booking_id = confirmed_id and active;
      else
        confirmed_id := public.book_slot(payment, 'confirmed', p_charge_id);
      end if;

      update public.payments
      set status = 'paid', paid_at = now(), stripe_charge_id = p_charge_id
      where id = payment.id and status <> 'paid';

      if confirmed_id is null then
        if payment.total_minor > 0 then
          perform public.record_in_ledger(payment, 'charge', p_amount_minor, p_charge_id);
          insert into public.refunds (payment_id, amount_minor, currency, reason)
          values (payment.id, payment.total_minor, payment.currency,
            case
              when payment.booking_id is not null then 'request_ended'
              when payment.end_time <= now() then 'paid_too_late'
              else 'slot_taken'
            end);
          perform public.settle_payment(payment.id);
        end if;
        return jsonb_build_object(
          'outcome', 'refund_due', 'booking_id', payment.booking_id, 'payment_id', payment.id);
      end if;

      if p_amount_minor > 0 then
        perform public.record_charge(payment, confirmed_id, p_amount_minor, p_charge_id);
      end if;
      insert into public.payouts (booking_id, host_id, amount_minor, currency, due_at)
      select confirmed_id, spaces.user_id, payment.host_share_minor, payment.currency,
        payment.end_time + interval '24 hours'
      from public.spaces
      where spaces.id = payment.space_id and payment.host_share_minor > 0;
      return jsonb_build_object(
        'outcome', 'confirmed', 'booking_id', confirmed_id, 'payment_id', payment.id);
    end
  $$;

create or replace function public.booking_of_intent(
  p_payment_intent_id text, p_event_id text default null, p_event_type text default null
) returns table (id uuid, user_id uuid)
  language sql set search_path = '' as $$
    with booking as (
      select bookings.id, bookings.user_id
      from public.payments
      join public.bookings on bookings.id = payments.booking_id
      where payments.stripe_payment_intent_id = p_payment_intent_id
        and payments.status = 'paid'
        and bookings.status <> 'expired'
        and (bookings.answer is null or bookings.answer = 'accepted')
    ),
    recorded as (
      insert into public.webhook_events (id, type)
      select p_event_id, p_event_type from booking where p_event_id is not null
      on conflict (id) do nothing
    )
    select id, user_id from booking
  $$;

create or replace function public.begin_extension(
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

create or replace function public.start_conversation(p_space_id uuid, p_booking_id uuid default null)
  returns uuid
  language plpgsql security definer set search_path = '' as $$
    declare
      caller constant uuid := (select auth.uid());
      space public.spaces;
      guest uuid := caller;
      found_id uuid;
    begin
      perform public.require_aal();
      if caller is null or not public.is_permanent_user() then
        raise exception using errcode = 'PT403', detail = 'account_needed',
          message = 'Please sign in to write to the host';
      end if;
      if public.is_account_deleted() then
        raise exception using errcode = 'PT403', detail = 'account_deleted',
          message = 'This account has been deleted';
      end if;
      select * into space from public.spaces where id = p_space_id;
      if p_booking_id is not null then
        select user_id into guest from public.bookings
        where id = p_booking_id and space_id = p_space_id and caller in (user_id, space.user_id);
        if not found then
          raise exception using errcode = 'PT404', detail = 'booking_not_found',
            message = 'Booking not found';
        end if;
      end if;
      select id into found_id from public.conversations
      where space_id = p_space_id and guest_id = guest;
      if found then return found_id; end if;

      if space.id is null
        or p_booking_id is null and not space.is_listed
      then
        raise exception using errcode = 'PT404', detail = 'space_not_found',
          message = 'Space not found';
      end if;
      if space.user_id = guest then
        raise exception using errcode = 'PT409', detail = 'own_space',
          message = 'This is your own space';
      end if;
      perform public.use_daily_limit('conversations_per_day', 'too_many_conversations',
        'You can write to the hosts of %s spaces a day');
      insert into public.conversations (space_id, guest_id, host_id)
      values (space.id, guest, space.user_id)
      on conflict (space_id, guest_id) do nothing
      returning id into found_id;
      -- A concurrent call has created the conversation.
      if found_id is null then
        select id into found_id from public.conversations
        where space_id = p_space_id and guest_id = guest;
      end if;
      return found_id;
    end
  $$;

-- Inserts a message of the guest or host into a conversation that the caller has locked, and marks
-- the conversation as read by the author. p_is_question says whether a first message of the guest
-- counts for the host's response rate.
create function public.add_message(
  p_conversation public.conversations, p_id uuid, p_author_id uuid, p_body text,
  p_attachments jsonb default '[]', p_is_question boolean default true
) returns void
  language plpgsql set search_path = '' as $$
    declare
      at constant timestamptz := greatest(
        clock_timestamp(), p_conversation.last_message_at + interval '1 microsecond');
    begin
      insert into public.messages (id, conversation_id, author_id, body, attachments, created_at)
      values (p_id, p_conversation.id, p_author_id, p_body, p_attachments, at);
      update public.conversations
      set last_message_at = at, last_author_id = p_author_id,
        guest_read_at = case when p_author_id = guest_id then at else guest_read_at end,
        host_read_at = case when p_author_id = host_id then at else host_read_at end,
        asked_at = case
          when p_is_question and last_message_at is null and p_author_id = guest_id then at
          else asked_at end,
        answered_at = case when p_author_id = host_id and asked_at is not null
          then coalesce(answered_at, at) else answered_at end
      where id = p_conversation.id;
    end
  $$;

create or replace function public.send_message(
  p_id uuid, p_conversation_id uuid, p_body text, p_attachments jsonb default '[]'
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      caller constant uuid := (select auth.uid());
      conversation public.conversations := public.own_conversation(p_conversation_id);
      body constant text := coalesce(trim(p_body, E' \t\r\n'), '');
      other uuid;
      files jsonb;
    begin
      -- The lock serializes concurrent messages in the same conversation.
      select * into conversation from public.conversations
      where id = conversation.id for update;
      other := case when caller = conversation.guest_id then conversation.host_id
        else conversation.guest_id end;
      if exists (
        select from public.messages where id = p_id and author_id = caller
          and conversation_id = conversation.id
      ) then
        return;
      end if;
      perform public.refuse_banned_user(caller);
      if conversation.closed_at is not null or exists (
        select from public.profiles where id in (caller, other) and deleted_at is not null
      ) then
        raise exception using errcode = 'PT409', detail = 'conversation_closed',
          message = 'This conversation is closed';
      end if;
      if exists (
        select from public.user_blocks
        where user_id in (caller, other) and blocked_id in (caller, other)
      ) then
        raise exception using errcode = 'PT403', detail = 'conversation_blocked',
          message = 'You can’t write to each other. If you have a booking together, contact us';
      end if;
      if char_length(body) > 4000 or jsonb_typeof(p_attachments) <> 'array'
        or jsonb_array_length(p_attachments) > 6
        or body = '' and jsonb_array_length(p_attachments) = 0
      then
        raise exception using errcode = 'PT400', detail = 'bad_message',
          message = 'Please write up to 4,000 characters, with at most 6 files';
      end if;
      select coalesce(jsonb_agg(jsonb_build_object(
        'bucket', objects.bucket_id, 'path', objects.name,
        'name', left(coalesce(nullif(file ->> 'name', ''), 'File'), 120),
        'mime_type', objects.metadata ->> 'mimetype',
        'size', (objects.metadata ->> 'size')::bigint)), '[]')
      into files
      from jsonb_array_elements(p_attachments) as file
      join storage.objects on objects.bucket_id = file ->> 'bucket'
        and objects.name = file ->> 'path'
      where objects.bucket_id in ('message-images', 'message-files')
        and objects.owner_id = caller::text
        and starts_with(objects.name, conversation.id || '/');
      if jsonb_array_length(files) <> jsonb_array_length(p_attachments) then
        raise exception using errcode = 'PT400', detail = 'bad_message',
          message = 'Please upload each file first';
      end if;
      perform public.use_daily_limit('messages_per_day', 'too_many_messages',
        'You can send %s messages a day');

      perform public.add_message(conversation, p_id, caller, body, files);
    end
  $$;

-- Sends the message that a guest wrote at checkout to the host of the new booking. Sends nothing if
-- the conversation is closed or one side has blocked the other. The message does not count for the
-- host's response rate, because the booking does not depend on a reply.
create function public.send_checkout_message(payment public.payments) returns void
  language plpgsql set search_path = '' as $$
    declare
      conversation public.conversations;
    begin
      if payment.guest_message = '' then return; end if;
      insert into public.conversations (space_id, guest_id, host_id)
      select spaces.id, payment.user_id, spaces.user_id
      from public.spaces where id = payment.space_id
      on conflict (space_id, guest_id) do nothing;
      select * into conversation from public.conversations
      where space_id = payment.space_id and guest_id = payment.user_id for update;
      if conversation.closed_at is not null or exists (
        select from public.user_blocks
        where user_id in (conversation.guest_id, conversation.host_id)
          and blocked_id in (conversation.guest_id, conversation.host_id)
      ) then
        return;
      end if;
      perform public.add_message(
        conversation, gen_random_uuid(), payment.user_id, payment.guest_message,
        p_is_question => false);
    end
  $$;

revoke execute on function public.add_message, public.send_checkout_message
from public, anon, authenticated;

grant insert (id) on public.spaces to authenticated;

create or replace function public.own_favorite_lists() returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', favorite_lists.id,
          'name', favorite_lists.name,
          'share_key', favorite_lists.share_key,
          'space_ids', (
            select coalesce(
              jsonb_agg(favorites.space_id order by favorites.created_at desc, favorites.space_id),
              '[]')
            from public.favorites
            join public.spaces on spaces.id = favorites.space_id
            where favorites.list_id = favorite_lists.id and spaces.is_listed
          ),
          'unlisted', (
            select count(*) from public.favorites
            join public.spaces on spaces.id = favorites.space_id
            where favorites.list_id = favorite_lists.id and not spaces.is_listed
              and spaces.withdrawn_at is null
          )
        )
        order by favorite_lists.created_at, favorite_lists.id
      ),
      '[]')
    from public.favorite_lists
    where favorite_lists.user_id = (select auth.uid())
  $$;

create or replace function public.use_newsletter_token(p_token text, p_action text) returns text
  language plpgsql security definer set search_path = '' as $$
    declare
      subscription public.newsletter_subscriptions;
    begin
      select subscriptions.* into subscription
      from public.newsletter_tokens
      join public.newsletter_subscriptions subscriptions on subscriptions.id = subscription_id
      where token_hash = sha256(convert_to(p_token, 'UTF8'))
        and (p_action <> 'confirm' or action = 'confirm')
        and (expires_at is null or expires_at > now() or p_action = 'unsubscribe')
      for update of subscriptions;
      -- The subscription of this link was deleted. If the address has subscribed again, the emails
      -- of the new subscription contain other links.
      if not found and p_action = 'unsubscribe' then return 'gone'; end if;
      if not found then
        raise exception using errcode = 'PT410', detail = 'link_expired',
          message = 'This link is no longer valid. Please subscribe again';
      end if;

      if p_action = 'status' then return subscription.status; end if;
      if p_action = 'unsubscribe' then
        perform public.end_newsletter_subscription(subscription.email);
        return 'unsubscribed';
      end if;
      if subscription.status = 'pending' then
        update public.newsletter_subscriptions
        set status = 'confirmed', confirmed_at = now(), unsubscribed_at = null
        where id = subscription.id;
        perform public.queue_newsletter_mail(
          'newsletter-welcome', subscription.id, '{}', 'newsletter-welcome:' || gen_random_uuid());
      end if;
      return 'confirmed';
    end
  $$;

create or replace function public.mask_contacts(p_text text) returns text
  language sql immutable set search_path = '' as $$
    select regexp_replace(regexp_replace(regexp_replace(p_text,
      '[[:alnum:]._%+-]+\s?(@|\(at\)|\[at\])\s?[[:alnum:]-]+\s?(\.|\(dot\)|\[dot\])\s?[[:alnum:]-]+((\.|\s?(\(dot\)|\[dot\])\s?)[[:alnum:]-]+)*',
      '[hidden]', 'gi'),
      '(https?://|www\.)\S+|(?<![[:alnum:].@-])([[:alnum:]-]+\.)+(com|net|org|io|me|app|co|de|fr|es|it|nl|at|ch|uk|jp|kr|au|ca|eu|info|biz|link|page|site|online|shop|gg|ly)(?![[:alnum:]])(/\S*)?',
      '[hidden]', 'gi'),
      '(?<![[:alnum:]./:-])(?!\d{4}-\d\d-\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{4})(\+\d([ ()./-]{0,2}\d){6,14}|\(?\d([ ()./-]{0,2}\d){7,14})(?![[:alnum:]])',
      '[hidden]', 'g')
  $$;

-- Booking changes can change the number of people, which was not possible in 0.2.0.
alter table public.booking_changes
  add column old_guest_count integer,
  add column guest_count integer,
  add constraint booking_changes_guest_count_at_least_one check (guest_count >= 1);
update public.booking_changes
set old_guest_count = bookings.guest_count, guest_count = bookings.guest_count
from public.bookings
where bookings.id = booking_changes.booking_id;
alter table public.booking_changes
  alter column old_guest_count set not null,
  alter column guest_count set not null;

-- Servers running version 0.2.0 call these functions without p_guest_count.
drop function public.change_offer(uuid, uuid, timestamptz, timestamptz);
drop function public.propose_change(uuid, uuid, timestamptz, timestamptz, jsonb, bigint);

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

revoke execute on function public.change_offer, public.propose_change
from public, anon, authenticated;
grant execute on function public.change_offer, public.propose_change to service_role;

-- Returns null if the extended booking was cancelled while the guest paid. The caller then refunds
-- the payment of the extension.
create or replace function public.take_extension_slot(payment public.payments, p_booking_id uuid)
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

-- A booking change that ends no later than the booking keeps a buffer that a block has replaced.
create function public.buffered_end(booking public.bookings, p_end timestamptz) returns timestamptz
  language sql stable set search_path = '' as $$
    select least(p_end + booking.buffer_minutes * interval '1 minute', (
      select upper(during) from public.space_availability
      where booking_id = booking.id and active and kind = 'booking' and p_end <= booking.end_time))
  $$;

revoke execute on function public.buffered_end from public, anon, authenticated;

create or replace function public.require_free_slot(
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

create or replace function public.reserve_change(booking public.bookings, change public.booking_changes)
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

create or replace function public.end_unpaid_change(p_change_id uuid) returns void
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

create or replace function public.record_paid_change(payment public.payments, p_charge_id text) returns jsonb
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

create or replace function public.apply_change(booking public.bookings, change public.booking_changes)
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

create or replace function public.change_payment(booking public.bookings, change public.booking_changes)
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

create or replace function public.change_mail_data(p_change_id uuid) returns jsonb
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

create or replace function public.booking_history(p_booking_id uuid)
  returns table (at timestamptz, kind text, actor text, reason text, note text, amount_minor bigint)
  language plpgsql stable security definer set search_path = '' as $$
    #variable_conflict use_column
    begin
      perform public.require_aal();
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      return query
        with booking as (
          select bookings.*,
            coalesce(guests.full_name, guest_accounts.email, 'A former guest') as guest,
            coalesce(hosts.full_name, host_accounts.email, 'A former host') as host
          from public.bookings
          join public.spaces on spaces.id = bookings.space_id
          left join public.profiles guests on guests.id = bookings.user_id
          left join public.profiles hosts on hosts.id = spaces.user_id
          left join auth.users as guest_accounts on guest_accounts.id = bookings.user_id
          left join auth.users as host_accounts on host_accounts.id = spaces.user_id
          where bookings.id = p_booking_id
        ),
        events (at, kind, actor, reason, note, amount_minor) as (
          select created_at, case when answer_by is null then 'booked' else 'requested' end, guest,
            null, '', null::bigint
          from booking
          union all
          select answered_at,
            case when answer in ('declined', 'withdrawn') then answer || '_request' else answer end,
            case when answer in ('accepted', 'declined') then host else guest end, case when answer = 'declined' then cancel_reason end,
            case when answer = 'declined' then cancel_note else '' end, null
          from booking where answer is not null
          union all
          select cancelled_at, 'cancelled', guest, null, '', null
          from booking
          where cancelled_at is not null and coalesce(cancelled_by, 'guest') = 'guest'
            and answer is distinct from 'withdrawn'
          union all
          select changes.created_at, 'change_proposed',
            case changes.proposed_by when 'guest' then guest else host end,
            nullif(concat_ws(', ',
              case when times.new <> times.old
                then format('%s instead of %s', times.new, times.old)
              end,
              case when changes.guest_count <> changes.old_guest_count
                then format('%s %s instead of %s', changes.guest_count,
                  case changes.guest_count when 1 then 'person' else 'people' end,
                  changes.old_guest_count)
              end,
              case when changes.extras <> changes.old_extras then 'other extras' end), ''),
            '', nullif(changes.total_minor, changes.old_total_minor)
          from public.booking_changes as changes, booking
          cross join lateral (
            select
              to_char(changes.start_time at time zone booking.time_zone, moment)
                || to_char(changes.end_time at time zone booking.time_zone, ending) as new,
              to_char(changes.old_start_time at time zone booking.time_zone, moment)
                || to_char(changes.old_end_time at time zone booking.time_zone, ending) as old
            from (values ('Dy, Mon FMDD, FMHH12:MI AM', ' "–" FMHH12:MI AM'))
              as formats (moment, ending)
          ) as times
          where changes.booking_id = p_booking_id
          union all
          select changes.answered_at, 'change_' || changes.status, case
            when changes.status in ('expired', 'failed') then null
            when (changes.proposed_by = 'guest') = (changes.status = 'withdrawn') then guest
            else host end, null, '', null
          from public.booking_changes as changes, booking
          where changes.booking_id = p_booking_id and changes.answered_at is not null
          union all
          select extensions.created_at, 'extended', guest, null, '', null
          from public.bookings as extensions, booking
          where extensions.extends_booking_id = p_booking_id
          union all
          select reviews.created_at, 'reviewed', guest, null, reviews.comment, null
          from public.reviews, booking where reviews.booking_id = p_booking_id
          union all
          select events.created_at, events.action,
            coalesce(actors.full_name, actor_accounts.email, 'A former user'),
            coalesce(problems.kind, events.reason), events.note, events.amount_minor
          from public.booking_problem_events as events
          left join public.booking_problems as problems on problems.id = events.problem_id
          left join public.profiles as actors on actors.id = events.actor_id
          left join auth.users as actor_accounts on actor_accounts.id = events.actor_id
          where events.booking_id = p_booking_id
          union all
          select actions.created_at, actions.action,
            case when actions.admin_id is not null
              then coalesce(admins.full_name, admin_accounts.email, 'A former admin') end,
            actions.details ->> 'template', actions.reason, null
          from public.admin_actions as actions
          left join public.profiles as admins on admins.id = actions.admin_id
          left join auth.users as admin_accounts on admin_accounts.id = actions.admin_id
          where actions.target_type = 'booking' and actions.target_id = p_booking_id::text
            and actions.action <> 'booking.cancel' and actions.action not like 'problem.%'
        )
        select * from events order by at desc, kind;
    end
  $$;

-- A ban expires the sessions of the user instead of deleting them.
create or replace function public.admin_user(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      return (
        select jsonb_build_object(
          'id', people.id, 'email', accounts.email,
          'email_confirmed_at', accounts.email_confirmed_at, 'phone', nullif(accounts.phone, ''),
          'full_name', people.full_name, 'is_admin', people.is_admin,
          'created_at', people.created_at, 'last_sign_in_at', accounts.last_sign_in_at,
          'banned_until', accounts.banned_until, 'deleted_at', people.deleted_at,
          'sign_in_methods', (
            select coalesce(jsonb_agg(distinct provider), '[]')
            from auth.identities where user_id = people.id),
          'second_factors', (
            select count(*) from auth.mfa_factors where user_id = people.id and status = 'verified'),
          'sessions', (
            select count(*) from auth.sessions
            where user_id = people.id and (not_after is null or not_after > now())),
          'listings', (
            select coalesce(jsonb_agg(jsonb_build_object(
              'id', spaces.id, 'slug', spaces.slug, 'title', title, 'available', available,
              'is_hidden', hidden_at is not null)
              order by created_at desc), '[]')
            from public.spaces where user_id = people.id and withdrawn_at is null),
          'bookings', (select count(*) from public.bookings where user_id = people.id),
          'hosted_bookings', (
            select count(*) from public.bookings
            join public.spaces on spaces.id = bookings.space_id
            where spaces.user_id = people.id),
          'payouts_ready', people.stripe_onboarding_complete,
          'payout_country', (
            select country from public.host_accounts where host_id = people.id))
        from public.profiles as people
        left join auth.users as accounts on accounts.id = people.id
        where people.id = p_user_id);
    end
  $$;

-- Pages of 0.2.0 that are still open in a browser call ban_user without p_hide_listings.
drop function public.ban_user(uuid, timestamptz, text);

create function public.ban_user(
  p_user_id uuid, p_until timestamptz, p_reason text, p_hide_listings boolean default false
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      space record;
      hidden_titles text[] := '{}';
    begin
      perform public.check_user_action(p_user_id, p_reason);
      -- Updates the user before its sessions, in the lock order of the auth service.
      update auth.users set banned_until = p_until, updated_at = now() where id = p_user_id;
      -- Expires the sessions instead of deleting them, so that the auth service answers their next
      -- token refresh with user_banned.
      if p_until > now() then
        update auth.sessions set not_after = now()
        where user_id = p_user_id and (not_after is null or not_after > now());
        if p_hide_listings then
          for space in
            update public.spaces set hidden_at = now()
            where user_id = p_user_id and withdrawn_at is null and hidden_at is null
            returning id, title
          loop
            perform public.record_admin_action('space.hide', 'space', space.id::text, p_reason);
            hidden_titles := hidden_titles || space.title;
          end loop;
          if hidden_titles <> '{}' then
            perform public.notify(
              p_user_id, 'listings-hidden', '/my-listings',
              jsonb_build_object(
                'space_title', array_to_string(hidden_titles, ', '),
                'count', cardinality(hidden_titles), 'reason', trim(p_reason)),
              format('listings-hidden:%s:%s', p_user_id, clock_timestamp()));
          end if;
        end if;
      end if;
      perform public.record_admin_action(
        case when p_until > now() then 'user.ban' else 'user.unban' end, 'user', p_user_id::text,
        p_reason, jsonb_build_object('until', p_until));
    end
  $$;

revoke execute on function public.ban_user from public, anon, authenticated;
grant execute on function public.ban_user to authenticated;

create or replace function public.check_new_space_type() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      caller constant uuid := (select auth.uid());
    begin
      -- Does not check rows inserted by the server, which acts without a user.
      if caller is null then return new; end if;
      if public.is_account_deleted() then
        raise exception using errcode = 'PT403', detail = 'account_deleted',
          message = 'This account has been deleted';
      end if;
      if not exists (
        select from auth.sessions
        where sessions.user_id = caller and sessions.id::text = auth.jwt() ->> 'session_id'
          and (sessions.not_after is null or sessions.not_after > now())
      ) then
        raise exception using errcode = 'PT401', detail = 'session_not_found',
          message = 'Your session has ended. Please sign in again';
      end if;
      if public.is_permanent_user() and public.verified_email(caller) is null then
        raise exception using errcode = 'PT403', detail = 'email_not_verified',
          message = 'Please verify your email first';
      end if;
      perform public.use_daily_limit('space_types_per_day', 'too_many_space_types',
        'You can add %s space types a day');
      return new;
    end
  $$;

-- The audit log stores at most 2,000 characters of a reason.
create or replace function public.record_admin_action(
  p_action text, p_target_type text, p_target_id text, p_reason text default '',
  p_details jsonb default '{}', p_admin_id uuid default null
) returns void
  language sql set search_path = '' as $$
    insert into public.admin_actions (admin_id, action, target_type, target_id, reason, details)
    values (coalesce(p_admin_id, auth.uid()), p_action, p_target_type, p_target_id,
      -- A cancellation joins its reason and its message, which can exceed the limit.
      left(trim(coalesce(p_reason, '')), 2000), p_details)
  $$;

-- The audit log shows amounts and bookings, and admins filter it by admin.
drop function public.audit_log(text, text, bigint, integer);

create function public.audit_log(
  p_action text default null, p_target text default null, p_before bigint default null,
  p_limit integer default 50, p_admin uuid default null,
  p_is_command_line boolean default false
) returns table (
    id bigint, created_at timestamptz, admin text, action text, target_type text, target_id text,
    target text, booking_id uuid, amount_minor bigint, currency text, reason text, details jsonb
  )
  language plpgsql stable security definer set search_path = ''
  set plan_cache_mode = force_custom_plan as $$
    #variable_conflict use_column
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      return query
        with log as (
          select actions.*,
            case when actions.target_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
              then actions.target_id::uuid end as target_uuid
          from public.admin_actions as actions
          where (p_action is null or actions.action = p_action)
            and (p_target is null or actions.target_id = p_target)
            and (p_admin is null or actions.admin_id = p_admin)
            and (not p_is_command_line or actions.admin_id is null)
            and (p_before is null or actions.id < p_before)
          order by actions.id desc
          limit least(greatest(p_limit, 1), 100)
        )
        select log.id, log.created_at, case when log.admin_id is null then null
            else coalesce(admins.full_name, admin_accounts.email, 'A former admin') end, log.action,
          log.target_type, log.target_id, case log.target_type
            when 'user' then (select coalesce(full_name, accounts.email, 'A user')
              from public.profiles
              left join auth.users as accounts on accounts.id = profiles.id
              where profiles.id = log.target_uuid)
            else spaces.title
          end, bookings.id,
          coalesce(
            (log.details ->> 'amount_minor')::bigint, (log.details ->> 'refund_minor')::bigint,
            refunds.amount_minor, disputes.amount_minor,
            differences.stripe_minor - differences.ledger_minor),
          coalesce(
            refunds.currency, payouts.currency, disputes.currency, differences.currency,
            bookings.currency)::text,
          log.reason, log.details
        from log
        left join public.profiles as admins on admins.id = log.admin_id
        left join auth.users as admin_accounts on admin_accounts.id = log.admin_id
        left join public.refunds on log.target_type = 'refund' and refunds.id = log.target_uuid
        left join public.payouts on log.target_type = 'payout' and payouts.id = log.target_uuid
        left join public.reviews on log.target_type = 'review' and reviews.id = log.target_uuid
        left join public.disputes on log.target_type = 'dispute' and disputes.id = log.target_id
        left join public.reconciliation_differences as differences
          on differences.id = case log.target_type
            when 'difference' then log.target_id::bigint end
        left join public.conversations
          on log.target_type = 'conversation' and conversations.id = log.target_uuid
        left join public.payments as paid
          on paid.id = coalesce(refunds.payment_id, disputes.payment_id, differences.payment_id)
        left join public.booking_changes as changes on changes.id = paid.change_id
        left join public.bookings on bookings.id = coalesce(
          payouts.booking_id, reviews.booking_id, differences.booking_id, paid.booking_id,
          changes.booking_id, case log.target_type when 'booking' then log.target_uuid end)
        left join public.spaces on spaces.id = coalesce(
          bookings.space_id, paid.space_id, conversations.space_id,
          case log.target_type when 'space' then log.target_uuid end)
        order by log.id desc;
    end
  $$;

create function public.audit_admins() returns table (id uuid, name text)
  language plpgsql stable security definer set search_path = '' as $$
    #variable_conflict use_column
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      return query
        select admins.id, coalesce(admins.full_name, accounts.email, 'A former admin') as name
        from public.profiles as admins
        left join auth.users as accounts on accounts.id = admins.id
        where admins.id in (select admin_id from public.admin_actions)
        order by name, id;
    end
  $$;

revoke execute on function public.audit_log, public.audit_admins from public, anon, authenticated;
grant execute on function public.audit_log, public.audit_admins to authenticated;

-- A kind of problem with a booking can be reported only three times.
create or replace function public.report_problem(
  p_booking_id uuid, p_kind text, p_details text, p_claimed_minor bigint default null,
  p_photos text[] default '{}'
) returns uuid
  language plpgsql security definer set search_path = '' as $$
    declare
      caller constant uuid := (select auth.uid());
      payment public.payments;
      booking public.bookings;
      problem_id uuid;
      is_host boolean;
    begin
      perform public.require_aal();
      -- Locks the payment before the booking, like every payment function, to avoid deadlocks.
      select * into payment from public.payments where booking_id = p_booking_id for update;
      select * into booking from public.bookings where id = p_booking_id for update;
      is_host := exists (
        select from public.spaces where id = booking.space_id and user_id = caller);
      if caller is null or booking.id is null or not (is_host or booking.user_id = caller) then
        raise exception using errcode = 'PT404', detail = 'booking_not_found',
          message = 'Booking not found';
      end if;
      if booking.status <> 'confirmed' then
        raise exception using errcode = 'PT409', detail = 'booking_not_confirmed',
          message = 'This booking is not confirmed, so there is nothing to report';
      end if;
      if is_host <> (p_kind in ('no_show', 'damage')) or now() < booking.start_time
        or now() > (case p_kind
          when 'not_as_described' then booking.start_time + interval '24 hours'
          when 'damage' then booking.end_time + interval '48 hours'
          else booking.end_time + interval '24 hours'
        end)
      then
        raise exception using errcode = 'PT409', detail = 'problem_not_reportable',
          message = 'This can’t be reported at this time';
      end if;
      if (
        select count(*) from public.booking_problems
        where booking_id = booking.id and kind = p_kind and status = 'withdrawn'
      ) >= 3 then
        raise exception using errcode = 'PT409', detail = 'too_many_problems',
          message = 'You have withdrawn this report three times. Please contact us';
      end if;
      if coalesce(char_length(trim(p_details)), 0) not between 10 and 2000 then
        raise exception using errcode = 'PT400', detail = 'bad_problem',
          message = 'Please describe what happened in 10 to 2,000 characters';
      end if;
      if p_kind = 'damage' and coalesce(p_claimed_minor, 0) not between 1 and 100000000 then
        raise exception using errcode = 'PT400', detail = 'bad_problem',
          message = 'Please enter the amount of the damage';
      end if;
      if cardinality(p_photos) > 8 or exists (
        select from unnest(p_photos) as photo
        where not exists (
          select from storage.objects
          where bucket_id = 'booking-problems' and name = photo
            and owner_id = caller::text and starts_with(name, booking.id || '/'))
      ) then
        raise exception using errcode = 'PT400', detail = 'bad_problem',
          message = 'Please attach at most 8 photos, and upload each of them first';
      end if;

      insert into public.booking_problems
        (booking_id, user_id, kind, details, photos, claimed_minor, status)
      values (booking.id, caller, p_kind, trim(p_details), p_photos,
        case when p_kind = 'damage' then p_claimed_minor end,
        case when p_kind = 'no_show' then 'recorded' else 'open' end)
      on conflict (booking_id, kind) where (status <> 'withdrawn') do nothing
      returning id into problem_id;
      if problem_id is null then
        raise exception using errcode = 'PT409', detail = 'problem_reported',
          message = 'You have already reported this';
      end if;
      insert into public.booking_problem_events
        (booking_id, problem_id, actor_id, action, amount_minor, reason)
      values (booking.id, problem_id, caller, 'reported',
        case when p_kind = 'damage' then p_claimed_minor end, p_kind);
      if payment.id is not null then
        perform public.settle_payment(payment.id);
      end if;
      return problem_id;
    end
  $$;

create or replace function public.decide_problem(
  p_problem_id uuid, p_admin_id uuid, p_is_upheld boolean, p_note text,
  p_percentage integer default null, p_amount_minor bigint default null
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      problem public.booking_problems;
      payment public.payments;
      decision constant text := case when p_is_upheld then 'upheld' else 'declined' end;
      amount bigint;
      left_minor bigint;
    begin
      problem := public.lock_problem(p_problem_id);
      if not exists (select from public.profiles where id = p_admin_id and is_admin) then
        raise exception using errcode = 'PT404', detail = 'problem_not_found',
          message = 'This report no longer exists';
      end if;
      select * into payment from public.payments where booking_id = problem.booking_id;
      if problem.status = 'open' then
        if coalesce(char_length(trim(p_note)), 0) not between 1 and 2000
          or p_is_upheld and problem.kind = 'not_as_described'
            and coalesce(p_percentage, 0) not between 1 and 100
          or p_is_upheld and problem.kind = 'damage'
            and coalesce(p_amount_minor, 0) not between 1 and problem.claimed_minor
        then
          raise exception using errcode = 'PT400', detail = 'bad_decision',
            message = 'Please give a reason, and an amount within the claim';
        end if;
        if p_is_upheld then
          select coalesce(sum(public.refundable_minor(paid)), 0) into left_minor
          from public.booking_payments(problem.booking_id) as paid;
          amount := case problem.kind
            when 'damage' then p_amount_minor
            when 'no_access' then left_minor
            else least(
              (
                select round(public.to_minor(total_price, currency) * p_percentage / 100.0)::bigint
                from public.bookings where id = problem.booking_id
              ),
              left_minor)
          end;
        end if;
        update public.booking_problems
        set status = decision, decided_at = now(), decided_minor = coalesce(amount, case
            when p_is_upheld then 0 end), decision_note = trim(p_note)
        where id = problem.id returning * into problem;
        if amount > 0 and problem.kind <> 'damage' then
          perform public.owe_refund(problem.booking_id, amount, problem.kind);
        end if;
        insert into public.booking_problem_events
          (booking_id, problem_id, actor_id, action, amount_minor, reason, note)
        values (problem.booking_id, problem.id, p_admin_id, decision, amount, problem.kind,
          trim(p_note));
        perform public.record_admin_action('problem.' || decision, 'booking',
          problem.booking_id::text, p_note,
          jsonb_build_object('amount_minor', amount, 'kind', problem.kind), p_admin_id);
        if payment.id is not null then
          perform public.settle_payment(payment.id);
        end if;
      elsif problem.status <> decision then
        raise exception using errcode = 'PT409', detail = 'problem_decided',
          message = 'This report has already been decided';
      end if;
      return jsonb_build_object(
        'payment_id', payment.id, 'status', problem.status,
        'decided_minor', coalesce(problem.decided_minor, 0));
    end
  $$;

-- Users who withdraw their own problem report are not notified of it.
create or replace function public.queue_problem_mails() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      mail_data jsonb := public.problem_mail_data(new.id);
      guest uuid;
      host uuid;
      booking_path constant text := '/bookings/' || new.booking_id;
    begin
      select bookings.user_id, spaces.user_id
      into guest, host
      from public.bookings join public.spaces on spaces.id = bookings.space_id
      where bookings.id = new.booking_id;
      if tg_op = 'INSERT' then
        if new.status = 'open' then
          perform public.queue_mail(
            'problem-needs-you', 'company', mail_data, 'problem-needs-you:' || new.id);
        end if;
        perform public.notify(
          case when new.kind in ('no_show', 'damage') then guest else host end, 'problem-reported',
          booking_path, mail_data, 'problem-reported:' || new.id);
      else
        if new.status <> 'withdrawn' or new.user_id <> guest then
          perform public.notify(
            guest, 'problem-decided-guest', booking_path, mail_data,
            'problem-decided-guest:' || new.id || ':' || new.status);
        end if;
        if new.status <> 'withdrawn' or new.user_id <> host then
          perform public.notify(
            host, 'problem-decided-host', booking_path, mail_data,
            'problem-decided-host:' || new.id || ':' || new.status);
        end if;
      end if;
      return null;
    end
  $$;

create or replace function public.settle_damage(p_problem_id uuid, p_note text) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      problem public.booking_problems;
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      problem := public.lock_problem(p_problem_id);
      update public.booking_problems set settled_at = now()
      where id = problem.id and kind = 'damage' and status = 'upheld' and settled_at is null;
      if not found then
        raise exception using errcode = 'PT409', detail = 'problem_decided',
          message = 'This claim is not waiting for payment';
      end if;
      insert into public.booking_problem_events
        (booking_id, problem_id, actor_id, action, amount_minor, reason, note)
      values (problem.booking_id, problem.id, (select auth.uid()), 'settled',
        problem.decided_minor, problem.kind, left(coalesce(p_note, ''), 2000));
      perform public.record_admin_action('problem.settled', 'booking', problem.booking_id::text,
        left(p_note, 2000),
        jsonb_build_object('amount_minor', problem.decided_minor, 'kind', problem.kind));
    end
  $$;

create or replace function public.resolve_refused_payout(
  p_payout_id uuid, p_action text, p_note text default ''
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      paid_for uuid;
      payout public.payouts;
      left_minor bigint;
    begin
      perform public.check_money_decision(p_action, p_note);
      select payments.id into paid_for
      from public.payouts join public.payments on payments.booking_id = payouts.booking_id
      where payouts.id = p_payout_id;
      perform public.locked_payment(paid_for);
      select * into payout from public.payouts where id = p_payout_id for update;
      left_minor := public.untransferred_share(payout);
      -- Rejects a decision during a transfer, because the result of the transfer takes precedence.
      if payout.refused_at is null or payout.sending_minor is not null or left_minor = 0 then
        raise exception using errcode = 'PT409', detail = 'payout_not_refused',
          message = 'This payout is not waiting for a decision';
      end if;
      update public.payouts
      set retry_at = null, refused_at = null,
        settled_minor = settled_minor + case p_action when 'settled' then left_minor else 0 end
      where id = payout.id;
      insert into public.money_decisions
        (payout_id, actor_id, action, amount_minor, currency, note)
      values (payout.id, (select auth.uid()), p_action, left_minor, payout.currency, trim(p_note));
      perform public.record_admin_action('payout.' || p_action, 'payout', payout.id::text, p_note,
        jsonb_build_object('amount_minor', left_minor));
      perform public.settle_payment(paid_for);
    end
  $$;

-- An inquiry that was answered and becomes a dispute can be answered again.
drop function public.record_dispute(
  text, text, text, bigint, boolean, boolean, text, text, text, timestamptz);

create function public.record_dispute(
  p_charge_id text, p_dispute_id text, p_status text, p_amount_minor bigint,
  p_withdrawn boolean, p_reinstated boolean,
  p_event_id text default null, p_event_type text default null,
  p_reason text default null, p_due_by timestamptz default null,
  p_needs_answer boolean default null
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      payment public.payments;
      dispute public.disputes;
    begin
      perform public.record_webhook_event(p_event_id, p_event_type);
      payment := public.locked_payment((
        select id from public.payments where stripe_charge_id = p_charge_id));
      if payment.id is null then return; end if;

      insert into public.disputes (id, payment_id, amount_minor, currency, status)
      values (p_dispute_id, payment.id, p_amount_minor, payment.currency, 'inquiry')
      on conflict (id) do nothing;
      select * into dispute from public.disputes where id = p_dispute_id;
      update public.disputes
      set reason = coalesce(p_reason, reason), due_by = coalesce(p_due_by, due_by),
        withdrawn = withdrawn or p_withdrawn, reinstated = reinstated or p_reinstated,
        status = later.status,
        closed_at = case when later.status in ('won', 'lost') then coalesce(closed_at, now()) end,
        -- An inquiry that becomes a dispute needs a second answer. Evidence sent in the Stripe
        -- dashboard also counts as an answer. A stale status changes nothing.
        answered_at = case
          when later.status <> p_status then answered_at
          when p_needs_answer and disputes.status = 'inquiry' and later.status = 'open' then null
          when not p_needs_answer then coalesce(answered_at, now())
          else answered_at
        end
      from (select public.later_dispute_status(dispute, p_status, p_withdrawn, p_reinstated))
        as later (status)
      where id = p_dispute_id
      returning disputes.* into dispute;

      if dispute.withdrawn then
        perform public.record_in_ledger(payment, 'dispute', -dispute.amount_minor, dispute.id);
      end if;
      if dispute.reinstated then
        perform public.record_in_ledger(payment, 'dispute_won', dispute.amount_minor, dispute.id);
      end if;
      perform public.settle_payment(payment.id);
    end
  $$;

revoke execute on function public.record_dispute from public, anon, authenticated;
grant execute on function public.record_dispute to service_role;

-- Disputes that were answered as inquiries, before the bank took the money, and can still be
-- answered.
update public.disputes set answered_at = null
where status = 'open' and (due_by is null or due_by > now()) and answered_at < (
  select min(created_at) from public.ledger_transactions
  where kind = 'dispute' and stripe_id = disputes.id);

-- Disputes of payments without a booking can be answered.
create or replace function public.dispute_facts(p_dispute_id text, p_admin_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
    declare
      dispute public.disputes;
      payment public.payments;
      booking public.bookings;
      space public.spaces;
      messages jsonb := '[]';
    begin
      select * into dispute from public.disputes
      where id = p_dispute_id
        and exists (select from public.profiles where id = p_admin_id and is_admin);
      if not found then
        raise exception using errcode = 'PT404', detail = 'dispute_not_found',
          message = 'Dispute not found';
      end if;
      if dispute.closed_at is not null then
        raise exception using errcode = 'PT409', detail = 'dispute_closed',
          message = 'The bank has already decided this dispute';
      end if;
      payment := public.payment_of(dispute.payment_id);
      select * into booking from public.bookings where id = payment.booking_id;
      select * into space from public.spaces where id = payment.space_id;
      -- Omits the conversation in a database without the messages tables.
      if to_regclass('public.messages') is not null then
        execute $query$
          select coalesce(jsonb_agg(jsonb_build_object(
            'at', messages.created_at, 'body', messages.body,
            'by', case when messages.author_id = conversations.guest_id then 'guest' else 'host' end
          ) order by messages.created_at), '[]')
          from public.messages
          join public.conversations on conversations.id = messages.conversation_id
          where conversations.space_id = $1 and conversations.guest_id = $2
            and messages.body <> ''
        $query$ into messages using payment.space_id, payment.user_id;
      end if;
      return jsonb_build_object(
        'dispute_id', dispute.id, 'due_by', dispute.due_by, 'reason', dispute.reason,
        'answered_at', dispute.answered_at,
        'booking_id', booking.id, 'is_change', payment.change_id is not null,
        'refund_reason', (
          select reason from public.refunds
          where payment_id = payment.id and reason <> 'made_at_stripe'
          order by created_at limit 1),
        'space', space.title, 'place', space.location,
        'start_time', coalesce(booking.start_time, payment.start_time),
        'end_time', coalesce(booking.end_time, payment.end_time),
        'time_zone', payment.time_zone,
        'booked_at', coalesce(booking.created_at, payment.paid_at, payment.created_at),
        'cancelled_at', booking.cancelled_at, 'policy', payment.cancellation_policy,
        'refunded', coalesce(booking.refunded_amount, (
          select public.from_minor(coalesce(sum(amount_minor), 0)::bigint, payment.currency)
          from public.refunds where payment_id = payment.id and status = 'succeeded')),
        'refunded_at', (
          select max(settled_at) from public.refunds
          where payment_id = payment.id and status = 'succeeded'),
        'currency', payment.currency,
        'guest_id', payment.user_id,
        'guest_name', (select full_name from public.profiles where id = payment.user_id),
        'guest_email', public.email_of_user(payment.user_id),
        'problems', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'at', created_at, 'kind', kind, 'status', status) order by created_at), '[]')
          from public.booking_problems where booking_id = booking.id),
        'messages', messages);
    end
  $$;

-- A decision about a reversed transfer requires a reason. Pages of 0.2.0 that are still open in a
-- browser call resolve_reversed_transfer without one.
drop function public.resolve_reversed_transfer(uuid, text);

create function public.resolve_reversed_transfer(
  p_payout_id uuid, p_action text, p_reason text default null
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      payment_id_of_payout uuid := (
        select payments.id from public.payments
        join public.payouts on payouts.booking_id = payments.booking_id
        where payouts.id = p_payout_id order by payments.created_at limit 1);
      sent bigint;
      left_minor bigint;
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      if coalesce(char_length(trim(p_reason)), 0) not between 1 and 2000 then
        raise exception using errcode = 'PT400', detail = 'reason_required',
          message = 'Please give a reason';
      end if;
      perform from public.payments where id = payment_id_of_payout for update;
      select coalesce(-sum(moved.amount_minor), 0) into sent
      from public.ledger_movements as moved
      join public.payouts on payouts.booking_id = moved.booking_id
      where payouts.id = p_payout_id and moved.kind in ('transfer', 'transfer_reversed');
      select public.untransferred_share(payouts) into left_minor
      from public.payouts where id = p_payout_id;
      update public.payouts
      set reversal_held_at = null,
        agreed_minor = case when p_action = 'keep' and amount_minor > 0
          then round(agreed_minor::numeric * least(sent + withheld_minor, amount_minor) / amount_minor)
          else agreed_minor end
      where id = p_payout_id and reversal_held_at is not null
        and p_action in ('send_again', 'keep');
      if not found then
        raise exception using errcode = 'PT409', detail = 'payout_not_held',
          message = 'This payout is not waiting for a decision';
      end if;
      perform public.record_admin_action('payout.' || p_action, 'payout', p_payout_id::text,
        p_reason, jsonb_build_object('amount_minor', left_minor));
      perform public.settle_payment(payment_id_of_payout);
    end
  $$;

revoke execute on function public.resolve_reversed_transfer from public, anon, authenticated;
grant execute on function public.resolve_reversed_transfer to authenticated;

-- Computed column of payouts: the untransferred part of the host's share, in minor units.
-- Null if the caller is not an admin.
create function public.payout_held_minor(payout public.payouts) returns bigint
  language sql stable security definer set search_path = '' as $$
    select public.untransferred_share(payout) where public.is_admin()
  $$;

revoke execute on function public.payout_held_minor from public, anon;

-- Types whose labels differ only in case get a number, so that admins can rename or merge them.
do $$
declare
  duplicate record;
  number integer;
begin
  for duplicate in
    select id, label from (
      select id, label,
        row_number() over (partition by lower(trim(label)) order by created_at, id) as place
      from public.space_types
    ) as types
    where place > 1
  loop
    number := 2;
    while exists (
      select from public.space_types
      where lower(trim(label)) = lower(left(trim(duplicate.label), 50) || ' ' || number)
    ) loop
      number := number + 1;
    end loop;
    update public.space_types
    set label = left(trim(duplicate.label), 50) || ' ' || number
    where id = duplicate.id;
  end loop;
end $$;

-- Limits the length of texts, including leading and trailing spaces. Otherwise every visitor could
-- download a text with megabytes of spaces.
update public.space_types set label = trim(label) where char_length(label) > 60;
alter table public.space_types
  drop constraint space_types_label_present,
  add constraint space_types_label_present
    check (trim(label) <> '' and char_length(label) <= 60);

update public.spaces set title = trim(title) where char_length(title) > 120;
update public.spaces set description = trim(description) where char_length(description) > 5000;
update public.spaces set location = trim(location) where char_length(location) > 120;
update public.spaces set country = trim(country) where char_length(country) > 120;
alter table public.spaces
  drop constraint spaces_title_present,
  add constraint spaces_title_present
    check (trim(title) <> '' and char_length(title) <= 120),
  drop constraint spaces_description_present,
  add constraint spaces_description_present
    check (trim(description) <> '' and char_length(description) <= 5000),
  drop constraint spaces_location_present,
  add constraint spaces_location_present
    check (trim(location) <> '' and char_length(location) <= 120),
  drop constraint spaces_country_present,
  add constraint spaces_country_present
    check (trim(country) <> '' and char_length(country) <= 120);

update public.space_extras set name = trim(name) where char_length(name) > 80;
alter table public.space_extras
  drop constraint space_extras_name_present,
  add constraint space_extras_name_present
    check (trim(name) <> '' and char_length(name) <= 80);

-- Replaces the extras of a space. p_extras is an array of objects with name, price and unit, in the
-- order of the listing. Raises insufficient_privilege or bad_extra_price. Values out of range
-- violate a check constraint.
create function public.set_space_extras(p_space_id uuid, p_extras jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      extra record;
      extra_id uuid;
      kept uuid[] := '{}';
    begin
      perform public.require_host(p_space_id);
      set constraints public.space_extras_position_key deferred;
      -- Keeps the ids of unchanged extras, because checkouts refer to them.
      for extra in
        select list.value ->> 'name' as name, (list.value ->> 'price')::numeric as price,
          list.value ->> 'unit' as unit, list.index - 1 as position
        from jsonb_array_elements(p_extras) with ordinality as list (value, index)
        order by index
      loop
        update public.space_extras set position = extra.position
        where id = (
          select id from public.space_extras
          where space_id = p_space_id and id <> all (kept)
            and (name, price, unit) = (extra.name, extra.price, extra.unit)
          order by position limit 1)
        returning id into extra_id;
        if not found then
          insert into public.space_extras (space_id, name, price, unit, position)
          values (p_space_id, extra.name, extra.price, extra.unit, extra.position)
          returning id into extra_id;
        end if;
        kept := kept || extra_id;
      end loop;
      delete from public.space_extras where space_id = p_space_id and id <> all (kept);
    end
  $$;

revoke execute on function public.set_space_extras from public, anon;

update public.space_calendars set name = trim(name) where char_length(name) > 80;
alter table public.space_calendars
  drop constraint space_calendars_name_length,
  add constraint space_calendars_name_length
    check (trim(name) <> '' and char_length(name) <= 80);

-- The id keeps the name unique if the user also has a list with the trimmed name.
update public.favorite_lists set name = left(trim(name), 50) || ' ' || left(id::text, 8)
where char_length(name) > 60;
alter table public.favorite_lists
  drop constraint favorite_lists_name_present,
  add constraint favorite_lists_name_present
    check (trim(name) <> '' and char_length(name) <= 60);

update public.conversation_decisions set note = trim(note) where char_length(note) > 2000;
alter table public.conversation_decisions
  drop constraint conversation_decisions_note_length,
  add constraint conversation_decisions_note_length
    check (trim(note) <> '' and char_length(note) <= 2000);

update public.quick_replies set title = trim(title) where char_length(title) > 60;
update public.quick_replies set body = trim(body) where char_length(body) > 2000;
alter table public.quick_replies
  drop constraint quick_replies_title_length,
  add constraint quick_replies_title_length
    check (trim(title) <> '' and char_length(title) <= 60),
  drop constraint quick_replies_body_length,
  add constraint quick_replies_body_length
    check (trim(body) <> '' and char_length(body) <= 2000);

update public.profiles set languages = '{}'
where array_to_string(languages, ',', '?') !~ '^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}(,|$))*$';
alter table public.profiles
  drop constraint profiles_languages_valid,
  add constraint profiles_languages_valid check (
    cardinality(languages) <= 12
    and array_to_string(languages, ',', '?') ~ '^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}(,|$))*$'
  );

update public.reviews set photos = '{}'
where char_length(array_to_string(photos, '')) > 5 * 2048;
alter table public.reviews
  add constraint reviews_photos_length check (char_length(array_to_string(photos, '')) <= 5 * 2048);

create unique index space_types_label_key on public.space_types (lower(trim(label)));

-- Admins list and export the bookings of a month.
drop function public.find_bookings(text, text, timestamptz, uuid, integer);

create function public.find_bookings(
  p_search text default '', p_status text default null, p_before timestamptz default null,
  p_before_id uuid default null, p_limit integer default 20, p_month date default null
) returns table (
    id uuid, status text, answer text, refund_status text, created_at timestamptz,
    start_time timestamptz, end_time timestamptz, time_zone text, currency text, total_price numeric,
    space_title text, guest_name text, guest_email text, host_name text, host_email text,
    rental numeric, platform_fee numeric, refunded numeric, host_commission numeric,
    host_share numeric
  )
  language plpgsql stable security definer set search_path = ''
  -- Plans each search with its actual arguments. A generic plan would read all bookings.
  set plan_cache_mode = force_custom_plan as $$
    #variable_conflict use_column
    declare
      search constant text := lower(trim(coalesce(p_search, '')));
      uuid_pattern constant text := '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
      named_id constant uuid := substring(search from uuid_pattern);
      -- The first digits of a booking id, as in the file name of a receipt or an invoice.
      digits constant text := replace(
        substring(search from '(?:^|[^0-9a-z])([0-9a-f]{8}[0-9a-f-]{0,27})(?:\.pdf)?$'), '-', '');
      -- A Stripe id, whose upper and lower case matters. For the client secret of a PaymentIntent,
      -- the id with which it starts.
      quoted_stripe_id constant text := regexp_replace(
        substring(p_search from '\m(?:pi|py|ch|re|pyr|tr|trr|dp|du)_[A-Za-z0-9_]+'), '_secret_.*', '');
      name_pattern constant text := '%' || regexp_replace(
        regexp_replace(public.folded(search), '([\\%_])', '\\\1', 'g'), '\s+', '%', 'g') || '%';
      ids uuid[];
      users uuid[];
      spaces uuid[];
    begin
      perform public.require_aal();
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      if quoted_stripe_id is not null then
        select array_agg((public.payment_of(payment_id)).booking_id) into ids
        from (
          select payments.id as payment_id from public.payments
          where payments.stripe_payment_intent_id = quoted_stripe_id
          union all
          select payments.id from public.payments where payments.stripe_charge_id = quoted_stripe_id
          union all
          select refunds.payment_id from public.refunds where refunds.stripe_refund_id = quoted_stripe_id
          union all
          select disputes.payment_id from public.disputes where disputes.id = quoted_stripe_id
          union all
          select ledger.payment_id from public.ledger_transactions as ledger
          where ledger.stripe_id = quoted_stripe_id and ledger.payment_id is not null
        ) as paid;
        ids := ids || array(
          select payouts.booking_id from public.payouts
          where payouts.stripe_transfer_id = quoted_stripe_id
          union all
          select ledger.booking_id from public.ledger_transactions as ledger
          where ledger.stripe_id = quoted_stripe_id);
      elsif named_id is not null then
        ids := array[named_id, (public.payment_of(named_id)).booking_id];
      elsif strpos(search, '@') > 0 then
        users := array(
          select accounts.id from auth.users as accounts
          where strpos(lower(accounts.email), search) > 0 limit 200);
      elsif search <> '' then
        if digits is not null then
          ids := array(
            select bookings.id from public.bookings
            where bookings.id between rpad(digits, 32, '0')::uuid and rpad(digits, 32, 'f')::uuid
            limit 200);
        end if;
        users := array(
          select profiles.id from public.profiles
          where public.folded(profiles.full_name) like name_pattern limit 200)
          || array(
            select accounts.id from auth.users as accounts
            where strpos(lower(accounts.email), search) > 0 limit 200);
        spaces := array(
          select titled.id from public.spaces as titled
          where public.folded(titled.title) like name_pattern limit 200);
      end if;
      spaces := spaces || array(
        select owned.id from public.spaces as owned where owned.user_id = any (users));
      return query
        select bookings.id, bookings.status, bookings.answer, bookings.refund_status,
          bookings.created_at, bookings.start_time, bookings.end_time, bookings.time_zone,
          bookings.currency::text, bookings.total_price, booked.title, guests.full_name,
          guest_accounts.email::text, hosts.full_name, host_accounts.email::text,
          bookings.rental_amount, bookings.platform_fee_amount, bookings.refunded_amount,
          bookings.host_commission_amount,
          public.from_minor(
            case when payouts.status <> 'cancelled' then payouts.amount_minor else 0 end,
            bookings.currency)
        from public.bookings
        join public.spaces as booked on booked.id = bookings.space_id
        left join public.profiles as guests on guests.id = bookings.user_id
        left join public.profiles as hosts on hosts.id = booked.user_id
        left join auth.users as guest_accounts on guest_accounts.id = bookings.user_id
        left join auth.users as host_accounts on host_accounts.id = booked.user_id
        left join public.payouts on payouts.booking_id = bookings.id
        where (search = '' or bookings.id = any (ids) or bookings.user_id = any (users)
            or bookings.space_id = any (spaces))
          and (p_status is null or bookings.status = p_status)
          and (p_month is null
            or bookings.created_at >= p_month::timestamp at time zone 'UTC'
              and bookings.created_at < (p_month + interval '1 month') at time zone 'UTC')
          and (p_before is null or (bookings.created_at, bookings.id) < (p_before, p_before_id))
        order by bookings.created_at desc, bookings.id desc
        limit least(greatest(p_limit, 1), 100);
    end
  $$;

revoke execute on function public.find_bookings from public, anon, authenticated;
grant execute on function public.find_bookings to authenticated;

-- Admins list and export the subscribers of the newsletter.
create index newsletter_subscriptions_confirmed_idx
  on public.newsletter_subscriptions (confirmed_at, id) where (status = 'confirmed');

create policy "admins read the subscribers of the newsletter" on public.newsletter_subscriptions
  for select to authenticated using (status = 'confirmed' and (select public.is_admin()));

grant select (id, email, status, confirmed_at) on public.newsletter_subscriptions to authenticated;

-- Banks process no payments on weekends, and daily payouts are not made on weekends.
create or replace function public.expected_at_bank(account public.host_accounts, p_sent_at timestamptz)
  returns timestamptz
  language sql immutable set search_path = '' as $$
    select (day
      + make_interval(days => case extract(isodow from day) when 2 then 6 when 3 then 5 else 4 end)
    ) at time zone 'UTC'
    from generate_series(1, 32) as ahead (days)
    cross join lateral (
      select date_trunc('day', p_sent_at at time zone 'UTC') + make_interval(days => ahead.days)
        as day
    ) as candidate
    where case coalesce(account.payout_interval, 'daily')
        when 'daily' then extract(isodow from day) <= 5
        when 'weekly' then trim(lower(to_char(day, 'day'))) = account.payout_weekday
        when 'monthly' then extract(day from day) = least(
          account.payout_day_of_month,
          extract(day from date_trunc('month', day) + interval '1 month' - interval '1 day'))
      end
    order by day
    limit 1
  $$;

-- Hosts can edit the note of a block.
create function public.set_block_note(
  p_space_id uuid, p_start timestamptz, p_end timestamptz, p_note text
) returns void
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.require_host(p_space_id);
      update public.space_availability set note = coalesce(p_note, '')
      where space_id = p_space_id and active and kind = 'blackout'
        and during <@ tstzrange(p_start, p_end);
    end
  $$;

revoke execute on function public.set_block_note from public, anon;

-- Sends the `released` event on a private channel, because every client can send to a public one.
create or replace function public.announce_released_time() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      perform realtime.send('{}', 'released', 'space:' || old.space_id, true);
      return null;
    end
  $$;

create policy "all users receive events of spaces" on realtime.messages
  for select to anon, authenticated
  using (extension = 'broadcast' and (select realtime.topic()) like 'space:%');

-- Hosts block hours or dates weekly, and unblock a week or all later weeks.
alter table public.space_availability add column series_id uuid, add column week_starts_at timestamptz;

-- Pages of 0.2.0 that are still open in a browser call block_time without p_series_id.
drop function public.block_time(uuid, timestamptz, timestamptz, text);
drop function public.take_blackout(uuid, tstzrange, text);

create function public.block_time(
  p_space_id uuid, p_start timestamptz, p_end timestamptz, p_note text default '',
  p_series_id uuid default null, p_week_start timestamptz default null
) returns tstzmultirange
  language plpgsql security definer set search_path = '' as $$
    declare
      start timestamptz;
      pieces tstzmultirange;
    begin
      perform public.require_host(p_space_id);
      if p_end <= p_start or p_end > p_start + interval '366 days' or p_end <= now() then
        raise exception using errcode = 'PT400', detail = 'bad_block',
          message = 'Please choose a future time of at most one year';
      end if;
      select greatest(p_start, date_trunc('hour', now(), time_zone)) into start
      from public.spaces where id = p_space_id;
      pieces := tstzmultirange(tstzrange(start, p_end)) - coalesce((
        select range_agg(during) from public.space_availability
        where space_id = p_space_id and active and kind = 'blackout'
          and during && tstzrange(start, p_end)), '{}');
      perform public.take_blackout(
        p_space_id, piece, p_note, p_series_id, coalesce(p_week_start, p_start))
      from unnest(pieces) as piece;
      return pieces;
    end
  $$;

create or replace function public.set_booking_rules(p_space_id uuid, p_rules jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      most_exceptions constant integer := 1000;
      space public.spaces;
    begin
      perform public.require_host(p_space_id);
      select * into space from public.spaces where id = p_space_id;

      update public.spaces
      set buffer_minutes = coalesce((p_rules ->> 'buffer_minutes')::smallint, buffer_minutes),
        lead_hours = coalesce((p_rules ->> 'lead_hours')::smallint, lead_hours),
        horizon_days = coalesce((p_rules ->> 'horizon_days')::smallint, horizon_days),
        minimum_hours = coalesce((p_rules ->> 'minimum_hours')::smallint, minimum_hours),
        maximum_hours = coalesce((p_rules ->> 'maximum_hours')::smallint, maximum_hours),
        booking_mode = coalesce(p_rules ->> 'booking_mode', booking_mode),
        instant_needs_verified = coalesce(
          (p_rules ->> 'instant_needs_verified')::boolean, instant_needs_verified)
      where id = p_space_id;

      if jsonb_array_length(p_rules -> 'date_exceptions') > most_exceptions then
        raise exception using errcode = 'PT400', detail = 'too_many_dates',
          message = format('A listing has at most %s dates with other hours. Please remove some',
            most_exceptions);
      end if;
      if p_rules ? 'opening_hours' then
        delete from public.space_opening_hours where space_id = p_space_id;
        insert into public.space_opening_hours (space_id, weekday, first_start, last_start, out_by)
        select p_space_id, weekday, first_start, last_start, out_by
        from jsonb_to_recordset(p_rules -> 'opening_hours')
          as rule (weekday smallint, first_start smallint, last_start smallint, out_by smallint);
      end if;
      if p_rules ? 'date_exceptions' then
        delete from public.space_date_exceptions where space_id = p_space_id;
        insert into public.space_date_exceptions (space_id, date, first_start, last_start, out_by)
        select p_space_id, date, first_start, last_start, out_by
        from jsonb_to_recordset(p_rules -> 'date_exceptions')
          as rule (date date, first_start smallint, last_start smallint, out_by smallint);
      end if;
      if p_rules ? 'price_rules' then
        delete from public.space_price_rules where space_id = p_space_id;
        insert into public.space_price_rules (space_id, weekday, from_hour, to_hour, price)
        select p_space_id, weekday, from_hour, to_hour, price
        from jsonb_to_recordset(p_rules -> 'price_rules')
          as rule (weekday smallint, from_hour smallint, to_hour smallint, price numeric);
        if exists (
          select from public.space_price_rules
          where space_id = p_space_id
            and price <> round(price, public.currency_decimals(space.currency))
        ) then
          raise exception using errcode = 'PT400', detail = 'bad_price_rule',
            message = format('A price in %s has at most %s decimals', space.currency,
              public.currency_decimals(space.currency));
        end if;
      end if;
      if p_rules ? 'length_discounts' then
        delete from public.space_length_discounts where space_id = p_space_id;
        insert into public.space_length_discounts (space_id, minimum_hours, percentage)
        select p_space_id, minimum_hours, percentage
        from jsonb_to_recordset(p_rules -> 'length_discounts')
          as rule (minimum_hours smallint, percentage smallint);
      end if;
      perform public.require_chargeable_prices(space);

      -- Copies the stored rows to the change history instead of p_rules, because p_rules may
      -- contain unknown keys with values of any size.
      insert into public.space_changes (space_id, changed_by, changes)
      select p_space_id, (select auth.uid()),
        jsonb_object_agg(name, jsonb_build_array(null, coalesce(stored, '[]')))
      from (values
        ('opening_hours', (
          select jsonb_agg(to_jsonb(rules) - 'space_id' order by rules.weekday)
          from public.space_opening_hours as rules where rules.space_id = p_space_id)),
        ('date_exceptions', (
          select jsonb_agg(to_jsonb(rules) - 'space_id' order by rules.date)
          from public.space_date_exceptions as rules where rules.space_id = p_space_id)),
        ('price_rules', (
          select jsonb_agg(to_jsonb(rules) - 'space_id' - 'id'
            order by rules.weekday, rules.from_hour)
          from public.space_price_rules as rules where rules.space_id = p_space_id)),
        ('length_discounts', (
          select jsonb_agg(to_jsonb(rules) - 'space_id' order by rules.minimum_hours)
          from public.space_length_discounts as rules where rules.space_id = p_space_id))
      ) as rules_by_name (name, stored)
      where p_rules ? name
      having count(*) > 0;
    end
  $$;

create or replace function public.slots_of_days(
  p_space_id uuid, p_from date, p_to date, p_hours integer default 1,
  p_booking_id uuid default null
) returns table (
  date date, hour integer, starts_at timestamptz, ends_at timestamptz,
  state text, problem text, taken_by text, prices numeric[]
)
  language plpgsql stable security definer set search_path = '' as $$
    declare
      space public.spaces;
      last_day constant date := least(p_to, p_from + 41);
      taken tstzmultirange;
      booked tstzmultirange;
      held tstzmultirange;
      blocked tstzmultirange;
      has_price_rules constant boolean := exists (
        select from public.space_price_rules where space_id = p_space_id);
      moved_id constant uuid := (
        select bookings.id from public.bookings
        join public.spaces on spaces.id = bookings.space_id
        where bookings.id = p_booking_id
          and (select auth.uid()) in (bookings.user_id, spaces.user_id));
    begin
      if p_hours not between 1 and 24 then
        raise exception using errcode = 'PT400', detail = 'bad_duration',
          message = 'Please choose a duration of 1 to 24 whole hours';
      end if;
      if not isfinite(p_from) or not isfinite(p_to) then
        raise exception using errcode = '22008', message = 'p_from and p_to must be finite dates';
      end if;
      -- The same condition as in the policies of spaces.
      select * into space from public.spaces
      where id = p_space_id and withdrawn_at is null
        and (is_listed or user_id = (select auth.uid()) or public.has_booked(id)
          or public.is_admin());
      if not found then return; end if;

      select coalesce(range_agg(during), '{}'),
        coalesce(range_agg(span) filter (where kind = 'booking'), '{}'),
        coalesce(range_agg(span) filter (where kind in ('hold', 'request')), '{}'),
        coalesce(range_agg(span) filter (where kind in ('blackout', 'calendar')), '{}')
      into taken, booked, held, blocked
      from public.space_availability as rows
      cross join lateral (select tstzrange(rows.start_time, rows.end_time) as span) as spans
      where rows.space_id = p_space_id and rows.active
        and (rows.expires_at is null or rows.expires_at > now())
        and rows.during && tstzrange(
          (p_from - 1)::timestamp at time zone space.time_zone,
          (last_day + 3)::timestamp at time zone space.time_zone)
        and not exists (
          select from public.payments
          where payments.hold_id = rows.id and payments.user_id = (select auth.uid())
            and rows.kind = 'hold')
        and (rows.booking_id = moved_id) is not true;

      return query
      select day::date, extract(hour from local_start)::integer, slot,
        slot + p_hours * interval '1 hour',
        case
          when found_problem is null then 'free'
          when found_problem = 'in_the_past' then 'past'
          when found_problem = 'slot_taken' then 'taken'
          else 'closed'
        end,
        found_problem,
        case
          when booked @> first_hour then 'booked'
          when held @> first_hour then 'held'
          when blocked @> first_hour then 'blocked'
          when booked + held + blocked && first_hour then 'partly'
          when taken && first_hour
            or found_problem = 'slot_taken'
            and not taken && tstzrange(slot, slot + p_hours * interval '1 hour') then 'buffer'
        end,
        case
          when has_price_rules
            then public.hourly_prices(space, slot, slot + p_hours * interval '1 hour')
          else array_fill(space.price, array[p_hours])
        end
      from generate_series(p_from::timestamp, last_day::timestamp, interval '1 day') as day
      cross join lateral public.opening_hours_on(p_space_id, day::date) as hours
      cross join lateral public.starts_of_day(
        space.time_zone, day::date, hours.first_start, hours.last_start) as slot
      cross join lateral (select slot at time zone space.time_zone as local_start) as local
      cross join lateral (
        select coalesce(
          public.span_problem(space, slot, slot + p_hours * interval '1 hour'),
          case when taken && tstzrange(slot, slot
            + p_hours * interval '1 hour' + space.buffer_minutes * interval '1 minute')
            then 'slot_taken' end
        ) as found_problem,
        tstzrange(slot, slot + interval '1 hour') as first_hour
        -- `offset 0` is an optimization fence, which keeps the planner from calling span_problem
        -- repeatedly.
        offset 0
      ) as checked
      order by slot;
    end
  $$;

create function public.block_times(p_space_id uuid, p_blocks jsonb) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      block jsonb;
      blocked tstzmultirange := '{}';
      conflicts jsonb := '[]';
      reason text;
      conflicting_booking text;
    begin
      -- Blocking many times would lock the space for seconds, and checkouts would wait.
      if jsonb_array_length(p_blocks) > 400 then
        raise exception using errcode = 'PT400', detail = 'bad_block',
          message = 'Please block at most 400 times at once';
      end if;
      perform public.require_host(p_space_id);
      for block in select jsonb_array_elements(p_blocks) loop
        begin
          blocked := blocked + public.block_time(
            p_space_id, (block ->> 'starts_at')::timestamptz, (block ->> 'ends_at')::timestamptz,
            block ->> 'note', (block ->> 'series_id')::uuid,
            (block ->> 'week_starts_at')::timestamptz);
        exception when sqlstate 'PT409' then
          get stacked diagnostics reason = message_text, conflicting_booking = pg_exception_hint;
          conflicts := conflicts || (block || jsonb_build_object(
            'message', reason, 'booking_id', nullif(conflicting_booking, '')));
        end;
      end loop;
      return jsonb_build_object('blocked', blocked, 'conflicts', conflicts);
    end
  $$;

create function public.unblock_times(
  p_space_id uuid, p_times tstzmultirange, p_series_id uuid default null
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      block record;
      unblocked tstzmultirange := '{}';
      unblocked_future jsonb := '[]';
    begin
      if (select count(*) from unnest(p_times)) > 1000 then
        raise exception using errcode = 'PT400', detail = 'bad_block',
          message = 'Please unblock at most 1,000 times at once';
      end if;
      perform public.require_host(p_space_id);
      for block in
        update public.space_availability set active = false
        where space_id = p_space_id and active and kind = 'blackout' and during && p_times
          and (p_series_id is null or series_id = p_series_id and end_time > now())
        returning during, note, series_id, week_starts_at
      loop
        perform public.take_blackout(
          p_space_id, kept, block.note, block.series_id, block.week_starts_at)
        from unnest(tstzmultirange(block.during) - p_times) as kept;
        unblocked := unblocked + tstzmultirange(block.during) * p_times;
        unblocked_future := unblocked_future || (
          select coalesce(jsonb_agg(jsonb_build_object(
            'starts_at', lower(part), 'ends_at', upper(part), 'note', block.note,
            'series_id', block.series_id, 'week_starts_at', block.week_starts_at)), '[]')
          from unnest(tstzmultirange(block.during) * p_times) as part
          where upper(part) > now());
      end loop;
      perform public.restore_buffers(p_space_id, lower(part), upper(part))
      from unnest(unblocked) as part;
      return unblocked_future;
    end
  $$;

create or replace function public.unblock_time(p_space_id uuid, p_start timestamptz, p_end timestamptz)
  returns void
  language sql set search_path = '' as $$
    select public.unblock_times(p_space_id, tstzmultirange(tstzrange(p_start, p_end)))
  $$;

create function public.take_blackout(
  p_space_id uuid, p_during tstzrange, p_note text, p_series_id uuid default null,
  p_week_start timestamptz default null
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      start timestamptz := lower(p_during);
      part_id uuid;
      taken record;
    begin
      update public.space_availability
      set buffered_until = nullif(greatest(start, end_time), end_time)
      where space_id = p_space_id and active and buffered_until > start
        and start_time < start and end_time <= start;
      while start < upper(p_during) loop
        part_id := public.take_slot(
          p_space_id, start, least(start + interval '24 hours', upper(p_during)), 'blackout');
        if part_id is null then
          select rows.kind, rows.booking_id, profiles.full_name as guest,
            to_char(rows.start_time at time zone spaces.time_zone, 'FMDy, FMMon FMDD, FMHH12:MI AM')
              as starts
          into taken
          from public.space_availability as rows
          join public.spaces on spaces.id = rows.space_id
          left join public.bookings on bookings.id = rows.booking_id
          left join public.profiles on profiles.id = bookings.user_id
          where rows.space_id = p_space_id and rows.active and rows.during && p_during
            and rows.kind <> 'blackout'
          order by rows.start_time
          limit 1;
          raise exception using errcode = 'PT409', detail = 'slot_taken',
            hint = coalesce(taken.booking_id::text, ''),
            message = case taken.kind
              when 'booking' then format('%s has booked this time from %s',
                coalesce(taken.guest, 'A guest'), taken.starts)
              when 'request' then format('%s has requested this time from %s',
                coalesce(taken.guest, 'A guest'), taken.starts)
              when 'calendar' then format('An imported calendar has an event from %s',
                taken.starts)
              else 'A guest is paying for part of this time'
            end;
        end if;
        update public.space_availability
        set note = coalesce(p_note, ''), series_id = p_series_id,
          week_starts_at = case when p_series_id is not null then p_week_start end
        where id = part_id;
        start := start + interval '24 hours';
      end loop;
    end
  $$;

revoke execute on function public.take_blackout from public, anon, authenticated;
revoke execute on function public.block_time, public.block_times, public.unblock_times
from public, anon;

create or replace function public.host_calendar(p_from date, p_to date, p_space_id uuid default null)
  returns jsonb
  language sql stable security definer set search_path = '' as $$
    with shown as (
      select spaces.id,
        tstzrange(
          p_from::timestamp at time zone spaces.time_zone,
          (least(p_to, p_from + 61) + 1)::timestamp at time zone spaces.time_zone) as days
      from public.spaces
      where spaces.user_id = (select auth.uid()) and spaces.withdrawn_at is null
        and (p_space_id is null or spaces.id = p_space_id)
        and p_to >= p_from
        and public.has_required_aal()
    ),
    -- Also reads rows up to a year before and after the shown days, because a block can last a
    -- year; see block_time.
    nearby as (
      select rows.*, shown.days
      from shown
      join public.space_availability as rows
        on rows.space_id = shown.id and rows.active
        and (rows.expires_at is null or rows.expires_at > now())
        and rows.start_time > lower(shown.days) - interval '366 days'
        and rows.start_time < upper(shown.days) + interval '366 days'
    ),
    entries as (
      select rows.id, rows.space_id, rows.kind, rows.start_time, rows.end_time, rows.buffered_until,
        rows.expires_at, rows.note, rows.series_id, rows.booking_id, rows.days
      from nearby as rows
      where rows.kind not in ('blackout', 'calendar')
      union all
      select null, merged.space_id, merged.kind, lower(part), upper(part), null,
        null, merged.note, merged.series_id, null, merged.days
      from (
        select space_id, kind, note, series_id, days, range_agg(during) as times
        from nearby
        where kind in ('blackout', 'calendar')
        group by space_id, kind, note, series_id, week_starts_at, days
      ) as merged
      cross join lateral unnest(merged.times) as part
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', entries.id,
      'space_id', entries.space_id,
      'kind', entries.kind,
      'starts_at', entries.start_time,
      'ends_at', entries.end_time,
      'buffered_until', entries.buffered_until,
      'expires_at', entries.expires_at,
      'note', entries.note,
      'series_id', entries.series_id,
      'booking_id', entries.booking_id,
      'status', bookings.status,
      'guest_name', profiles.full_name,
      'guest_count', bookings.guest_count,
      'currency', bookings.currency,
      'host_share_amount', bookings.host_share_amount
    ) order by entries.start_time, entries.space_id), '[]')
    from entries
    left join public.bookings on bookings.id = entries.booking_id
    left join public.profiles on profiles.id = bookings.user_id
    where tstzrange(entries.start_time, coalesce(entries.buffered_until, entries.end_time))
      && entries.days
  $$;

-- Emails, notifications and due reviews show names of guests and hosts as pages do.
create or replace function public.host_response(p_host_id uuid)
  returns table (questions integer, answered_percent integer, median_minutes integer)
  language sql stable security definer set search_path = '' as $$
    select count(*)::integer,
      round(100.0 * count(answered_at) / count(*))::integer,
      round(extract(epoch from
        percentile_cont(0.5) within group (order by answered_at - asked_at)) / 60)::integer
    from public.conversations
    where host_id = p_host_id and asked_at > now() - interval '90 days'
      and (answered_at is not null or asked_at < now() - interval '24 hours'
        and closed_at is null and not exists (
          select from public.user_blocks
          where user_id in (guest_id, host_id) and blocked_id in (guest_id, host_id)))
    having count(*) >= 3
  $$;

create or replace function public.notify_unread_messages() returns integer
  language plpgsql security definer set search_path = '' as $$
    declare
      unread record;
      notices integer := 0;
    begin
      for unread in
        select conversations.id, spaces.title, recipient.id as recipient_id,
          coalesce(
            case
              when recipient.is_guest or exists (
                select from public.bookings
                where bookings.user_id = author.id and bookings.space_id = conversations.space_id
              ) then author.full_name
              else public.short_name(author.full_name)
            end, 'A user') as author_name,
          recipient.is_guest, first.created_at, first.body, recipient.name
        from public.conversations
        cross join lateral (values
          (conversations.guest_id, true, conversations.guest_read_at,
            conversations.guest_notified_at, 'guest'),
          (conversations.host_id, false, conversations.host_read_at,
            conversations.host_notified_at, 'host')
        ) as recipient (id, is_guest, read_at, notified_at, name)
        join public.profiles as author on author.id = case when recipient.is_guest
          then conversations.host_id else conversations.guest_id end
        join public.profiles as account on account.id = recipient.id
          and account.deleted_at is null
        left join public.spaces on spaces.id = conversations.space_id
        cross join lateral (
          select min(messages.created_at) as created_at,
            (array_agg(messages.body order by messages.created_at))[1] as body
          from public.messages
          where messages.conversation_id = conversations.id
            and messages.author_id = author.id
            and messages.created_at > greatest(recipient.read_at,
              case when recipient.notified_at > coalesce(recipient.read_at, '-infinity')
                then recipient.notified_at end, '-infinity')
        ) as first
        where conversations.last_message_at > now() - interval '1 day'
          and conversations.last_author_id <> recipient.id
          and first.created_at < now() - interval '2 minutes'
          and (recipient.notified_at is null
            or recipient.notified_at < coalesce(recipient.read_at, '-infinity')
            or recipient.notified_at < now() - interval '4 hours')
          and not exists (
            select from public.user_blocks
            where user_blocks.user_id = recipient.id and user_blocks.blocked_id = author.id)
        for update of conversations skip locked
      loop
        update public.conversations
        set guest_notified_at = case when unread.is_guest then now() else guest_notified_at end,
          host_notified_at = case when unread.is_guest then host_notified_at else now() end
        where id = unread.id;
        perform public.notify(unread.recipient_id, 'message-received', '/messages/' || unread.id,
          jsonb_build_object(
            'conversation_id', unread.id, 'name', unread.author_name,
            'space_title', coalesce(unread.title, 'A space'),
            'excerpt', left(public.mask_contacts(unread.body), 240)),
          format('message-received:%s:%s:%s', unread.id, unread.name, unread.created_at));
        notices := notices + 1;
      end loop;
      return notices;
    end
  $$;
-- Only the first booking of an extended stay is reviewed, after the end of its last extension.
create or replace function public.reviewer_role(p_booking public.bookings, p_user_id uuid) returns text
  language sql stable security definer set search_path = '' as $$
    select case
      when p_booking.status <> 'confirmed' or p_booking.total_price = 0
        or p_booking.extends_booking_id is not null
        or p_booking.refunded_amount >= p_booking.total_price then null
      when p_booking.user_id = p_user_id then 'guest'
      when spaces.user_id = p_user_id then 'host'
    end
    from public.spaces
    where spaces.id = p_booking.space_id and spaces.user_id <> p_booking.user_id
  $$;

create function public.stay_end(p_booking public.bookings) returns timestamptz
  language sql stable set search_path = '' as $$
    with recursive stay as (
      select p_booking.id, p_booking.end_time
      union all
      select bookings.id, bookings.end_time
      from stay
      join public.bookings on bookings.extends_booking_id = stay.id
      where bookings.status = 'confirmed'
    )
    select max(end_time) from stay
  $$;

revoke execute on function public.stay_end from public, anon, authenticated;

create or replace function public.save_review(p_booking_id uuid, p_review jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      caller constant uuid := (select auth.uid());
      booking public.bookings;
      author_role text;
      ended_at timestamptz;
      words constant text := nullif(trim(p_review ->> 'comment'), '');
      masked constant text := left(public.mask_contacts(words), 2000);
      photos constant text[] := coalesce(
        (select array_agg(value) from jsonb_array_elements_text(p_review -> 'photos')), '{}');
    begin
      perform public.require_aal();
      perform public.refuse_banned_user(caller);
      -- Locks the booking, so that concurrent calls of its guest and its host run one after the
      -- other. The second call then finds the first review and publishes both.
      select * into booking from public.bookings where id = p_booking_id for update;
      author_role := public.reviewer_role(booking, caller);
      if caller is null or booking.id is null
        or author_role is null and booking.user_id <> caller
          and not exists (
            select from public.spaces where id = booking.space_id and user_id = caller)
      then
        raise exception using errcode = 'PT404', detail = 'booking_not_found',
          message = 'Booking not found';
      end if;
      if author_role is null then
        raise exception using errcode = 'PT409', detail = 'not_reviewable',
          message = 'Only paid bookings that took place can be reviewed';
      end if;
      ended_at := public.stay_end(booking);
      if now() < ended_at then
        raise exception using errcode = 'PT409', detail = 'review_too_early',
          message = 'You can write a review after the booking has ended';
      end if;
      if now() >= ended_at + interval '14 days' then
        raise exception using errcode = 'PT409', detail = 'review_closed',
          message = 'Reviews close 14 days after the booking';
      end if;
      if not coalesce((p_review ->> 'rating') ~ '^[1-5]$', false)
        or char_length(words) > 2000 or cardinality(photos) > 5
        or exists (
          select from unnest(array['accuracy', 'cleanliness', 'access', 'value']) as aspect
          where (p_review ->> aspect) !~ '^[1-5]$')
      then
        raise exception using errcode = 'PT400', detail = 'bad_review',
          message = 'Please give one to five stars, at most 2,000 characters and at most 5 photos';
      end if;
      perform public.require_own_images(photos, 'spaces');

      if author_role = 'guest' then
        insert into public.reviews
          (space_id, booking_id, user_id, rating, accuracy, cleanliness, access, value, comment, photos)
        values (
          booking.space_id, booking.id, caller, (p_review ->> 'rating')::integer,
          (p_review ->> 'accuracy')::integer, (p_review ->> 'cleanliness')::integer,
          (p_review ->> 'access')::integer, (p_review ->> 'value')::integer, masked, photos)
        on conflict (booking_id) do update
          set rating = excluded.rating, accuracy = excluded.accuracy,
            cleanliness = excluded.cleanliness, access = excluded.access, value = excluded.value,
            comment = excluded.comment, photos = excluded.photos
          where reviews.published_at is null;
      else
        insert into public.guest_reviews (booking_id, guest_id, host_id, rating, comment)
        values (booking.id, booking.user_id, caller, (p_review ->> 'rating')::integer, masked)
        on conflict (booking_id) do update
          set rating = excluded.rating, comment = excluded.comment
          where guest_reviews.published_at is null;
      end if;
      if not found then
        raise exception using errcode = 'PT409', detail = 'review_published',
          message = 'This review is published and can no longer be changed';
      end if;
      if exists (select from public.reviews where booking_id = booking.id)
        and exists (select from public.guest_reviews where booking_id = booking.id)
      then
        perform public.publish_reviews(booking.id);
      end if;
    end
  $$;

create or replace function public.answer_review(p_review_id uuid, p_answer text) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      words constant text := nullif(trim(p_answer), '');
      answered public.reviews;
    begin
      perform public.require_aal();
      perform public.refuse_banned_user((select auth.uid()));
      if char_length(words) > 2000 then
        raise exception using errcode = 'PT400', detail = 'bad_review',
          message = 'An answer can have at most 2,000 characters';
      end if;
      update public.reviews
      set answer = left(public.mask_contacts(words), 2000),
        answered_at = case when words is not null then now() end
      from public.spaces
      where reviews.id = p_review_id and reviews.published_at is not null
        and spaces.id = reviews.space_id and spaces.user_id = (select auth.uid())
      returning reviews.* into answered;
      if not found then
        raise exception using errcode = 'PT404', detail = 'review_not_found',
          message = 'This review no longer exists';
      end if;
      if words is not null then
        perform public.notify(
          answered.user_id, 'review-answered', '/bookings/' || answered.booking_id || '/review',
          public.booking_mail_data(answered.booking_id), 'review-answered:' || answered.id,
          '{app}');
      end if;
    end
  $$;

create or replace function public.review_state(p_booking_id uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
      'role', author_role,
      'opens_at', ended_at,
      'closes_at', ended_at + interval '14 days',
      'own', case author_role when 'guest' then of_space.facts else of_guest.facts end,
      'received', case
        when author_role = 'guest' and of_guest.is_shown then of_guest.facts
        when author_role = 'host' and of_space.is_shown then of_space.facts
      end)
    from public.bookings
    cross join public.reviewer_role(bookings, (select auth.uid())) as author_role
    cross join public.stay_end(bookings) as ended_at
    left join lateral (
      select published_at is not null and hidden_at is null as is_shown,
        to_jsonb(reviews) - '{user_id,booking_id,space_id}'::text[] as facts
      from public.reviews where booking_id = bookings.id
    ) as of_space on true
    left join lateral (
      select published_at is not null and hidden_at is null as is_shown,
        to_jsonb(guest_reviews) - '{guest_id,host_id,booking_id}'::text[] as facts
      from public.guest_reviews where booking_id = bookings.id
    ) as of_guest on true
    where bookings.id = p_booking_id and author_role is not null and public.has_required_aal()
  $$;

create or replace function public.advance_reviews(p_limit integer default 200) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      booking public.bookings;
      host_id uuid;
      facts jsonb;
      published integer := 0;
      invited integer := 0;
    begin
      for booking in
        select bookings.* from public.bookings
        where end_time <= now() - interval '14 days'
          and public.stay_end(bookings) <= now() - interval '14 days'
          and (
            id in (select booking_id from public.reviews where published_at is null)
            or id in (select booking_id from public.guest_reviews where published_at is null)
          )
        limit p_limit
        for update skip locked
      loop
        perform public.publish_reviews(booking.id);
        published := published + 1;
      end loop;
      for booking in
        select bookings.* from public.bookings
        where status = 'confirmed' and review_invited_at is null and extends_booking_id is null
          and end_time between now() - interval '4 days' and now() - interval '2 hours'
          and public.stay_end(bookings)
            between now() - interval '3 days' and now() - interval '2 hours'
        order by end_time
        limit p_limit
        for update skip locked
      loop
        update public.bookings set review_invited_at = now() where id = booking.id;
        select user_id into host_id from public.spaces where id = booking.space_id;
        if public.reviewer_role(booking, booking.user_id) is null then continue; end if;
        facts := public.booking_mail_data(booking.id)
          || jsonb_build_object('closes_at', public.stay_end(booking) + interval '14 days');
        if not exists (select from public.reviews where booking_id = booking.id) then
          perform public.notify(
            booking.user_id, 'review-invited', '/bookings/' || booking.id || '/review',
            facts || '{"to": "guest"}', 'review-invited:' || booking.id || ':guest');
          invited := invited + 1;
        end if;
        if not exists (select from public.guest_reviews where booking_id = booking.id) then
          perform public.notify(
            host_id, 'review-invited', '/bookings/' || booking.id || '/review',
            facts || '{"to": "host"}', 'review-invited:' || booking.id || ':host');
          invited := invited + 1;
        end if;
      end loop;
      return jsonb_build_object('published', published, 'invited', invited);
    end
  $$;

create or replace function public.due_reviews()
  returns table (
    booking_id uuid, role text, space_title text, guest_name text, end_time timestamptz,
    time_zone text, closes_at timestamptz)
  language sql stable security definer set search_path = '' as $$
    select bookings.id, author_role, spaces.title, guests.full_name,
      ended_at, bookings.time_zone, ended_at + interval '14 days'
    from public.bookings
    join public.spaces on spaces.id = bookings.space_id
    join public.profiles guests on guests.id = bookings.user_id
    cross join public.reviewer_role(bookings, (select auth.uid())) as author_role
    cross join public.stay_end(bookings) as ended_at
    where (bookings.user_id = (select auth.uid()) or spaces.user_id = (select auth.uid()))
      and bookings.status = 'confirmed'
      and bookings.end_time between now() - interval '15 days' and now()
      and ended_at between now() - interval '14 days' and now()
      and public.has_required_aal()
      and case author_role
        when 'guest' then not exists (
          select from public.reviews where reviews.booking_id = bookings.id)
        when 'host' then not exists (
          select from public.guest_reviews where guest_reviews.booking_id = bookings.id)
        else false
      end
    order by ended_at
    limit 50
  $$;

-- The screen Today lists reviews that the host has not answered.
create function public.unanswered_reviews()
  returns table (
    booking_id uuid, rating integer, comment text, published_at timestamptz, space_title text,
    guest_name text, guest_avatar_url text)
  language sql stable security definer set search_path = '' as $$
    select bookings.id, reviews.rating, reviews.comment, reviews.published_at, spaces.title,
      guests.full_name, guests.avatar_url
    from public.reviews
    join public.spaces on spaces.id = reviews.space_id
    join public.bookings on bookings.id = reviews.booking_id
    join public.profiles guests on guests.id = bookings.user_id
    where spaces.user_id = (select auth.uid()) and spaces.withdrawn_at is null
      and reviews.published_at > now() - interval '30 days'
      and reviews.hidden_at is null and reviews.answer is null
      and public.reviewer_role(bookings, (select auth.uid())) = 'host'
      and public.has_required_aal()
    order by reviews.published_at desc, reviews.id
    limit 50
  $$;

revoke execute on function public.unanswered_reviews from public, anon;
grant execute on function public.unanswered_reviews to authenticated;

-- A host who declines a booking request can suggest another time.
alter table public.bookings
  add column suggested_start_time timestamptz,
  add column suggested_end_time timestamptz,
  add constraint bookings_suggestion_complete
    check ((suggested_start_time is null) = (suggested_end_time is null)),
  add constraint bookings_suggestion_of_declined_request
    check (suggested_start_time is null or status = 'declined'),
  add constraint bookings_suggestion_in_future check (suggested_start_time > answered_at),
  add constraint bookings_suggestion_at_most_24_hours
    check (suggested_end_time > suggested_start_time
      and suggested_end_time <= suggested_start_time + interval '24 hours');

-- Servers running version 0.2.0 call answer_request without p_suggested_start and p_suggested_end.
drop function public.answer_request(uuid, uuid, text, text);

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

revoke execute on function public.answer_request from public, anon, authenticated;
grant execute on function public.answer_request to service_role;

create or replace function public.queue_request_mails() returns trigger
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

-- Emails about refunds name the current time of a moved booking.
create or replace function public.refund_mail_data(p_refund_id uuid) returns jsonb
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

-- Stripe events about an unchanged dispute send no emails.
drop trigger queue_dispute_mails on public.disputes;
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

-- Hosts mark messages that need no reply.
alter table public.conversations add column no_reply_until timestamptz;

create function public.set_no_reply_until(
  p_conversation_id uuid, p_until timestamptz default null
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      conversation constant public.conversations := public.own_conversation(p_conversation_id);
    begin
      if (select auth.uid()) <> conversation.host_id then
        raise exception using errcode = 'PT404', detail = 'conversation_not_found',
          message = 'This conversation does not exist';
      end if;
      update public.conversations set no_reply_until = p_until
      where id = conversation.id;
    end
  $$;

drop function public.my_conversations(timestamptz, uuid);

create function public.my_conversations(
  p_before timestamptz default null, p_id uuid default null
) returns table (
    id uuid, is_host boolean, other_id uuid, other_name text, other_avatar_url text,
    space jsonb, booking jsonb, last_message_at timestamptz, last_body text, last_is_mine boolean,
    unread integer, my_read_at timestamptz, other_read_at timestamptz, shows_contacts boolean,
    blocked_by_me boolean, is_closed boolean, needs_reply boolean
  )
  language plpgsql stable security definer set search_path = '' as $$
    declare
      me constant uuid := (select auth.uid());
    begin
      perform public.require_aal();
      return query
        select conversations.id, conversations.host_id = me, other.id,
          case
            when other.deleted_at is not null then null
            when conversations.guest_id = me or exists (
              select from public.bookings
              where bookings.user_id = other.id and bookings.space_id = conversations.space_id
            ) then other.full_name
            else public.short_name(other.full_name)
          end,
          other.avatar_url,
          case when spaces.id is not null then jsonb_build_object(
            'id', spaces.id, 'slug', spaces.slug, 'title', spaces.title,
            'image', spaces.images[1], 'location', spaces.location,
            'is_listed', spaces.is_listed, 'available', spaces.available,
            'unlisted_because', case
              when conversations.host_id <> me then null
              when spaces.withdrawn_at is not null then 'deleted'
              when spaces.hidden_at is not null then 'hidden'
              when spaces.archived_at is not null then 'archived'
            end)
          end,
          next.booking,
          conversations.last_message_at,
          left(case when rules.shows_contacts then last.body
            else public.mask_contacts(last.body) end, 160),
          conversations.last_author_id = me,
          (
            select count(*)::integer from public.messages
            where messages.conversation_id = conversations.id and messages.author_id <> me
              and messages.created_at > coalesce(mine.read_at, '-infinity')
          ),
          mine.read_at, mine.other_read_at, rules.shows_contacts,
          exists (
            select from public.user_blocks
            where user_blocks.user_id = me and user_blocks.blocked_id = other.id),
          conversations.closed_at is not null or other.deleted_at is not null,
          conversations.host_id = me and conversations.last_author_id <> me
            and conversations.last_message_at > coalesce(conversations.no_reply_until, '-infinity')
        from public.conversations
        cross join lateral (
          select
            case when conversations.guest_id = me then conversations.host_id
              else conversations.guest_id end as other_id,
            case when conversations.guest_id = me then conversations.guest_read_at
              else conversations.host_read_at end as read_at,
            case when conversations.guest_id = me then conversations.host_read_at
              else conversations.guest_read_at end as other_read_at
        ) as mine
        join public.profiles as other on other.id = mine.other_id
        left join public.spaces on spaces.id = conversations.space_id
        cross join lateral (
          select public.may_share_contacts(conversations.guest_id, conversations.host_id)
            as shows_contacts
        ) as rules
        left join lateral (
          select case when messages.body = '' and messages.attachments <> '[]' then 'Sent a file'
            else messages.body end as body
          from public.messages
          where messages.conversation_id = conversations.id
          order by messages.created_at desc limit 1
        ) as last on true
        left join lateral (
          select jsonb_build_object(
            'id', bookings.id, 'status', bookings.status, 'start_time', bookings.start_time,
            'end_time', bookings.end_time, 'time_zone', bookings.time_zone,
            'answer_by', bookings.answer_by, 'answer', bookings.answer) as booking
          from public.bookings
          where bookings.space_id = conversations.space_id
            and bookings.user_id = conversations.guest_id
          order by
            bookings.status in ('requested', 'confirmed') and bookings.end_time > now() desc,
            case when bookings.end_time > now() then bookings.start_time end,
            bookings.start_time desc
          limit 1
        ) as next on true
        where me in (conversations.guest_id, conversations.host_id)
          and (conversations.id = p_id
            or p_id is null and conversations.last_message_at < coalesce(p_before, 'infinity'))
        order by conversations.last_message_at desc
        limit 30;
    end
  $$;

revoke execute on function public.set_no_reply_until, public.my_conversations from public, anon;

alter table public.refunds
  drop constraint refunds_reason_known,
  add constraint refunds_reason_known
    check (reason in (
      'cancelled_by_guest', 'cancelled_by_host', 'cancelled_by_admin', 'no_access',
      'not_as_described', 'slot_taken', 'paid_too_late', 'request_ended', 'booking_changed',
      'made_at_stripe'));

create function public.cap_change_refunds(p_booking_id uuid, p_total_minor bigint) returns void
  language sql set search_path = '' as $$
    with paid as (
      select id, total_minor from public.booking_payments(p_booking_id)
    ),
    excess as (
      select (select sum(total_minor) from paid) - p_total_minor
        - coalesce((
          select sum(amount_minor) from public.refunds
          where payment_id in (select id from paid)
            and (reason = 'made_at_stripe' and status in ('processing', 'succeeded')
              or reason = 'booking_changed' and status not in ('pending', 'void'))), 0)
        - coalesce((
          select sum(amount_minor) from public.disputes
          where payment_id in (select id from paid) and status = 'lost'), 0) as minor
    ),
    capped as (
      select id, excess.minor + amount_minor - sum(amount_minor) over (order by created_at, id)
        as minor
      from public.refunds, excess
      where payment_id in (select id from paid)
        and reason = 'booking_changed' and status = 'pending'
    )
    update public.refunds
    set status = case when capped.minor > 0 then status else 'void' end,
      amount_minor = case when capped.minor > 0 then capped.minor else amount_minor end
    from capped
    where refunds.id = capped.id and capped.minor < refunds.amount_minor
  $$;

revoke execute on function public.cap_change_refunds from public, anon, authenticated;

-- A pending refund of a disputed payment has the status disputed instead of pending.
alter table public.bookings
  drop constraint bookings_refund_status_known,
  add constraint bookings_refund_status_known
    check (refund_status in (
      'pending', 'disputed', 'succeeded', 'retrying', 'failed', 'settled'));

create or replace function public.booking_refund_status(p_booking_id uuid) returns text
  language sql stable set search_path = '' as $$
    select case
      when count(*) filter (where status = 'failed') > 0 then 'failed'
      when count(*) filter (where status = 'pending' and exists (
        select from public.disputes
        where disputes.payment_id = refunds.payment_id and disputes.status = 'open')) > 0
        then 'disputed'
      when count(*) filter (where status = 'pending' and failed_at is not null) > 0 then 'retrying'
      when count(*) filter (where status in ('pending', 'processing')) > 0 then 'pending'
      when count(*) filter (where status = 'succeeded') > 0 then 'succeeded'
      when count(*) filter (where status = 'settled') > 0 then 'settled'
    end
    from public.refunds
    where payment_id in (select id from public.booking_payments(p_booking_id))
      and reason <> 'booking_changed'
  $$;

create or replace function public.settle_payment(p_payment_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      payment public.payments := public.payment_of(p_payment_id);
      total bigint;
      promised bigint;
      outside bigint;
      lost bigint;
      covered bigint;
    begin
      perform public.cap_pending_refunds(payment);
      if payment.booking_id is null then
        perform public.record_claims(payment.id);
        return;
      end if;
      -- Uses the price of the booking, because a changed booking can have several payments. Refunds
      -- of booking changes have already reduced this price.
      select public.to_minor(total_price, currency) into total
      from public.bookings where id = payment.booking_id;
      perform public.cap_change_refunds(payment.booking_id, total);
      promised := public.promised_refunds(payment.booking_id);
      select coalesce(sum(amount_minor), 0) into outside
      from public.refunds
      where payment_id in (select id from public.booking_payments(payment.booking_id))
        and (reason = 'made_at_stripe' and status in ('processing', 'succeeded')
          or reason in ('no_access', 'not_as_described') and status <> 'void');
      select coalesce(sum(amount_minor), 0) into lost
      from public.disputes
      where payment_id in (select id from public.booking_payments(payment.booking_id))
        and status = 'lost';

      -- The part of `outside` and `lost` that the guest got instead of a refund for a lower price;
      -- see apply_change.
      select greatest(0,
        (select sum(total_minor) from public.booking_payments(payment.booking_id))
        - coalesce(sum(amount_minor), 0) - total)
      into covered
      from public.refunds
      where payment_id in (select id from public.booking_payments(payment.booking_id))
        and reason = 'booking_changed' and status <> 'void';
      lost := least(lost, greatest(outside + lost - covered, 0));
      outside := greatest(outside - covered, 0);

      update public.bookings
      set refunded_amount =
          public.from_minor(least(promised + outside, total), payment.currency),
        returned_amount = public.from_minor(
          least(outside + lost, total - promised), payment.currency),
        refund_status = public.booking_refund_status(payment.booking_id)
      where id = payment.booking_id;

      perform public.settle_payout(payment, total - promised, outside + lost);
      perform public.record_claims(payment.id);
    end
  $$;

-- Debts that arise after the deletion of a host's account are written off.
create or replace function public.settle_payout(
  payment public.payments, p_base bigint, p_returned bigint
) returns void
  language plpgsql set search_path = '' as $$
    declare
      payout public.payouts;
      given bigint;
      withheld bigint;
      repaid bigint;
      share bigint;
      debt bigint;
      written_off bigint;
      dispute text := public.booking_dispute_status(payment.booking_id);
      is_reported boolean := exists (
        select from public.booking_problems
        where booking_id = payment.booking_id and status = 'open'
          and kind in ('no_access', 'not_as_described'));
    begin
      select * into payout from public.payouts where booking_id = payment.booking_id for update;
      if not found then return; end if;
      select coalesce(sum(amount_minor) filter (where from_payout_id = payout.id), 0),
        coalesce(sum(amount_minor) filter (where for_payout_id = payout.id), 0)
      into withheld, repaid
      from public.payout_recoveries
      where payout.id in (from_payout_id, for_payout_id);
      select coalesce(-sum(amount_minor), 0) + withheld + payout.settled_minor into given
      from public.ledger_movements
      where booking_id = payment.booking_id and kind in ('transfer', 'transfer_reversed');
      share := public.share_after_returns(payout.agreed_minor, p_base, p_returned);
      debt := greatest(given - share - repaid, 0);
      written_off := case
        when exists (
          select from public.profiles where id = payout.host_id and deleted_at is not null) then debt
        else payout.written_off_minor
      end;

      update public.payouts
      set amount_minor = share, withheld_minor = withheld, repaid_minor = repaid,
        owed_minor = greatest(debt - written_off, 0), written_off_minor = written_off,
        dispute_status = dispute,
        frozen_at = case
          when dispute in ('open', 'inquiry') or is_reported or reversal_held_at is not null
            then coalesce(frozen_at, now())
        end,
        status = case
          when share + repaid > given then 'scheduled'
          when given > 0 then 'paid'
          else 'cancelled'
        end,
        paid_at = case when share + repaid <= given and given > 0 then coalesce(paid_at, now()) end
      where id = payout.id;
    end
  $$;
-- Also writes off debts that arose in version 0.2.0.
select public.settle_payment(debts.payment_id)
from (
  select payments.id as payment_id
  from public.payouts
  join public.profiles on profiles.id = payouts.host_id
  join public.payments on payments.booking_id = payouts.booking_id
  where profiles.deleted_at is not null and payouts.owed_minor > 0
  for update of payments
) as debts;

create or replace function public.restore_buffers(
  p_space_id uuid, p_start timestamptz, p_end timestamptz
) returns void
  language plpgsql set search_path = '' as $$
    begin
      update public.space_availability as rows
      set buffered_until = nullif(least(
        full_end,
        (
          select min(following.start_time) from public.space_availability as following
          where following.space_id = p_space_id and following.active
            and following.start_time >= rows.end_time
        )
      ), rows.end_time)
      from public.space_availability as slots
      left join public.bookings on bookings.id = slots.booking_id
      -- Excludes extensions, because the hold of an extension already contains the buffer.
      left join public.payments on payments.hold_id = slots.id and payments.status = 'open'
        and payments.extends_booking_id is null
      cross join lateral (
        select slots.end_time
          + coalesce(bookings.buffer_minutes, payments.buffer_minutes, 0) * interval '1 minute'
      ) as buffer (full_end)
      where rows.id = slots.id and slots.space_id = p_space_id and slots.active
        and slots.start_time > p_start - interval '2 days' and slots.end_time < p_end
        and full_end > greatest(p_start, slots.end_time);
    end
  $$;

-- The host's share of each booking.
-- rental: the price before the platform fee
-- commission: the commission in the invoices, less the commission in the credit notes
-- returned: the part of the rental that the host lost by refunds and disputes
-- earned: the rest of the rental, which is the host's share
-- withheld: the part of the share that repays debts
-- state: the first of these that applies: paid, none (no share), on_hold, upcoming (until the
-- booking ends), in_transit
create or replace view public.booking_earnings as
  select
    bookings.id, spaces.user_id as host_id, spaces.id as space_id, spaces.title as space_title,
    bookings.start_time, bookings.end_time, bookings.time_zone,
    (bookings.end_time at time zone bookings.time_zone)::date as ended_on,
    bookings.status, bookings.currency::text as currency,
    bookings.rental_amount as rental,
    kept.commission,
    bookings.rental_amount - kept.commission - share.earned as returned,
    share.earned,
    public.from_minor(payouts.withheld_minor, payouts.currency) as withheld,
    public.from_minor(payouts.owed_minor, payouts.currency) as owed,
    case
      when payouts.status = 'paid' then 'paid'
      when payouts.status = 'cancelled' or share.earned = 0 then 'none'
      when payouts.frozen_at is not null then 'on_hold'
      when bookings.end_time > now() then 'upcoming'
      else 'in_transit'
    end as state,
    payouts.due_at, payouts.paid_at, payouts.refused_at,
    payouts.stripe_transfer_id is not null as has_transfer
  from public.spaces
  join public.bookings on bookings.space_id = spaces.id
  join public.payouts on payouts.booking_id = bookings.id
  cross join lateral (
    select public.from_minor(payouts.amount_minor, payouts.currency) as earned) as share
  cross join lateral (
    select case
      when share.earned = bookings.host_share_amount then bookings.host_commission_amount
      else greatest(bookings.host_commission_amount - public.from_minor((
        -- The commission in the credit notes that issue_documents creates. Refunds of changes are
        -- omitted, because the amounts of the booking already include them.
        select coalesce(sum(round(
          refunds.amount_minor::numeric * paid.host_commission_minor / paid.total_minor)), 0)::bigint
        from (
          select id, host_commission_minor, total_minor from public.payments
          where booking_id = bookings.id
          union all
          select payments.id, payments.host_commission_minor, payments.total_minor
          from public.booking_changes changes
          join public.payments on payments.change_id = changes.id and payments.status = 'paid'
          where changes.booking_id = bookings.id and changes.status = 'done'
        ) as paid
        join public.refunds on refunds.payment_id = paid.id and refunds.change_id is null
          and refunds.status in ('succeeded', 'settled')
      ), payouts.currency), 0)
    end as commission
  ) as kept
  where bookings.status = 'confirmed' or payouts.amount_minor > 0 or payouts.owed_minor > 0;

create or replace view public.host_earning_rows with (security_barrier) as
  select * from public.booking_earnings
  where host_id = (select auth.uid()) and (select public.has_required_aal());

-- Issued documents keep the title and the time that they print.
alter table public.documents add column details jsonb;
alter table public.documents disable trigger refuse_change;
update public.documents
set details = jsonb_build_object(
  'title', spaces.title, 'starts_at', bookings.start_time, 'ends_at', bookings.end_time,
  'time_zone', bookings.time_zone, 'has_extras', bookings.extras <> '[]')
from public.bookings
join public.spaces on spaces.id = bookings.space_id
where bookings.id = documents.booking_id;
alter table public.documents enable trigger refuse_change;
alter table public.documents alter column details set not null;

create or replace function public.issue_documents(p_booking_id uuid, p_user_id uuid)
  returns setof public.documents
  language plpgsql security definer set search_path = '' as $$
    declare
      booking public.bookings;
      host uuid;
      details jsonb;
      is_guest boolean;
      payment record;
      refund record;
      part record;
      draft public.documents;
      invoice public.documents;
    begin
      select * into booking from public.bookings where id = p_booking_id;
      select user_id, jsonb_build_object(
          'title', title, 'starts_at', booking.start_time, 'ends_at', booking.end_time,
          'time_zone', booking.time_zone, 'has_extras', booking.extras <> '[]')
      into host, details
      from public.spaces where id = booking.space_id;
      is_guest := booking.user_id = p_user_id;
      if not coalesce(is_guest or host = p_user_id, false) or not exists (
        select from public.booking_payments(booking.id) as paid
        where paid.status = 'paid' and paid.total_minor > 0
      ) then
        raise exception using errcode = 'PT404', detail = 'booking_not_found',
          message = 'Booking not found';
      end if;
      -- Concurrent calls for the same booking wait here, so that each document is issued once.
      perform from public.payments where booking_id = booking.id for update;

      for payment in
        select * from public.booking_payments(booking.id) as paid
        where paid.status = 'paid' order by paid.paid_at, paid.id
      loop
        for part in
          select * from (values
            ('rental', host::text, payment.rental_minor, booking.user_id),
            ('platform_fee', 'platform', payment.platform_fee_minor, booking.user_id),
            ('commission', 'platform', payment.host_commission_minor, host)
          ) as parts (subject, seller, minor, buyer)
        loop
          draft := null;
          draft.kind := 'invoice';
          draft.subject := part.subject;
          draft.seller := part.seller;
          draft.booking_id := booking.id;
          draft.payment_id := payment.id;
          draft.currency := payment.currency;
          draft.total_minor := part.minor;
          draft.details := details;
          draft.parties := jsonb_build_object('buyer', public.billing_party(part.buyer));
          if part.subject = 'rental' then
            draft.parties := draft.parties
              || jsonb_build_object('seller', public.billing_party(host));
            select vat_percentage into draft.vat_percentage
            from public.billing_details where user_id = host;
          end if;
          perform public.issue_document(draft);

          select * into invoice from public.documents
          where payment_id = payment.id and subject = part.subject and kind = 'invoice';
          continue when invoice.id is null;
          for refund in
            select * from public.refunds
            where payment_id = payment.id and status in ('succeeded', 'settled')
            order by created_at, id
          loop
            draft := invoice;
            draft.kind := 'credit_note';
            draft.refund_id := refund.id;
            draft.corrects_id := invoice.id;
            draft.total_minor := least(
              case part.subject
                when 'rental' then refund.amount_minor - round(
                  refund.amount_minor::numeric * payment.platform_fee_minor / payment.total_minor)
                else round(refund.amount_minor::numeric * part.minor / payment.total_minor)
              end,
              invoice.total_minor - coalesce((
                select sum(earlier.total_minor) from public.documents as earlier
                where earlier.corrects_id = invoice.id), 0));
            perform public.issue_document(draft);
          end loop;
        end loop;
      end loop;

      return query
        select documents.* from public.documents
        where documents.booking_id = booking.id
          and documents.subject in (
            'rental', case when is_guest then 'platform_fee' else 'commission' end)
        order by documents.subject <> 'rental', documents.issued_at, documents.number;
    end
  $$;

create or replace function public.merge_calendar_times(p_space_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      today constant timestamptz := date_trunc('day', now(), 'UTC');
      horizon constant tstzrange := tstzrange(today - interval '24 hours', today + interval '9600 hours');
      parts tstzrange[];
      part tstzrange;
    begin
      -- The lock serializes this function and changes of blocks, because both insert several rows
      -- and could deadlock. Checkouts do not wait, because their foreign keys take only a key share
      -- lock.
      perform from public.spaces where id = p_space_id for no key update;
      if not found then return; end if;

      select coalesce(array_agg(span * tstzrange(day, day + interval '24 hours')), '{}') into parts
      from unnest(
        coalesce((
          select range_agg(tstzrange(events.start_time, events.end_time) * horizon)
          from public.space_calendar_events as events
          join public.space_calendars as calendars on calendars.id = events.calendar_id
          where calendars.space_id = p_space_id
            and tstzrange(events.start_time, events.end_time) && horizon), '{}')
        - coalesce((
          select range_agg(during) from public.space_availability
          where space_id = p_space_id and active and kind <> 'calendar' and during && horizon
            and (expires_at is null or expires_at > now())), '{}')
      ) as span
      cross join generate_series(
        date_trunc('day', lower(span), 'UTC'), upper(span) - interval '1 microsecond',
        interval '24 hours') as day;

      update public.space_availability set active = false
      where space_id = p_space_id and active and kind = 'calendar'
        and end_time > lower(horizon) and during <> all (parts);

      for part in
        select wanted from unnest(parts) as wanted
        where not exists (
          select from public.space_availability
          where space_id = p_space_id and active and kind = 'calendar' and during = wanted)
        order by wanted
      loop
        -- take_slot inserts nothing if a concurrent checkout has taken part of the time.
        perform public.take_slot(p_space_id, lower(part), upper(part), 'calendar');
      end loop;
    end
  $$;

-- Feeds that have not changed are read in full once a day, and after a change of the time zone.
alter table public.space_calendars add column read_at timestamptz not null default now();

create or replace function public.record_calendar_check(
  p_calendar_id uuid, p_events jsonb, p_etag text, p_last_modified text
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      space uuid;
    begin
      update public.space_calendars
      set checked_at = now(), attempted_at = now(), next_check_at = now() + interval '15 minutes',
        last_error = null, failures = 0,
        read_at = case when p_events is null then read_at else now() end,
        etag = case
          when p_events is null and read_at < now() - interval '1 day' then null
          else p_etag
        end,
        last_modified = case
          when p_events is null and read_at < now() - interval '1 day' then null
          else p_last_modified
        end
      where id = p_calendar_id
      returning space_id into space;
      if not found then return; end if;
      if p_events is not null then
        delete from public.space_calendar_events as events
        where calendar_id = p_calendar_id and not exists (
          select from jsonb_to_recordset(p_events) as given (uid text, start_time timestamptz)
          where given.uid = events.uid and given.start_time = events.start_time);
        insert into public.space_calendar_events as events
          (calendar_id, uid, start_time, end_time, summary)
        select p_calendar_id, uid, start_time, end_time, summary
        from jsonb_to_recordset(p_events)
          as given (uid text, start_time timestamptz, end_time timestamptz, summary text)
        on conflict (calendar_id, uid, start_time) do update
          set end_time = excluded.end_time, summary = excluded.summary
          where (events.end_time, events.summary) <> (excluded.end_time, excluded.summary);
      end if;
      perform public.merge_calendar_times(space);
      perform public.queue_conflict_mails(p_calendar_id);
    end
  $$;

create function public.read_calendars_again() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      update public.space_calendars
      set etag = null, last_modified = null, next_check_at = now()
      where space_id = new.id;
      return null;
    end
  $$;

create trigger read_calendars_again
  after update of time_zone on public.spaces
  for each row when (old.time_zone <> new.time_zone)
  execute function public.read_calendars_again();

revoke execute on function public.read_calendars_again from public, anon, authenticated;

create or replace function public.notify(
  p_user_id uuid, p_kind text, p_path text, p_data jsonb, p_dedupe_key text,
  p_channels text[] default '{app,email}'
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      shown constant text[] := '{space_title,starts_at,ends_at,time_zone,old_starts_at,new_starts_at,
        new_ends_at,guest_name,host_name,author_name,name,to,proposed_by,cancelled_by,status,answer,
        answer_by,change_status,change_answer_by,problem_status,dispute_status,currency,amount_minor,
        refunded_minor,sent_minor,calendar_name,summary,excerpt,rating,count,
        suggested_starts_at,hidden_reason,is_over}';
      unsubscribe_key uuid;
    begin
      -- Does nothing for a deleted account, or if p_user_id is null because the space was deleted.
      if not exists (
        select from public.profiles where id = p_user_id and deleted_at is null
      ) then
        return;
      end if;
      -- Checks the notification's dedupe key, because the outbox deletes emails (and with them
      -- their dedupe keys) after 30 days. A later call would queue the email again.
      if exists (
        select from public.notifications where user_id = p_user_id and dedupe_key = p_dedupe_key
      ) then
        return;
      end if;
      if 'app' = any (p_channels)
        and public.is_notification_enabled(p_user_id, p_kind, 'app') then
        insert into public.notifications (user_id, kind, path, data, dedupe_key)
        values (
          p_user_id, p_kind, p_path,
          (
            select coalesce(jsonb_object_agg(key, value), '{}')
            from jsonb_each(p_data) where key = any (shown)
          ),
          p_dedupe_key)
        on conflict do nothing;
      end if;
      if 'email' = any (p_channels)
        and public.is_notification_enabled(p_user_id, p_kind, 'email') then
        if public.notification_group(p_kind) not in ('bookings', 'payments') then
          insert into public.notification_keys (user_id) values (p_user_id) on conflict do nothing;
          select key into unsubscribe_key from public.notification_keys where user_id = p_user_id;
        end if;
        perform public.queue_mail(
          p_kind, public.email_of_user(p_user_id),
          p_data || jsonb_strip_nulls(jsonb_build_object(
            'unsubscribe_key', unsubscribe_key,
            'unsubscribe_group',
            case when unsubscribe_key is not null then public.notification_group(p_kind) end)),
          p_dedupe_key, p_user_id,
          -- Delays payout emails, so that several payouts are merged into one email: a host who
          -- connects Stripe gets all due payouts within seconds. Delays the email about a hidden
          -- review, because an admin can show the review again within a minute; see decide_review.
          case p_kind
            when 'payout-sent' then now() + interval '3 minutes'
            when 'review-hidden' then now() + interval '1 minute'
            else now()
          end);
      end if;
    end
  $$;

create or replace function public.use_unsubscribe_link(p_key uuid, p_group_name text, p_action text)
  returns boolean
  language plpgsql security definer set search_path = '' as $$
    declare
      owner_id uuid;
    begin
      select user_id into owner_id from public.notification_keys where key = p_key;
      if owner_id is null
        or p_group_name not in ('payouts', 'messages', 'reviews', 'reminders', 'agenda', 'calendars')
      then
        return false;
      end if;
      if p_action = 'is-unsubscribed' then
        return exists (
          select from public.notification_preferences
          where user_id = owner_id and group_name = p_group_name and channel = 'email'
            and not is_enabled);
      end if;
      if p_action in ('unsubscribe', 'resubscribe') then
        insert into public.notification_preferences (user_id, group_name, channel, is_enabled)
        values (owner_id, p_group_name, 'email', p_action = 'resubscribe')
        on conflict (user_id, group_name, channel) do update
          set is_enabled = excluded.is_enabled, updated_at = now();
      end if;
      return true;
    end
  $$;

-- Returns the guest's published review of a booking, even if an admin has hidden it. An extension
-- is reviewed with its first booking. Returns no row unless the caller is an admin.
create function public.booking_review(p_booking_id uuid)
  returns table (
    id uuid, rating integer, comment text, photos text[], answer text, hidden_at timestamptz)
  language sql stable security definer set search_path = '' as $$
    with recursive stay as (
      select bookings.id, extends_booking_id, start_time
      from public.bookings where bookings.id = p_booking_id
      union all
      select bookings.id, bookings.extends_booking_id, bookings.start_time
      from stay
      join public.bookings on bookings.id = stay.extends_booking_id
    )
    select reviews.id, reviews.rating, reviews.comment, reviews.photos, reviews.answer,
      reviews.hidden_at
    from stay
    join public.reviews on reviews.booking_id = stay.id
    where reviews.published_at is not null and public.is_admin()
    -- Before version 0.2, an extension could have its own review, which is returned first.
    order by stay.start_time desc
    limit 1
  $$;

revoke execute on function public.booking_review from public, anon;
grant execute on function public.booking_review to authenticated;

create or replace function public.decide_review(p_review_id uuid, p_is_hidden boolean, p_reason text)
  returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      review public.reviews;
      event_key constant text := format('review-hidden:%s:', p_review_id);
    begin
      perform public.require_aal();
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      if coalesce(char_length(trim(p_reason)), 0) not between 1 and 2000 then
        raise exception using errcode = 'PT400', detail = 'bad_decision',
          message = 'Please give a reason';
      end if;
      select * into review from public.reviews where id = p_review_id for update;
      if not found then
        raise exception using errcode = 'PT404', detail = 'review_not_found',
          message = 'This review no longer exists';
      end if;
      update public.reviews
      set hidden_at = case when p_is_hidden then coalesce(hidden_at, now()) end
      where id = p_review_id;
      update public.review_reports set resolved_at = now()
      where review_id = p_review_id and resolved_at is null;
      insert into public.review_decisions (review_id, admin_id, is_hidden, reason)
      values (p_review_id, (select auth.uid()), p_is_hidden, trim(p_reason));
      perform public.record_admin_action(case when p_is_hidden then 'review.hide' else 'review.show' end,
        'review', p_review_id::text, p_reason);
      -- notify delays the email about a hidden review by a minute. If an admin shows the review
      -- again within this minute, deletes the email and the notification of the review's author.
      if not p_is_hidden and review.hidden_at > clock_timestamp() - interval '1 minute' then
        delete from public.outgoing_mails
        where user_id = review.user_id and template = 'review-hidden'
          and starts_with(dedupe_key, event_key) and created_at >= review.hidden_at;
        delete from public.notifications
        where user_id = review.user_id and kind = 'review-hidden'
          and starts_with(dedupe_key, event_key) and created_at >= review.hidden_at;
        return;
      end if;
      if (review.hidden_at is not null) <> p_is_hidden and not exists (
        select from auth.users where id = review.user_id and banned_until > now()
      ) then
        perform public.notify(
          review.user_id, case when p_is_hidden then 'review-hidden' else 'review-shown' end,
          '/bookings/' || review.booking_id || '/review',
          public.booking_mail_data(review.booking_id)
            || jsonb_strip_nulls(jsonb_build_object(
              'hidden_reason', case when p_is_hidden then trim(p_reason) end)),
          event_key || clock_timestamp());
      end if;
    end
  $$;

-- A blocker names the current day of a moved booking.
create or replace function public.account_deletion_blockers(p_user_id uuid)
  returns table (
    kind text, id uuid, title text, on_day date, amount numeric, currency text
  )
  language sql stable security definer set search_path = '' as $$
    with relevant as (
      select bookings.*, spaces.title,
        (bookings.start_time at time zone bookings.time_zone)::date as on_day,
        spaces.user_id as host_id
      from public.bookings
      join public.spaces on spaces.id = bookings.space_id
      where bookings.user_id = p_user_id or spaces.user_id = p_user_id
    ),
    upcoming as (
      select * from relevant where status in ('requested', 'confirmed') and end_time > now()
    )
    select case when user_id = p_user_id then 'guest_booking' else 'host_booking' end,
      id, title, on_day, null::numeric, null::text
    from upcoming
    union all
    -- An open payment blocks the deletion, because the guest can still be charged.
    select case when payments.user_id = p_user_id then 'guest_checkout' else 'host_checkout' end,
      payments.id, spaces.title,
      (payments.start_time at time zone payments.time_zone)::date, null, null
    from public.payments
    join public.spaces on spaces.id = payments.space_id
    where payments.status = 'open'
      and (payments.user_id = p_user_id or spaces.user_id = p_user_id)
    union all
    -- An open dispute blocks the deletion, even if the host has already been paid.
    select 'dispute', relevant.id, relevant.title, relevant.on_day, null, null
    from relevant
    where exists (
      select from public.disputes
      join public.payments on payments.id = disputes.payment_id
      where (public.payment_of(payments.id)).booking_id = relevant.id
        and disputes.closed_at is null
    )
    union all
    select 'problem', relevant.id, relevant.title, relevant.on_day, null, null
    from relevant
    where exists (
      select from public.booking_problems problems
      where problems.booking_id = relevant.id
        and (problems.status = 'open' or problems.kind = 'damage'
          and problems.status = 'upheld' and problems.settled_at is null)
    )
    union all
    select 'refund', refunds.id, spaces.title,
      -- Prefers the time of the booking, because a booking change does not update the payment's
      -- time.
      (coalesce(bookings.start_time, payments.start_time) at time zone payments.time_zone)::date,
      public.from_minor(refunds.amount_minor, refunds.currency), refunds.currency::text
    from public.refunds
    join public.payments on payments.id = refunds.payment_id
    join public.spaces on spaces.id = payments.space_id
    left join public.bookings on bookings.id = (public.payment_of(payments.id)).booking_id
    where payments.user_id = p_user_id
      and refunds.status in ('pending', 'processing', 'failed')
    union all
    select 'payout', payouts.id, relevant.title, relevant.on_day,
      public.from_minor(payouts.amount_minor, payouts.currency), payouts.currency::text
    from public.payouts
    join relevant on relevant.id = payouts.booking_id
    where payouts.host_id = p_user_id
      and payouts.status = 'scheduled' and payouts.amount_minor > 0
      and payouts.frozen_at is null
      and not exists (select from upcoming where upcoming.id = payouts.booking_id)
    order by 4, 3
  $$;

create or replace function public.mails_to_user(p_user_id uuid, p_email text)
  returns setof public.outgoing_mails
  language sql stable set search_path = '' as $$
    select outgoing_mails.* from public.outgoing_mails
    where lower(recipient) = lower(p_email) and user_id is null
      or user_id = p_user_id
      or starts_with(dedupe_key, format('account:%s:', p_user_id))
  $$;

create or replace function public.erase_account(p_user_id uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      person public.profiles;
      blocking jsonb;
      own_email text;
    begin
      -- Takes the same locks as a checkout, in the same order, so that no checkout starts
      -- concurrently.
      perform pg_advisory_xact_lock(hashtextextended('checkout:' || p_user_id::text, 0));
      perform from public.spaces where user_id = p_user_id order by id for update;
      select * into person from public.profiles where id = p_user_id for update;
      if not found then
        raise exception using errcode = 'PT404', detail = 'account_not_found',
          message = 'Account not found';
      end if;
      if person.deleted_at is not null then
        return jsonb_build_object('erased', true, 'blockers', '[]'::jsonb);
      end if;

      select coalesce(jsonb_agg(to_jsonb(blockers)), '[]') into blocking
      from public.account_deletion_blockers(p_user_id) as blockers;
      if blocking <> '[]' then
        return jsonb_build_object('erased', false, 'blockers', blocking);
      end if;

      delete from public.spaces
      where user_id = p_user_id
        and not exists (select from public.bookings where bookings.space_id = spaces.id)
        and not exists (select from public.payments where payments.space_id = spaces.id);
      -- Keeps the titles and locations of the spaces, because guests' receipts show them.
      update public.spaces
      set withdrawn_at = now(), available = false, featured = false, popular = false,
        "greatValue" = false, images = '{}', meta_description = null, meta_keywords = null,
        description = 'This space is no longer listed.', house_rules = '', included = '{}',
        neighborhood = '', latitude = null, longitude = null
      where user_id = p_user_id;
      delete from public.space_addresses using public.spaces
      where spaces.id = space_addresses.space_id and spaces.user_id = p_user_id;
      delete from public.space_arrival_notes using public.spaces
      where spaces.id = space_arrival_notes.space_id and spaces.user_id = p_user_id;
      delete from public.space_calendar_links using public.spaces
      where spaces.id = space_calendar_links.space_id and spaces.user_id = p_user_id;
      delete from public.space_calendars using public.spaces
      where spaces.id = space_calendars.space_id and spaces.user_id = p_user_id;
      delete from public.space_extras using public.spaces
      where spaces.id = space_extras.space_id and spaces.user_id = p_user_id;
      delete from public.space_changes using public.spaces
      where spaces.id = space_changes.space_id and spaces.user_id = p_user_id;
      update public.space_changes set changed_by = null where changed_by = p_user_id;

      update public.reviews set user_id = null where user_id = p_user_id;
      update public.guest_reviews set host_id = null where host_id = p_user_id;
      delete from public.guest_reviews where guest_id = p_user_id;
      update public.review_reports set user_id = null where user_id = p_user_id;
      update public.space_reports set user_id = null where user_id = p_user_id;
      update public.booking_problems set details = '', photos = '{}' where user_id = p_user_id;
      -- Empties only the deleted user's messages, because the other side keeps the conversation.
      update public.messages set body = '', attachments = '[]' where author_id = p_user_id;
      update public.payments set guest_message = '' where user_id = p_user_id;
      update public.conversation_reports set user_id = null where user_id = p_user_id;
      delete from public.quick_replies where user_id = p_user_id;
      delete from public.user_blocks where p_user_id in (user_id, blocked_id);
      delete from public.favorite_lists where user_id = p_user_id;
      delete from public.billing_details where user_id = p_user_id;
      delete from public.host_accounts where host_id = p_user_id;
      delete from public.bank_payouts where host_id = p_user_id;
      delete from public.notifications where user_id = p_user_id;
      delete from public.notification_preferences where user_id = p_user_id;
      delete from public.notification_keys where user_id = p_user_id;
      delete from public.account_usage where user_id = p_user_id;

      perform public.write_off_debts(p_user_id);
      own_email := public.verified_email(p_user_id);
      -- An account created by SSO can have the same email as another account. Keeps the messages
      -- and the newsletter subscription if another account has verified this email.
      if exists (
        select from auth.users
        where lower(email) = lower(own_email) and id <> p_user_id and deleted_at is null
          and public.verified_email(id) is not null
      ) then
        own_email := null;
      end if;
      perform public.delete_messages(p_user_id, own_email);
      perform public.queue_account_mail(
        p_user_id, 'account-deleted', public.email_of_user(p_user_id), '{}');

      update public.profiles
      set full_name = null, avatar_url = null, bio = '', languages = '{}', is_admin = false,
        stripe_account_id = null, stripe_onboarding_complete = false, deleted_at = now()
      where id = p_user_id;

      -- Frees the email address, and bans the user so that OAuth sign-ins in flight are rejected.
      -- Updates the user before deleting its sessions, like the auth service, so that no session
      -- can be created afterwards.
      update auth.users
      set email = null, phone = null, email_change = '', phone_change = '',
        encrypted_password = null, raw_user_meta_data = '{}',
        banned_until = now() + interval '100 years', updated_at = now()
      where id = p_user_id;
      delete from auth.sessions where user_id = p_user_id;
      delete from auth.identities where user_id = p_user_id;
      delete from auth.mfa_factors where user_id = p_user_id;
      delete from auth.one_time_tokens where user_id = p_user_id;
      delete from auth.flow_state where user_id = p_user_id;

      insert into public.account_deletions (user_id) values (p_user_id);
      return jsonb_build_object('erased', true, 'blockers', '[]'::jsonb);
    end
  $$;

-- Deletes the confirmation of an account deletion once it was sent or abandoned, because the email
-- address of a deleted account must not be kept.
create function public.delete_finished_mail() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      delete from public.outgoing_mails where id = new.id;
      return null;
    end
  $$;

revoke execute on function public.delete_finished_mail from public, anon, authenticated;

create trigger delete_finished_mail
  after update of sent_at, abandoned_at on public.outgoing_mails
  for each row when (
    new.template = 'account-deleted' and coalesce(new.sent_at, new.abandoned_at) is not null)
  execute function public.delete_finished_mail();

create or replace function public.export_account(p_user_id uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
      'profile', (
        select to_jsonb(profiles) - 'deleted_at' from public.profiles where id = p_user_id
      ),
      'sessions', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'created_at', sessions.created_at, 'refreshed_at', sessions.refreshed_at,
          'expires_at', sessions.not_after,
          'user_agent', sessions.user_agent, 'ip', host(sessions.ip)
        ) order by sessions.created_at), '[]')
        from auth.sessions where user_id = p_user_id
      ),
      'security_events', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'created_at', entries.created_at, 'action', entries.payload ->> 'action',
          'user_agent', entries.payload #>> '{traits,user_agent}',
          'ip', nullif(entries.ip_address, ''),
          'facts', coalesce((entries.payload -> 'traits')::jsonb - 'user_agent', '{}')
        ) order by entries.created_at, entries.id), '[]')
        from auth.audit_log_entries as entries
        where entries.payload ->> 'actor_id' = p_user_id::text
          and entries.payload ->> 'action' not in ('token_refreshed', 'challenge_created')
      ),
      'spaces', (
        select coalesce(jsonb_agg(
          to_jsonb(spaces) - 'user_id'
            - 'newest_key' - 'rating_key' - 'price_key' - 'image_previews'
          order by created_at), '[]')
        from public.spaces where user_id = p_user_id
      ),
      'bookings', (
        select coalesce(jsonb_agg(
          to_jsonb(bookings) - 'user_id' - 'host_commission_percentage' - 'host_commission_amount'
            - 'host_share_amount'
            || jsonb_build_object('space', jsonb_build_object(
              'title', spaces.title, 'location', spaces.location, 'country', spaces.country))
          order by bookings.start_time), '[]')
        from public.bookings
        join public.spaces on spaces.id = bookings.space_id
        where bookings.user_id = p_user_id
      ),
      'bookings_of_my_spaces', (
        select coalesce(jsonb_agg(
          to_jsonb(bookings) - 'user_id' || jsonb_build_object('space_title', spaces.title)
          order by bookings.start_time), '[]')
        from public.bookings
        join public.spaces on spaces.id = bookings.space_id
        where spaces.user_id = p_user_id
      ),
      'payment_customer', (
        select stripe_customer_id from public.payment_customers where user_id = p_user_id
      ),
      'booking_changes', (
        select coalesce(jsonb_agg(
          to_jsonb(changes) - 'host_commission_minor' - 'host_share_minor'
          order by changes.created_at), '[]')
        from public.booking_changes changes
        join public.bookings on bookings.id = changes.booking_id
        where bookings.user_id = p_user_id
      ),
      'payments', (
        select coalesce(jsonb_agg(
          to_jsonb(payments) - 'user_id' - 'hold_id' - 'host_commission_percentage'
            - 'host_commission_minor' - 'host_share_minor'
          order by payments.created_at), '[]')
        from public.payments where user_id = p_user_id
      ),
      'refunds', (
        select coalesce(jsonb_agg(
          to_jsonb(refunds) - 'attempt' - 'key_number' - 'last_error' - 'retry_at'
          order by refunds.created_at), '[]')
        from public.refunds
        join public.payments on payments.id = refunds.payment_id
        where payments.user_id = p_user_id
      ),
      'payouts', (
        select coalesce(jsonb_agg(
          to_jsonb(payouts) - 'host_id' - 'attempt' - 'sending_minor'
            - 'transfer_requested_at' - 'last_error' - 'retry_at'
          order by payouts.created_at), '[]')
        from public.payouts where host_id = p_user_id
      ),
      'billing_details', (
        select to_jsonb(details) - 'user_id' from public.billing_details details
        where user_id = p_user_id
      ),
      'invoices', (
        select coalesce(jsonb_agg(to_jsonb(documents) - 'seller' order by issued_at, number), '[]')
        from public.documents
        where seller = p_user_id::text
          or (subject <> 'commission' and booking_id in (
            select id from public.bookings where user_id = p_user_id))
      ),
      'payout_account', (
        select to_jsonb(accounts) - 'host_id' from public.host_accounts accounts
        where host_id = p_user_id
      ),
      'bank_payouts', (
        select coalesce(jsonb_agg(to_jsonb(bank) - 'host_id' order by bank.created_at), '[]')
        from public.bank_payouts bank where host_id = p_user_id
      ),
      'addresses_of_my_spaces', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'space_id', spaces.id, 'street_address', addresses.street_address,
          'latitude', addresses.latitude, 'longitude', addresses.longitude, 'notes', arrival.notes
        ) order by spaces.created_at), '[]')
        from public.spaces
        left join public.space_addresses addresses on addresses.space_id = spaces.id
        left join public.space_arrival_notes arrival on arrival.space_id = spaces.id
        where spaces.user_id = p_user_id
          and (addresses.space_id is not null or arrival.space_id is not null)
      ),
      'extras_of_my_spaces', (
        select coalesce(jsonb_agg(to_jsonb(extras) order by extras.space_id, extras.position), '[]')
        from public.space_extras extras
        join public.spaces on spaces.id = extras.space_id
        where spaces.user_id = p_user_id
      ),
      'imported_calendars_of_my_spaces', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'space_id', calendars.space_id, 'name', calendars.name, 'url', calendars.url,
          'created_at', calendars.created_at, 'events', (
            select coalesce(jsonb_agg(to_jsonb(events) - 'calendar_id' order by start_time), '[]')
            from public.space_calendar_events events where events.calendar_id = calendars.id)
        ) order by calendars.created_at), '[]')
        from public.space_calendars calendars
        join public.spaces on spaces.id = calendars.space_id
        where spaces.user_id = p_user_id
      ),
      'changes_of_my_spaces', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'space_id', changed.space_id, 'changed_at', changed.changed_at,
          'changes', changed.changes) order by changed.id), '[]')
        from public.space_changes changed
        join public.spaces on spaces.id = changed.space_id
        where spaces.user_id = p_user_id
      ),
      'favorites', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'list', favorite_lists.name, 'created_at', favorite_lists.created_at,
          'spaces', (
            select coalesce(jsonb_agg(spaces.title order by favorites.created_at), '[]')
            from public.favorites join public.spaces on spaces.id = favorites.space_id
            where favorites.list_id = favorite_lists.id)
        ) order by favorite_lists.created_at), '[]')
        from public.favorite_lists where user_id = p_user_id
      ),
      'notifications', (
        select coalesce(jsonb_agg(
          to_jsonb(notifications) - 'user_id' - 'dedupe_key' order by created_at), '[]')
        from public.notifications where user_id = p_user_id
      ),
      'notification_preferences', (
        select coalesce(jsonb_agg(
          to_jsonb(preferences) - 'user_id' order by group_name, channel), '[]')
        from public.notification_preferences preferences where user_id = p_user_id
      ),
      'booking_problems', (
        select coalesce(jsonb_agg(to_jsonb(problems) - 'user_id' order by created_at), '[]')
        from public.booking_problems problems where user_id = p_user_id
      ),
      'space_reports', (
        select coalesce(jsonb_agg(to_jsonb(reports) - 'user_id' order by created_at), '[]')
        from public.space_reports reports where user_id = p_user_id
      ),
      'conversations', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'space_title', spaces.title, 'created_at', conversations.created_at,
          'as', case when conversations.guest_id = p_user_id then 'guest' else 'host' end,
          'messages', (
            select coalesce(jsonb_agg(jsonb_build_object(
              'sent_by_you', messages.author_id = p_user_id,
              'text', case when messages.author_id = p_user_id or public.may_share_contacts(
                  conversations.guest_id, conversations.host_id) then messages.body
                else public.mask_contacts(messages.body) end,
              'files', jsonb_array_length(messages.attachments),
              'created_at', messages.created_at) order by messages.created_at), '[]')
            from public.messages where messages.conversation_id = conversations.id)
        ) order by conversations.created_at), '[]')
        from public.conversations
        left join public.spaces on spaces.id = conversations.space_id
        where p_user_id in (conversations.guest_id, conversations.host_id)
      ),
      'quick_replies', (
        select coalesce(jsonb_agg(to_jsonb(replies) - 'user_id' order by created_at), '[]')
        from public.quick_replies replies where user_id = p_user_id
      ),
      'conversation_reports', (
        select coalesce(jsonb_agg(to_jsonb(reports) - 'user_id' order by created_at), '[]')
        from public.conversation_reports reports where user_id = p_user_id
      ),
      'blocked_users', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'user_id', blocked_id, 'created_at', created_at) order by created_at), '[]')
        from public.user_blocks where user_id = p_user_id
      ),
      'reviews', (
        select coalesce(jsonb_agg(to_jsonb(reviews) - 'user_id' order by created_at), '[]')
        from public.reviews where user_id = p_user_id
      ),
      'guest_reviews', (
        select coalesce(
          jsonb_agg(to_jsonb(reviews) - '{guest_id,host_id}'::text[] order by created_at), '[]')
        from public.guest_reviews reviews
        where host_id = p_user_id
          or guest_id = p_user_id and published_at is not null and hidden_at is null
      ),
      'review_reports', (
        select coalesce(jsonb_agg(to_jsonb(reports) - 'user_id' order by created_at), '[]')
        from public.review_reports reports where user_id = p_user_id
      ),
      'files', (
        select coalesce(jsonb_agg(to_jsonb(files)), '[]')
        from public.files_of_user(p_user_id) as files
      )
    ) || public.export_messages(p_user_id, public.verified_email(p_user_id))
  $$;

insert into public.search_aliases (phrase, meanings) values
  ('socal', '{california,los angeles,san diego}'),
  ('bay area', '{san francisco,san jose,oakland}'),
  ('product photography', '{photo space,photo studio}'),
  ('product photo', '{photo space,photo studio}'),
  ('livestream', '{livestream,streaming,video conferencing,camera}'),
  ('live stream', '{streaming,video conferencing,camera}'),
  ('voice over booth', '{podcast studio,recording studio}'),
  ('vocal booth', '{podcast studio,recording studio}'),
  ('recording booth', '{podcast studio,recording studio}'),
  ('greenscreen', '{green screen,chroma,cyclorama}'),
  ('karaoke', '{karaoke,lounge}'),
  ('engagement party', '{event venue,lounge,rooftop}'),
  ('bridal shower', '{event venue,lounge,loft}'),
  ('private office', '{office}'),
  ('pop up shop', '{popup,gallery}'),
  ('pop up store', '{popup,gallery}'),
  ('laser cutter', '{laser,maker,workbench}'),
  ('3d printer', '{3d,maker,workbench}'),
  ('playroom', '{playroom,kids,children,family}'),
  ('therapy', '{therapy,coaching,office,meeting room}'),
  ('coaching', '{coaching,office,meeting room}'),
  ('salsa', '{salsa,dance studio}'),
  ('tango', '{tango,dance studio}'),
  ('zumba', '{zumba,dance studio}'),
  ('boxing', '{boxing,gym,dance studio}'),
  ('cozinha', '{kitchen}'),
  ('escritorio', '{office}'),
  ('casamento', '{wedding,ballroom,banquet,event venue}'),
  ('festa', '{party,event venue,lounge}')
on conflict (phrase) do update set meanings = excluded.meanings;
