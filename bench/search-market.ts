import postgres from 'postgres'
import { migrate } from '@hourspace/launch/migrate.ts'

const people = 200

/** Frequent words of titles and descriptions. The vocabulary continues with rarer words. */
const commonWords =
  'light window floor white table wooden wall brick morning evening garden street corner warm quiet tall glass sofa chair music dinner coffee camera screen board paper stage dance cook class team meeting party wedding photo film art paint clay drum piano voice mirror yoga mat lamp oak steel river harbour bridge market station lift parking bar counter island stove oven plate knife desk monitor printer phone booth easel canvas wheel kiln loom bench tool saw track backdrop softbox strobe tripod microphone mixer amplifier cable projector speaker curtain balcony terrace pool fire grill olive palm vine courtyard staircase arch vault beam tile marble rug shelf book library poem lesson workshop rehearsal recording podcast interview launch tasting supper'.split(
    ' ',
  )

const amenities =
  'Wi-Fi;Parking;Air conditioning;Kitchen;Sound system;Natural light;Projector;Whiteboard;Step-free entrance;Bar;Piano;Mirrors;Changing room;Video conferencing;Monitors;Backdrops;Long table;Garden;Pool;String lights;Drum kit;Easels;Kiln;Pottery wheels;Fire bowl;Stage;Sprung floor;Phone booth;Coffee;Catering kitchen;Skyline view;Heaters;Freight elevator;Dressing room;Looms;Workbenches;Autocue;Neon sign;Grand piano;Helipad'.split(
    ';',
  )

const types =
  'studio;office;meeting-room;event-venue;photo-space;creative-space;loft;rooftop;gallery;kitchen;workshop;dance-studio;lounge;recording-studio;podcast-studio'.split(
    ';',
  )

/** Large cities: country, longitude, latitude, time zone, currency. */
const cities = `New York|United States|-74|40.7|America/New_York|USD
Los Angeles|United States|-118.2|34|America/Los_Angeles|USD
Chicago|United States|-87.6|41.9|America/Chicago|USD
London|United Kingdom|-0.1|51.5|Europe/London|GBP
Paris|France|2.35|48.85|Europe/Paris|EUR
Berlin|Germany|13.4|52.5|Europe/Berlin|EUR
Tokyo|Japan|139.7|35.7|Asia/Tokyo|JPY
Seoul|South Korea|127|37.5|Asia/Seoul|KRW
Sydney|Australia|151.2|-33.9|Australia/Sydney|AUD
Toronto|Canada|-79.4|43.7|America/Toronto|CAD
Singapore|Singapore|103.8|1.3|Asia/Singapore|SGD
Dubai|United Arab Emirates|55.3|25.2|Asia/Dubai|AED`

const list = (values: readonly string[]) =>
  `array[${values.map((value) => `'${value.replaceAll("'", "''")}'`).join()}]`

/**
 * Returns a SQL expression for a random element of `values`. Earlier elements are more frequent
 * (Zipf-Mandelbrot).
 */
const skewed = (values: string, count: number | string) =>
  `(${values})[least(floor(8 * exp(random() * ln((${count} + 8) / 8.0))) - 7, ${count})::int]`

/**
 * Fills a new database: two fifths of the spaces in large cities, word frequencies by Zipf's law,
 * and `blocksPerSpace` availability blocks per space. Disables triggers. Fills the tables that
 * these triggers maintain, from the same views and expressions as the triggers.
 */
export async function fillSearchMarket(
  url: string,
  supabaseDir: string,
  spaces: number,
  blocksPerSpace: number,
): Promise<void> {
  await migrate({ databaseUrl: url, supabaseDir })
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename in ('spaces', 'searchable_spaces', 'space_availability')
      and indexname not like '%key' and indexname not like '%overlap'`
  const checks = await sql<{ name: string }[]>`
    select conname as name from pg_constraint
    where conrelid = 'spaces'::regclass and contype = 'c'`
  await sql.unsafe(`
    set session_replication_role = replica;
    set maintenance_work_mem = '512MB';
    select setseed(0.42);
    -- Drops constraints and indexes that searches do not use, so that the inserts are faster.
    alter table space_availability drop constraint space_availability_no_overlap;
    ${checks.map(({ name }) => `alter table spaces drop constraint ${name};`).join('\n')}
    ${indexes.map(({ name }) => `drop index if exists ${name};`).join('\n')}

    insert into space_types (name, label)
      select name, initcap(replace(name, '-', ' ')) from unnest(${list(types)}) as name
      on conflict do nothing;
    insert into auth.users (id, email)
      select ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'p' || n || '@example.com'
      from generate_series(1, ${people}) n;
    insert into profiles (id)
      select ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid
      from generate_series(1, ${people}) n on conflict do nothing;

    create temporary table vocabulary as
      select word from unnest(${list(commonWords)}) as word
      union all
      select a || b || c from unnest(${list('ba co du fe gi ho ju ka lo mi ne po qua ri sa tu ve wo xi zo'.split(' '))}) a,
        unnest(${list('bel cor dan fin gal hem jon kir lum mar nor pel ras sol tam vin wes yar zed qui'.split(' '))}) b,
        unnest(${list('da eno fy gra ita ket lia mos nia oro'.split(' '))}) c;
    create temporary table places as
      select row_number() over () as number, city.* from (
        select split_part(line, '|', 1) as location, split_part(line, '|', 2) as country,
          split_part(line, '|', 3)::float as longitude, split_part(line, '|', 4)::float as latitude,
          split_part(line, '|', 5) as time_zone, split_part(line, '|', 6) as currency
        from regexp_split_to_table('${cities}', '\\n') as line
      ) as city
      union all
      select 12 + n, initcap(word) || ' ' || (array['Falls', 'Hill', 'Bay', 'Park'])[1 + n % 4],
        (array['United States', 'France', 'Germany', 'Japan', 'Brazil', 'India'])[1 + n % 6],
        -170 + n % 340, -50 + n % 110,
        (array['America/Denver', 'Europe/Paris', 'Europe/Berlin', 'Asia/Tokyo', 'America/Sao_Paulo', 'Asia/Kolkata'])[1 + n % 6],
        (array['USD', 'EUR', 'EUR', 'JPY', 'USD', 'USD'])[1 + n % 6]
      from (select word, row_number() over (order by md5(word)) as n from vocabulary) as words
      where n <= 2000;

    insert into spaces (user_id, title, description, type, price, currency, location, country,
      capacity, amenities, rating, "reviewCount", cancellation_policy, time_zone, latitude, longitude,
      available, created_at)
    -- The words are of type name. Array elements of this type have a fixed length, so
    -- PostgreSQL reads only the requested element.
    with words as materialized (
      select array_agg(word::name) as list, count(*) as number from vocabulary
    )
    select ('00000000-0000-4000-8000-' || lpad(to_hex(1 + n % ${people}), 12, '0'))::uuid,
      initcap(texts.name), texts.description, ${skewed(list(types), types.length)},
      case when places.currency in ('JPY', 'KRW') then 1000 else 5 end * (1 + floor(random() * 60)),
      places.currency, places.location, places.country,
      floor(exp(random() * ln(200)))::int, texts.amenities,
      case when n % 3 = 0 then round((3 + 2 * random())::numeric, 1) else 0 end,
      case when n % 3 = 0 then 1 + n % 30 else 0 end,
      (array['flexible', 'flexible', 'moderate', 'strict'])[1 + floor(random() * 4)::int],
      places.time_zone, places.latitude + 0.3 * (random() - 0.5), places.longitude + 0.3 * (random() - 0.5),
      random() < 0.97, now() - n * interval '1 minute'
    from generate_series(1, ${spaces}) n
    cross join lateral (
      select case when random() + n * 0 < 0.4 then 1 + floor(random() * 12)
        else 13 + floor(random() * 2000) end::int as place
    ) as chosen
    join places on places.number = chosen.place
    cross join words
    cross join lateral (
      select
        string_agg((${skewed('words.list', 'words.number')})::text, ' ') filter (where w <= 3) as name,
        string_agg((${skewed('words.list', 'words.number')})::text, ' ') filter (where w > 3) as description,
        array_agg(distinct ${skewed(list(amenities), amenities.length)}) filter (where w <= 6) as amenities
      from generate_series(1 + n * 0, 25) as w
    ) as texts;

    insert into searchable_spaces (space_id, type, location, country, capacity, price, currency, cancellation_policy,
      rating, amenities, latitude, longitude, time_zone, bookable, instant, newest_key, rating_key,
      price_key, document, signature)
    select space_id, type, location, country, capacity, price, currency, cancellation_policy,
      rating, amenities, latitude, longitude, time_zone, bookable, instant, newest_key, rating_key,
      price_key, document, signature
    from searchable_rows;
    insert into search_lexemes (lexeme, spaces)
      select word, ndoc from ts_stat('select document from public.searchable_spaces');
    insert into search_forms (word, lexeme)
      select distinct word, lexeme from (
        select unnest(string_to_array(search_words(text), ' ')) as word from (
          select word as text from vocabulary
          union select location || ' ' || country from places
          union select label from space_types
          union select unnest(${list(amenities)})
        ) as texts
      ) as forms join search_lexemes on lexeme = search_lexeme(word);
    insert into space_locations (location, spaces) select location, count(*) from spaces group by 1;
    insert into location_types (location, type, spaces)
      select location, type, count(*) from spaces group by 1, 2;
    insert into space_countries (country, spaces) select country, count(*) from spaces group by 1;

    insert into space_availability (space_id, kind, start_time, end_time)
      select space_id, 'blackout', starts, starts + interval '3 hours'
      from (
        select space_id, date_trunc('day', now()) + interval '1 day'
          * (7 * block + ascii(right(space_id::text, 1)) % 7) + interval '1 hour' * (6 + block % 12) as starts
        from searchable_spaces, generate_series(1, ${blocksPerSpace}) as block
      ) as blocks;
    ${indexes.map(({ definition }) => `${definition};`).join('\n')}
    set session_replication_role = origin;
  `)
  await sql.unsafe('vacuum analyze').simple()
  await sql.end()
}
