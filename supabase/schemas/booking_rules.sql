-- Pages and checkout use the same booking rules, so that checkout accepts every time that pages
-- offer. All hours are local times of the space.

-- Opening hours of a weekday (0 is Sunday). On a weekday without a row, bookings may start from
-- 9:00 to 21:00.
create table public.space_opening_hours (
  space_id uuid not null references public.spaces (id) on delete cascade,
  weekday smallint not null,
  first_start smallint,
  last_start smallint,
  -- Hour after midnight by which a booking must end (26 is 2:00 on the next day). Null if there is
  -- no limit; opening_hours_on then returns midnight if the next day is closed.
  out_by smallint,
  constraint space_opening_hours_pkey primary key (space_id, weekday),
  constraint space_opening_hours_weekday_range check (weekday between 0 and 6),
  constraint space_opening_hours_complete check ((first_start is null) = (last_start is null)),
  constraint space_opening_hours_range
    check (first_start between 0 and 23 and last_start between first_start and 23),
  constraint space_opening_hours_out_by_range check (out_by between last_start + 1 and 48)
);

create table public.space_date_exceptions (
  space_id uuid not null references public.spaces (id) on delete cascade,
  date date not null,
  first_start smallint,
  last_start smallint,
  out_by smallint,
  constraint space_date_exceptions_pkey primary key (space_id, date),
  constraint space_date_exceptions_complete check ((first_start is null) = (last_start is null)),
  constraint space_date_exceptions_range
    check (first_start between 0 and 23 and last_start between first_start and 23),
  constraint space_date_exceptions_out_by_range check (out_by between last_start + 1 and 48)
);

-- Prices of the hours between from_hour and to_hour, instead of the space's hourly price.
create table public.space_price_rules (
  id uuid primary key default gen_random_uuid(),
  space_id uuid not null references public.spaces (id) on delete cascade,
  weekday smallint not null,
  from_hour smallint not null,
  to_hour smallint not null,
  price numeric not null,
  constraint space_price_rules_weekday_range check (weekday between 0 and 6),
  constraint space_price_rules_hours_range check (from_hour between 0 and 23 and to_hour between from_hour + 1 and 24),
  constraint space_price_rules_price_range check (price >= 0 and price <= 9999999),
  constraint space_price_rules_no_overlap exclude using gist (
    space_id with =, weekday with =, int4range(from_hour, to_hour) with &&)
);

-- Discounts for long bookings. If a booking is long enough for several rows, the row with the
-- greatest minimum_hours applies.
create table public.space_length_discounts (
  space_id uuid not null references public.spaces (id) on delete cascade,
  minimum_hours smallint not null,
  percentage smallint not null,
  constraint space_length_discounts_pkey primary key (space_id, minimum_hours),
  constraint space_length_discounts_hours_range check (minimum_hours between 2 and 24),
  constraint space_length_discounts_percentage_range check (percentage between 1 and 90)
);

alter table public.space_opening_hours enable row level security;
alter table public.space_date_exceptions enable row level security;
alter table public.space_price_rules enable row level security;
alter table public.space_length_discounts enable row level security;

-- The subqueries see only spaces that the caller may read, because of row-level security.
create policy "opening hours are as visible as their space" on public.space_opening_hours
  for select to anon, authenticated
  using (exists (select from public.spaces where spaces.id = space_id));
create policy "date exceptions are as visible as their space" on public.space_date_exceptions
  for select to anon, authenticated
  using (exists (select from public.spaces where spaces.id = space_id));
create policy "price rules are as visible as their space" on public.space_price_rules
  for select to anon, authenticated
  using (exists (select from public.spaces where spaces.id = space_id));
create policy "length discounts are as visible as their space" on public.space_length_discounts
  for select to anon, authenticated
  using (exists (select from public.spaces where spaces.id = space_id));

-- Hosts change their rules only with set_booking_rules.
revoke all on public.space_opening_hours, public.space_date_exceptions, public.space_price_rules,
  public.space_length_discounts from anon, authenticated;
grant select on public.space_opening_hours, public.space_date_exceptions, public.space_price_rules,
  public.space_length_discounts to anon, authenticated;

alter publication supabase_realtime add table public.space_opening_hours,
  public.space_date_exceptions, public.space_price_rules, public.space_length_discounts;

-- Raises user_banned if the caller is banned. Raises insufficient_privilege if the caller is not
-- the host, the space is withdrawn or the session lacks the required aal. Locks the space against
-- concurrent checkouts with `for no key update`. `for update` would deadlock with bookings, whose
-- foreign key takes a key share lock on the space.
create function public.require_host(p_space_id uuid) returns void
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

-- Replaces the booking rules in p_rules: booking_mode, instant_needs_verified, buffer_minutes,
-- lead_hours, horizon_days, minimum_hours, maximum_hours, opening_hours, date_exceptions,
-- price_rules and length_discounts. Raises insufficient_privilege, bad_price_rule, too_many_dates
-- or price_too_low. Values out of range violate a check constraint.
create function public.set_booking_rules(p_space_id uuid, p_rules jsonb) returns void
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

-- Raises price_too_low if the host's prices and discounts allow a booking below the minimum card
-- charge.
create function public.require_chargeable_prices(p_space public.spaces) returns void
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

-- Raises has_price_rules or price_too_low. Price rules are amounts in the currency of the space, so
-- the host must remove them before changing the currency.
create function public.check_changed_price() returns trigger
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

create trigger check_changed_price
  after update of price, currency on public.spaces
  for each row when (old.price <> new.price or old.currency <> new.currency)
  execute function public.check_changed_price();

revoke execute on function public.require_chargeable_prices, public.check_changed_price
from public, anon, authenticated;
revoke execute on function public.set_booking_rules from public, anon;

-- Returns a date's opening hours. If the rules of the date set no latest end and the next day is
-- closed, bookings end by midnight. Written in PL/pgSQL, whose cached plan makes slots_of_days
-- faster.
create function public.opening_hours_on(
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

-- Returns the error code of the booking rule that a booking of [p_start, p_end) breaks. Returns
-- null if it breaks no rule.
create function public.span_problem(
  p_space public.spaces, p_start timestamptz, p_end timestamptz
) returns text
  language plpgsql stable set search_path = '' as $$
    declare
      seconds constant numeric := extract(epoch from p_end - p_start);
      local_start constant timestamp := p_start at time zone p_space.time_zone;
      today constant date := now() at time zone p_space.time_zone;
      hours record;
    begin
      if seconds not between 3600 and 86400 or seconds % 3600 <> 0 then return 'bad_duration'; end if;
      if p_start <= now() then return 'in_the_past'; end if;
      if local_start::date > least(
        today + interval '1 year', today + p_space.horizon_days * interval '1 day') then
        return 'too_far_ahead';
      end if;
      if local_start <> date_trunc('hour', local_start) then return 'outside_hours'; end if;
      select * into hours from public.opening_hours_on(p_space.id, local_start::date);
      if (extract(hour from local_start) between hours.first_start and hours.last_start) is not true
      then return 'outside_hours';
      end if;
      if p_end > (local_start::date + hours.out_by * interval '1 hour') at time zone p_space.time_zone
      then return 'ends_too_late';
      end if;
      if seconds < p_space.minimum_hours * 3600 then return 'too_short'; end if;
      if seconds > p_space.maximum_hours * 3600 then return 'too_long'; end if;
      if p_start < now() + p_space.lead_hours * interval '1 hour' then return 'too_soon'; end if;
      return null;
    end
  $$;

create function public.check_bookable_span(
  p_space public.spaces, p_start timestamptz, p_end timestamptz
) returns void
  language plpgsql stable set search_path = '' as $$
    declare
      problem constant text := public.span_problem(p_space, p_start, p_end);
    begin
      if problem is null then return; end if;
      raise exception using errcode = 'PT400', detail = problem, message = case problem
        when 'bad_duration' then 'Please choose a duration of 1 to 24 whole hours'
        when 'in_the_past' then 'Please select a future date and time'
        when 'too_far_ahead' then case
          when p_space.horizon_days > 365 then 'Please select a date within the next year'
          else format('Please select a date within the next %s days', p_space.horizon_days)
        end
        when 'outside_hours' then (
          select case when hours.first_start is null then 'The space is closed on this day'
            else format('Bookings start on the hour, from %s:00 to %s:00 in the time of the space',
              hours.first_start, hours.last_start)
          end
          from public.opening_hours_on(
            p_space.id, (p_start at time zone p_space.time_zone)::date) as hours
        )
        when 'ends_too_late' then 'This booking would end after the space closes'
        when 'too_short' then
          format('This space takes bookings of at least %s hours', p_space.minimum_hours)
        when 'too_long' then
          format('This space takes bookings of at most %s hours', p_space.maximum_hours)
        when 'too_soon' then
          format('This space takes bookings at least %s hours ahead', p_space.lead_hours)
      end;
    end
  $$;

-- Returns the hourly prices of [p_start, p_end) in major units, by the local start of each hour.
create function public.hourly_prices(
  p_space public.spaces, p_start timestamptz, p_end timestamptz
) returns numeric[]
  language sql stable set search_path = '' as $$
    select array_agg(coalesce(rules.price, p_space.price) order by hour)
    from generate_series(p_start, p_end - interval '1 hour', interval '1 hour') as hour
    cross join lateral (select hour at time zone p_space.time_zone as local_start) as local
    left join public.space_price_rules as rules
      on rules.space_id = p_space.id
      and rules.weekday = extract(dow from local.local_start)
      and extract(hour from local.local_start) between rules.from_hour and rules.to_hour - 1
  $$;

create function public.length_discount(p_space_id uuid, p_hours integer) returns integer
  language sql stable set search_path = '' as $$
    select coalesce((
      select percentage from public.space_length_discounts
      where space_id = p_space_id and minimum_hours <= p_hours
      order by minimum_hours desc limit 1), 0)
  $$;

-- Returns the price of [p_start, p_end) after the length discount, in major units. Excludes extras
-- and fees. Must equal `basePriceMinor` of `quoteHours` in domain/fees.ts.
create function public.base_price(
  p_space public.spaces, p_start timestamptz, p_end timestamptz
) returns numeric
  language sql stable set search_path = '' as $$
    select full_price - round(
      full_price * public.length_discount(
        p_space.id, (extract(epoch from p_end - p_start) / 3600)::integer) / 100,
      public.currency_decimals(p_space.currency))
    from (
      select sum(price) as full_price from unnest(public.hourly_prices(p_space, p_start, p_end)) as price
    ) as hours
  $$;

-- Returns a space's {price, rules: [{weekday, from_hour, to_hour, price}], discounts:
-- [{minimum_hours, percentage}], extras: [{id, name, price, unit}]}. Payments store it, to price
-- later booking changes.
create function public.price_rules_of(p_space public.spaces) returns jsonb
  language sql stable set search_path = '' as $$
    select jsonb_build_object(
      'price', p_space.price,
      'rules', (
        select coalesce(jsonb_agg(jsonb_build_object('weekday', weekday, 'from_hour', from_hour,
          'to_hour', to_hour, 'price', price)), '[]')
        from public.space_price_rules where space_id = p_space.id),
      'discounts', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'minimum_hours', minimum_hours, 'percentage', percentage)), '[]')
        from public.space_length_discounts where space_id = p_space.id),
      'extras', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'price', price,
          'unit', unit) order by position), '[]')
        from public.space_extras where space_id = p_space.id))
  $$;

-- Returns hourly prices like hourly_prices, but uses price rules that price_rules_of returned
-- earlier.
create function public.hourly_prices_by(
  p_rules jsonb, p_time_zone text, p_start timestamptz, p_end timestamptz
) returns numeric[]
  language sql stable set search_path = '' as $$
    select array_agg(coalesce(rule.price, (p_rules ->> 'price')::numeric) order by hour)
    from generate_series(p_start, p_end - interval '1 hour', interval '1 hour') as hour
    cross join lateral (select hour at time zone p_time_zone as local_start) as local
    left join lateral jsonb_to_recordset(p_rules -> 'rules')
      as rule (weekday integer, from_hour integer, to_hour integer, price numeric)
      on rule.weekday = extract(dow from local.local_start)
      and extract(hour from local.local_start) between rule.from_hour and rule.to_hour - 1
  $$;

create function public.has_booking_rules(p_space public.spaces) returns boolean
  language sql stable security definer set search_path = '' as $$
    select p_space.buffer_minutes > 0 or p_space.lead_hours > 0 or p_space.horizon_days < 366
      or p_space.minimum_hours > 1 or p_space.maximum_hours < 24
      or exists (select from public.space_opening_hours where space_id = p_space.id)
      or exists (select from public.space_date_exceptions where space_id = p_space.id)
      or exists (select from public.space_price_rules where space_id = p_space.id)
      or exists (select from public.space_length_discounts where space_id = p_space.id)
  $$;

-- Returns the instants at which the local hours p_first to p_last of a date start. Daylight saving
-- time skips or repeats some hours. Tries every half hour, because some time zones shift by 30
-- minutes. Begins two hours early and ends two hours late, because a shift can skip or repeat
-- midnight.
create function public.starts_of_day(
  p_time_zone text, p_date date, p_first integer, p_last integer
) returns setof timestamptz
  language sql stable set search_path = '' as $$
    select slot
    from generate_series(
      p_date::timestamp at time zone p_time_zone - interval '2 hours',
      (p_date + 1)::timestamp at time zone p_time_zone + interval '2 hours',
      interval '30 minutes') as slot
    cross join lateral (select slot at time zone p_time_zone as local_start) as local
    where local_start = date_trunc('hour', local_start)
      and local_start::date = p_date
      and extract(hour from local_start) between p_first and p_last
    order by slot
  $$;

-- Returns the first free start on a date for a booking of p_hours, or null. Without p_hours, uses
-- the minimum duration. With p_from, returns only a start at this local time. With p_most, returns
-- only a start for which the price including the fee is at most p_most. Searches call this function
-- for spaces with booking rules. slots_of_days offers the same starts, and also the time of the
-- caller's own hold.
create function public.first_offered_start(
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

-- Returns the starts of a space for bookings of p_hours on the days p_from to p_to (at most 42), or
-- no rows if the caller may not read the space. The caller's own hold and the booking p_booking_id
-- do not count as taken. Raises bad_duration.
-- state: free, past, taken, or closed (by a booking rule)
-- problem: the error code that checkout would return
-- taken_by: why the first hour is not free, otherwise null. If taken times cover the whole hour:
-- booked, held (by a hold or a request) or blocked (by the host or an imported event). If they
-- cover a part of the hour: partly. If the hour is too close to a taken time: buffer.
create function public.slots_of_days(
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

revoke execute on function public.opening_hours_on, public.span_problem, public.check_bookable_span,
  public.hourly_prices, public.length_discount, public.price_rules_of, public.hourly_prices_by, public.base_price, public.has_booking_rules,
  public.starts_of_day, public.first_offered_start
from public, anon, authenticated;
revoke execute on function public.slots_of_days from public;
grant execute on function public.slots_of_days to anon, authenticated, service_role;

-- Blocks the time [p_start, p_end) of the caller's space, with a private note, and returns the
-- parts that were not blocked before. Existing blocks stay. Does not block hours that are over, so
-- that past bookings cause no conflict. A block of a series belongs to the week that starts at
-- p_week_start, by default at p_start. Raises insufficient_privilege, bad_block, or slot_taken if a
-- booking, checkout or imported event overlaps.
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

-- Blocks each time of p_blocks (starts_at, ends_at, note, series_id, week_starts_at) that is free.
-- Returns the parts that were not blocked before (blocked), and the other times with the reason and
-- the booking (conflicts). Raises insufficient_privilege or bad_block.
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

-- Unblocks times and restores the buffers that the blocks replaced. If p_series_id is not null,
-- unblocks only blocks of this series that are not over. Returns the unblocked times that are not
-- over; to undo, pass them to block_times. Raises insufficient_privilege.
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

-- Kept for pages of version 0.2.0 that are still open in a browser. Later versions call
-- unblock_times.
create function public.unblock_time(p_space_id uuid, p_start timestamptz, p_end timestamptz)
  returns void
  language sql set search_path = '' as $$
    select public.unblock_times(p_space_id, tstzmultirange(tstzrange(p_start, p_end)))
  $$;

-- Replaces the note of the blocks within [p_start, p_end). Raises insufficient_privilege.
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

-- Stores a block as rows of at most 24 hours, and ends the buffer of an earlier booking or checkout
-- at the start of the block. Raises slot_taken, with the id of the conflicting booking as hint.
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

revoke execute on function public.require_host, public.take_blackout
from public, anon, authenticated;
revoke execute on function public.block_time, public.block_times, public.unblock_times,
  public.unblock_time, public.set_block_note
from public, anon;
