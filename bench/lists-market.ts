import { createClient } from '@supabase/supabase-js'
import postgres, { type Sql } from 'postgres'
import { parseConfig } from '@hourspace/backend/config/config.ts'
import { createContext, type Context } from '@hourspace/backend/context.ts'
import { createDataApi } from '@hourspace/backend/data/data-api.ts'
import { migrate } from '@hourspace/launch/migrate.ts'
import type { Client } from '@hourspace/web/data/client.ts'
import type { Database } from '@hourspace/web/data/database.types.ts'

/** A database with a given number of spaces, and the clients that web pages use to query it. */
export type Market = { sql: Sql; context: Context; visitor: Client; host: Client; hostId: string }

const hostId = '00000000-0000-4000-8000-00000000000a'
const people = 200

/**
 * Creates the schema, and spaces in a few large cities and many small towns. Most spaces have no
 * rating.
 */
export async function openMarket(
  url: string,
  supabaseDir: string,
  spaces: number,
): Promise<Market> {
  await migrate({ databaseUrl: url, supabaseDir })
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql.unsafe(seed(spaces))
  await sql.unsafe('vacuum analyze').simple()

  const context = createContext(
    parseConfig({
      databaseUrl: url,
      siteUrl: 'http://localhost',
      jwtSecret: 'a secret for the bench, thirty-two characters or more',
      anonKey: 'unused',
      serviceRoleKey: 'unused',
      storageDir: '/nowhere',
    }),
  )
  const api = createDataApi(context)
  const client = (claims: { role: string; sub?: string }): Client =>
    createClient<Database>('http://localhost', context.tokens.sign(claims), {
      auth: { persistSession: false },
      global: {
        fetch: async (input, init) =>
          api.fetch(new Request(String(input).replace('/rest/v1', ''), init)),
      },
    })
  return {
    sql,
    context,
    visitor: client({ role: 'anon' }),
    host: client({ role: 'authenticated', sub: hostId }),
    hostId,
  }
}

const oneOf = (...values: string[]) =>
  `(array[${values.map((value) => `'${value}'`)}])[1 + floor(random() * ${values.length})::int]`

/**
 * SQL that fills the tables. `hostId` has the 40 newest spaces and every 200th other space, and
 * fifty bookings as a guest. Every fifth space, every space of this host and a hundred spaces in a
 * row have a booking.
 */
const seed = (spaces: number) => `
  select setseed(0.42);
  insert into auth.users (id, email)
    select ('00000000-0000-4000-8000-' || lpad(to_hex(9 + n), 12, '0'))::uuid, 'p' || n || '@example.com'
    from generate_series(1, ${people}) n;
  -- Disables the trigger that looks up the time zone of each row, to speed up the insert.
  alter table spaces disable trigger complete_space;
  insert into spaces (user_id, title, description, type, price, currency, location, country,
    capacity, amenities, rating, "reviewCount", created_at)
  select
    case when n <= 40 then '${hostId}'::uuid
      else ('00000000-0000-4000-8000-' || lpad(to_hex(10 + n % ${people}), 12, '0'))::uuid end,
    ${oneOf('Daylight', 'Quiet', 'Brick', 'Garden', 'Harbour')} || ' '
      || ${oneOf('Loft', 'Studio', 'Hall', 'Room')} || ' ' || n,
    'A room with a big table.',
    ${oneOf('studio', 'event-venue', 'office', 'creative-space', 'meeting-room', 'photo-space')},
    50 * (1 + floor(random() * 60)), ${oneOf('USD', 'USD', 'EUR', 'JPY')},
    case when random() < 0.4
      then ${oneOf('New York', 'Los Angeles', 'Tokyo', 'London', 'Paris', 'Dubai', 'Sydney', 'San Jose')}
      else 'Place ' || floor(random() * ${Math.min(spaces, 2000)})::int end,
    ${oneOf('United States', 'United States', 'United States', 'Japan', 'United Kingdom', 'France', 'Greece', 'Australia', 'Canada', 'United Arab Emirates')},
    4 + n % 40, '{Wi-Fi,Projector,Kitchen,Parking}',
    case when n % 3 = 0 then 3 + (n % 21) / 10.0 else 0 end, case when n % 3 = 0 then 1 + n % 30 else 0 end,
    now() - n * interval '1 minute'
  from generate_series(1, ${spaces}) n;
  alter table spaces enable trigger complete_space;
  insert into bookings (user_id, space_id, start_time, end_time, currency, rental_amount,
    platform_fee_percentage, platform_fee_amount, total_price, host_commission_percentage,
    host_commission_amount, host_share_amount,
    cancellation_policy, time_zone, created_at)
  select
    case when row % 2 = 0 and row <= 100 then '${hostId}'::uuid else user_id end, id,
    now() + row * interval '1 hour', now() + (row + 1) * interval '1 hour', currency, 100, 10, 10, 110, 10, 10, 90,
    'flexible', 'UTC', now() - row * interval '1 minute'
  from (select *, row_number() over (order by newest_key) as row from spaces) as spaces
  where row % 5 = 0 or row <= 100 or user_id = '${hostId}';`
