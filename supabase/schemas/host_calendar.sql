-- Returns the taken times of the caller's spaces on the local days p_from to p_to (at most 62).
-- kind is hold, request, booking, blackout or calendar. Adjacent blocks with the same note become
-- one entry, and so do adjacent imported times. Weekly blocks of seven days are adjacent, but each
-- week stays a separate entry. Returns JSON, because PostgREST limits the number of rows.
create function public.host_calendar(p_from date, p_to date, p_space_id uuid default null)
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

revoke execute on function public.host_calendar from public, anon;
