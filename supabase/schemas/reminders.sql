
-- Reminds guests twice: one day and two hours before their booking starts. The dedupe key contains
-- the start, so that a moved booking gets new reminders. A booking made after the time of a
-- reminder does not get that reminder.
create function public.queue_reminders(p_as_of timestamptz) returns integer
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

-- Deletes the reminders of a booking that is cancelled or moved: unsent emails and all
-- notifications.
create function public.drop_reminders() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      delete from public.outgoing_mails
      where sent_at is null and template in ('reminder-day', 'reminder-hours')
        and user_id = new.user_id and data ->> 'booking_id' = new.id::text;
      delete from public.notifications
      where user_id = new.user_id and kind in ('reminder-day', 'reminder-hours')
        and path = '/bookings/' || new.id;
      return null;
    end
  $$;

create trigger drop_reminders
  after update of status, start_time on public.bookings
  for each row when (
    (old.status = 'confirmed' and new.status <> 'confirmed')
    or old.start_time is distinct from new.start_time
  )
  execute function public.drop_reminders();

-- Emails hosts their bookings of the day at 7:00 local time. After a downtime, sends these emails
-- until 10:00.
create function public.queue_agendas(p_as_of timestamptz) returns integer
  language plpgsql security definer set search_path = '' as $$
    declare
      agenda record;
      queued integer := 0;
    begin
      for agenda in
        select spaces.user_id, bookings.time_zone, (p_as_of at time zone bookings.time_zone)::date
            as day,
          jsonb_agg(jsonb_build_object(
            'booking_id', bookings.id, 'space_title', spaces.title,
            'starts_at', bookings.start_time, 'ends_at', bookings.end_time,
            'guest_name', guests.full_name, 'guest_count', bookings.guest_count,
            'extras', bookings.extras) order by bookings.start_time, spaces.title) as bookings
        from public.bookings
        join public.spaces on spaces.id = bookings.space_id
        join public.profiles guests on guests.id = bookings.user_id
        where bookings.status = 'confirmed'
          and bookings.start_time between p_as_of - interval '1 day' and p_as_of + interval '1 day'
          and (bookings.start_time at time zone bookings.time_zone)::date
            = (p_as_of at time zone bookings.time_zone)::date
          and extract(hour from p_as_of at time zone bookings.time_zone) between 7 and 9
        group by spaces.user_id, bookings.time_zone
      loop
        continue when exists (
          select from public.outgoing_mails
          where dedupe_key = format('agenda-day:%s:%s:%s',
            agenda.user_id, agenda.time_zone, agenda.day));
        perform public.notify(
          agenda.user_id, 'agenda-day', '/hosting',
          jsonb_build_object('time_zone', agenda.time_zone, 'bookings', agenda.bookings),
          format('agenda-day:%s:%s:%s', agenda.user_id, agenda.time_zone, agenda.day), '{email}');
        queued := queued + 1;
      end loop;
      return queued;
    end
  $$;

revoke execute on function public.queue_reminders, public.drop_reminders, public.queue_agendas
from public, anon, authenticated;
grant execute on function public.queue_reminders, public.queue_agendas to service_role;
