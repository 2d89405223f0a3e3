import { afterAll, beforeAll, expect, test } from 'vitest'
import { quoteHours } from '@hourspace/domain/fees.ts'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'

/**
 * Time zones with a daylight saving time shift of one hour, 30 minutes (Lord Howe) or two hours
 * (Troll), with a shift at midnight (Havana), and without shifts (Kathmandu, UTC+5:45).
 * EVERY_TIME_ZONE=1 tests all time zones, and all combinations of day, duration and clock instead
 * of one in eight.
 */
const sample = [
  'America/New_York',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'America/Havana',
  'Asia/Kathmandu',
]
const isEvery = Boolean(process.env['EVERY_TIME_ZONE'])

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const { sql } = database
  // Replaces the clock that the functions under test read.
  await sql`
    do $do$
    declare
      definition text;
    begin
      for definition in
        select pg_get_functiondef(oid) from pg_proc
        where pronamespace = 'public'::regnamespace and proname in (
          'span_problem', 'slots_of_days', 'first_offered_start', 'list_conditions')
      loop
        execute replace(definition, 'now()', $$current_setting('test.now')::timestamptz$$);
      end loop;
    end
    $do$`
  await sql`insert into auth.users (email) values ('host@example.com')`
  await sql`alter table spaces disable trigger complete_space`
  const zones = isEvery
    ? await sql<{ name: string }[]>`select name from public.time_zones`
    : sample.map((name) => ({ name }))
  // Four spaces in each time zone: without rules; open all day, with a buffer and prices; with
  // limits and date exceptions; with prices and discounts.
  await sql`
    insert into public.spaces (user_id, title, description, type, price, location, country, capacity,
      amenities, time_zone, buffer_minutes, lead_hours, horizon_days, minimum_hours, maximum_hours)
    select profiles.id, rules.name, 'Light', 'studio', 40, zone || ' ' || rules.name, 'X', 4, '{Wi-Fi}', zone,
      rules.buffer, rules.lead, rules.horizon, rules.least, rules.most
    from profiles, unnest(${zones.map(({ name }) => name)}::text[]) as zone, (values
      ('none', 0, 0, 366, 1, 24), ('open', 45, 0, 366, 1, 24), ('limits', 90, 20, 30, 2, 8),
      ('prices', 0, 0, 366, 1, 24)
    ) as rules (name, buffer, lead, horizon, least, most)`
  await sql`
    insert into public.space_opening_hours (space_id, weekday, first_start, last_start, out_by)
    select id, weekday, case when title = 'open' then 0 when weekday > 1 then 6 end,
      case when title = 'open' then 23 when weekday > 1 then 22 end,
      case when title = 'open' then 30 when weekday > 1 then 24 end
    from public.spaces, generate_series(0, 6) as weekday where title in ('open', 'limits')`
  await sql`
    insert into public.space_price_rules (space_id, weekday, from_hour, to_hour, price)
    select id, weekday, from_hour, to_hour, 33.33 + weekday + from_hour
    from public.spaces, generate_series(0, 6) as weekday,
      (values (0, 2), (2, 9), (12, 17), (18, 24)) as hours (from_hour, to_hour)
    where title in ('prices', 'open')`
  await sql`
    insert into public.space_length_discounts (space_id, minimum_hours, percentage)
    select id, minimum, minimum * 3 from public.spaces, unnest(array[2, 4, 12]) as minimum
    where title = 'prices'`
  // The days of three years on which daylight saving time begins or ends, the days before them, and
  // one other day.
  await sql`
    create table public.test_days as
    with days as (
      select name as zone, day::date,
        (day + interval '1 day') at time zone name - day at time zone name as length
      from public.time_zones,
        generate_series(current_date, current_date + interval '3 years', interval '1 day') as day
      where name in (select time_zone from public.spaces)
    )
    select zone, day from days where length <> interval '1 day'
    union select zone, day - 1 from days where length <> interval '1 day'
    union select zone, current_date + 40 from days`
  await sql`
    insert into public.space_date_exceptions (space_id, date, first_start, last_start, out_by)
    select id, day, 1, 14, 16 from public.spaces
    join public.test_days on zone = time_zone
    where title = 'limits' and extract(day from day)::integer % 2 = 0`
  await sql`
    select public.take_slot(id, start, start + interval '2 hours', 'blackout', null, null,
      start + interval '2 hours 30 minutes')
    from public.spaces join public.test_days on zone = time_zone,
      lateral (select (day + time '11:00') at time zone zone as start) as starts`
})

afterAll(() => database.drop())

type Day = {
  space: string
  /**
   * The starts that pages show and checkout accepts, and the first start that each search finds, as
   * text from PostgreSQL.
   */
  shown: string[]
  accepted: string[]
  searched: string | null
  listed: string | null
}

test('pages offer exactly the start times that checkout accepts, and searches find the first start time, even on daylight saving changes', async () => {
  const { sql } = database
  await sql`
    create function public.test_day(p_space public.spaces, p_day date, p_hours integer, p_now timestamptz,
      out shown text[], out accepted text[], out searched text, out listed text)
    language plpgsql as $$
    begin
      perform set_config('test.now', p_now::text, true);
      shown := array(
        select starts_at::text from public.slots_of_days(p_space.id, p_day, p_day, p_hours)
        where state = 'free' order by starts_at);
      accepted := array(
        select start::text
        from generate_series(p_day - interval '16 hours', p_day + interval '40 hours', interval '15 minutes') as utc,
          lateral (select utc at time zone 'UTC' as start) as starts
        where (start at time zone p_space.time_zone)::date = p_day
          and public.span_problem(p_space, start, start + p_hours * interval '1 hour') is null
          and not exists (
            select from public.space_availability as taken
            where taken.space_id = p_space.id and taken.active
              and taken.during && tstzrange(start, start + p_hours * interval '1 hour'
                + p_space.buffer_minutes * interval '1 minute'))
        order by start);
      searched := public.first_offered_start(p_space.id, p_day, null, p_hours);
      listed := (public.search_spaces(jsonb_build_object('date', p_day, 'hours', p_hours,
        'location', p_space.location)) -> 'spaces' -> 0 ->> 'free_from')::timestamptz;
    end $$`
  const days = await sql<Day[]>`
    select spaces.location || ' ' || day || ' for ' || hours || ' h at ' || clock as space, tested.*
    from public.spaces
    join public.test_days on zone = time_zone,
      unnest(array[1, 3, 24]) as hours,
      -- Sets the clock to a time 15 days before the day, and to 9:20 on the day itself.
      unnest(array[interval '-15 days', interval '9 hours 20 minutes']) as clock,
      lateral public.test_day(spaces, day, hours, (day + clock) at time zone zone) as tested
    where ${isEvery} or (hashtext(spaces.location || day || hours || clock) & 7) = 0`
  expect(days.length).toBeGreaterThan(80)
  expect(days.filter(({ accepted }) => accepted.length > 0).length).toBeGreaterThan(30)
  expect(days.filter(({ shown, accepted }) => shown.join() !== accepted.join())).toEqual([])
  const first = ({ accepted }: Day) => accepted[0] ?? null
  expect(days.filter((day) => day.searched !== first(day) || day.listed !== first(day))).toEqual([])
}, 3_600_000)

test('the SQL function base_price equals quoteHours and bills each elapsed hour once, even when daylight saving time begins or ends', async () => {
  const { sql } = database
  const spans = await sql<
    { prices: string[]; discount: number; base: string; hours: number; label: string }[]
  >`
    select spaces.location || ' ' || start as label, hours,
      public.hourly_prices(spaces, start, start + hours * interval '1 hour') as prices,
      public.length_discount(spaces.id, hours) as discount,
      public.base_price(spaces, start, start + hours * interval '1 hour') as base
    from public.spaces
    join public.test_days on zone = time_zone,
      unnest(array[1, 3, 24]) as hours, unnest(array[0, 18]) as hour,
      lateral (select (day + make_time(hour, 0, 0)) at time zone zone as start) as starts
    where title in ('prices', 'open')`
  const wrong = spans.filter(({ prices, discount, base, hours }) => {
    const quoted = quoteHours(prices, 'USD', { discountPercentage: discount })
    return prices.length !== hours || quoted.basePriceMinor !== Math.round(Number(base) * 100)
  })
  expect(spans.length).toBeGreaterThan(300)
  expect(wrong).toEqual([])
})

test('the SQL function round(), which base_price uses, rounds every discount as quoteHours does', async () => {
  const rows = await database.sql<{ minor: number; discount: number; rounded: string }[]>`
    select minor, discount, round(minor / 100.0 * discount / 100, 2) * 100 as rounded
    from generate_series(0, 2000, 7) as minor, generate_series(0, 90) as discount`
  const wrong = rows.filter(({ minor, discount, rounded }) => {
    const quoted = quoteHours([minor / 100], 'USD', { discountPercentage: discount })
    return quoted.basePriceMinor !== minor - Number(rounded)
  })
  expect(wrong).toEqual([])
})
