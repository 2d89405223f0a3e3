import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hoursBetween } from '@hourspace/domain/durations.ts'
import { bookExtras } from '@hourspace/domain/extras.ts'
import { quote } from '@hourspace/domain/fees.ts'
import { isImagePreview } from '@hourspace/domain/image-preview.ts'
import { currencies, toDecimal, toMinor, type Currency } from '@hourspace/domain/money.ts'
import { isTimeZone, overlaps } from '@hourspace/domain/slots.ts'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { makeBookings } from './bookings.ts'
import { extrasOf } from './extras.ts'
import { guests, people, personId } from './people.ts'
import { statedRatings } from './ratings.ts'
import { makeReviews } from './reviews.ts'
import { bookingRows, ledgerRows, payoutRows, reviewRows, spaceRows } from './rows.ts'
import { seed } from './seed.ts'
import { pictureNames, spaces } from './spaces.ts'
import { cities, type CityName } from './spaces/cities.ts'

// The seed runs for the current day, because some assertions depend on the database clock.
const today = new Date()
const images = join(import.meta.dirname, 'images')
let database: TestDatabase
const uploaded: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  await database.sql.begin((sql) =>
    seed({
      sql: sql as unknown as TestDatabase['sql'],
      upload: async (bucket, path, bytes, contentType) => {
        uploaded.push(`${bucket}/${path} ${contentType} ${bytes.length > 0}`)
      },
      today,
      recordHistory: async () => {},
    }),
  )
})
afterAll(() => database?.drop())

const count = async (query: string) =>
  Number((await database.sql.unsafe(`select count(*) as n from ${query}`))[0]!.n)

test('two runs of the demo seed for the same day generate the same rows', () => {
  const make = () => {
    const bookings = makeBookings(today)
    return JSON.stringify([
      spaceRows(today),
      bookingRows(bookings),
      payoutRows(bookings, today),
      ledgerRows(bookings, today),
      reviewRows(makeReviews(bookings, today)),
    ])
  }
  expect(make()).toBe(make())
})

test('the demo has at least 60 spaces and 8 hosts, two admins, bookings of every guest, and spaces of every type, currency and cancellation policy', async () => {
  expect(await count('public.spaces')).toBeGreaterThanOrEqual(60)
  expect(await count(`public.profiles where is_admin`)).toBe(2)
  expect(
    await count(`(select distinct user_id from public.spaces) as hosts`),
  ).toBeGreaterThanOrEqual(8)
  expect(await count(`(select distinct user_id from public.bookings) as guests`)).toBe(
    guests.length,
  )
  expect(
    await count(
      'public.space_types where not exists (select from public.spaces where type = space_types.name)',
    ),
  ).toBe(0)
  const used = await database.sql<
    { currency: string }[]
  >`select distinct currency from public.spaces`
  expect(used.map((row) => row.currency).sort()).toEqual([...currencies].sort())
  const policies = await database.sql`select distinct cancellation_policy from public.spaces`
  expect(policies).toHaveLength(3)
})

test('all space types of the demo are created within one second, so that none counts as added by a user', async () => {
  expect(
    await count(`public.space_types where created_at > (
      select min(created_at) + interval '1 second' from public.space_types)`),
  ).toBe(0)
})

test('every demo city has spaces and a valid IANA time zone', () => {
  const zones = Object.values(cities).map(({ timeZone }) => timeZone)
  expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([])
  const listed = new Set(spaces.map(({ city }) => city))
  expect(Object.keys(cities).filter((city) => !listed.has(city as CityName))).toEqual([])
})

/** The first day of a month, the start of daylight saving time in the US, and a leap day. */
const seedTimes = ['2026-12-01T00:00:00Z', '2027-03-14T09:00:00Z', '2028-02-29T23:59:59Z']

test.each(seedTimes)(
  'a demo seeded on %s has bookings in twelve months and no overlapping bookings',
  (day) => {
    const bookings = makeBookings(new Date(day))
    const months = new Set(bookings.map(({ createdAt }) => createdAt.toISOString().slice(0, 7)))
    expect(months.size).toBe(12)
    const active = bookings.filter(({ cancelled }) => !cancelled)
    const clashes = active.filter((booking, index) =>
      active
        .slice(index + 1)
        .some((other) => other.space === booking.space && overlaps(other, booking)),
    )
    expect(clashes).toEqual([])
  },
)

test.each(seedTimes)(
  'a demo seeded on %s has more revenue in US dollars and euros last month than the month before',
  (day) => {
    const today = new Date(day)
    const bookings = makeBookings(today).filter(({ cancelled }) => !cancelled)
    const revenue = (currency: string, monthsAgo: number) => {
      const start = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsAgo)
      const month = new Date(start).toISOString().slice(0, 7)
      return bookings
        .filter(({ createdAt }) => createdAt.toISOString().startsWith(month))
        .filter(({ quote }) => quote.currency === currency)
        .reduce((sum, { quote }) => sum + quote.totalMinor, 0)
    }
    for (const currency of ['USD', 'EUR'])
      expect(revenue(currency, 1)).toBeGreaterThan(revenue(currency, 2))
  },
)

test('total_platform_fees covers twelve months of the demo with a growing number of bookings, and is empty without admin rights', async () => {
  const months = await database.sql.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`
    return sql`select month, sum(total_bookings)::int as bookings from public.total_platform_fees group by month order by month`
  })
  expect(months).toHaveLength(12)
  expect(months.at(-2)!.bookings).toBeGreaterThan(months[0]!.bookings * 2)
  expect(await count('public.total_platform_fees')).toBe(0)
})

test('the demo has past, upcoming and cancelled bookings and bookings of today, all within bookable hours', async () => {
  const at = today.toISOString()
  expect(await count(`public.bookings where end_time < '${at}'`)).toBeGreaterThan(250)
  expect(
    await count(`public.bookings where start_time > '${at}' and status = 'confirmed'`),
  ).toBeGreaterThan(20)
  expect(
    await count(
      `public.bookings where (start_time at time zone time_zone)::date = ('${at}'::timestamptz at time zone time_zone)::date`,
    ),
  ).toBeGreaterThan(2)
  expect(await count(`public.bookings where status = 'cancelled'`)).toBeGreaterThan(10)
  expect(
    await count(
      `public.bookings where extract(hour from start_time at time zone time_zone) not between 9 and 21`,
    ),
  ).toBe(0)
  expect(await count(`public.bookings where created_at > '${at}' or created_at > start_time`)).toBe(
    0,
  )
})

test('the price of each demo booking equals the quote that checkout would compute', async () => {
  for (const booking of makeBookings(today)) {
    const hours = hoursBetween(booking.startsAt, booking.endsAt)
    const { currency } = cities[booking.space.city]
    const chosen = extrasOf(booking.space).filter(({ id }) =>
      booking.quote.extras.some((extra) => extra.id === id),
    )
    const extras = bookExtras(chosen, currency, { hours, guests: booking.guestCount })
    expect(booking.quote.extras).toEqual(expect.arrayContaining(extras))
    expect(booking.quote.extras).toHaveLength(extras.length)
    expect(booking.quote).toEqual(quote(booking.space.price, currency, hours, booking.quote.extras))
    expect(booking.guestCount).toBeLessThanOrEqual(booking.space.capacity)
    expect(toDecimal(booking.quote.totalMinor, currency)).toBeGreaterThan(0)
  }
})

test('three demo spaces have booking rules with a buffer, and the demo has price rules and length discounts', async () => {
  const [counts] = await database.sql`
    select count(*)::int as spaces,
      count(*) filter (where spaces.buffer_minutes > 0)::int as buffered
    from public.searchable_spaces join public.spaces on spaces.id = space_id where has_rules`
  expect(counts).toEqual({ spaces: 3, buffered: 3 })
  expect(await count('public.space_price_rules')).toBeGreaterThan(0)
  expect(await count('public.space_length_discounts')).toBeGreaterThan(0)
})

test('the demo ledger equals the sums of demo payments, refunds and payouts', async () => {
  const [sums] = await database.sql`
    select
      (select sum(total_minor) from public.payments where status = 'paid') as paid,
      (select sum(amount_minor) from public.ledger_movements where kind = 'charge') as charged,
      (select sum(amount_minor) from public.refunds) as refunded,
      (select -sum(amount_minor) from public.ledger_movements where kind = 'refund') as given_back,
      (select sum(amount_minor) from public.payouts where status = 'paid') as paid_out,
      (select -sum(amount_minor) from public.ledger_movements where kind = 'transfer') as transferred`
  expect(sums!.charged).toBe(sums!.paid)
  expect(sums!.given_back).toBe(sums!.refunded)
  expect(sums!.transferred).toBe(sums!.paid_out)
})

test('all due demo payouts are paid, except those of the host without a Stripe account', async () => {
  const waiting = await database.sql`
    select full_name, stripe_onboarding_complete as ready, count(*)::int
    from public.payouts join public.profiles on profiles.id = host_id
    where payouts.status = 'scheduled' and due_at < ${today}
    group by profiles.id`
  expect(waiting).toEqual([
    { full_name: 'Sofia Marchetti', ready: false, count: expect.any(Number) },
  ])
})

test('a demo seeded without the Stripe sandbox has spaces but no bookings, reviews or Stripe accounts', async () => {
  const other = await createTestDatabase()
  try {
    await seed({ sql: other.sql, upload: async () => {}, today })
    const [counts] = await other.sql`
      select
        (select count(*)::int from public.spaces) as spaces,
        (select count(*)::int from public.bookings) as bookings,
        (select count(*)::int from public.reviews) as reviews,
        (select count(*)::int from public.profiles where stripe_account_id is not null) as accounts`
    expect(counts).toEqual({ spaces: spaces.length, bookings: 0, reviews: 0, accounts: 0 })
  } finally {
    await other.drop()
  }
})

test('the rating of each demo space matches its reviews, and each review is later than its confirmed booking', async () => {
  expect(await count('public.reviews')).toBeGreaterThan(120)
  expect(
    await count(
      `public.spaces where "reviewCount" <> (select count(*) from public.reviews where space_id = spaces.id)`,
    ),
  ).toBe(0)
  expect(
    await count(
      `public.spaces where rating <> coalesce((select round(avg(reviews.rating), 1) from public.reviews where space_id = spaces.id), 0)`,
    ),
  ).toBe(0)
  expect(
    await count(
      `public.reviews join public.bookings on bookings.id = booking_id where bookings.status <> 'confirmed' or reviews.created_at < end_time`,
    ),
  ).toBe(0)
})

test('every demo host has spaces, a bio and languages', async () => {
  const hosts = await database.sql<{ full_name: string; bio: string; languages: string[] }[]>`
    select full_name, bio, languages from public.profiles
    where exists (select from public.spaces where user_id = profiles.id)`
  const names = people.filter(({ role }) => role === 'host').map(({ fullName }) => fullName)
  expect(hosts.map(({ full_name }) => full_name).sort()).toEqual(names.toSorted())
  expect(hosts.filter(({ bio, languages }) => bio.length < 60 || !languages.length)).toEqual([])
})

test('every demo space has an address, a neighborhood, house rules, arrival notes and a list of included items', async () => {
  const rows = await database.sql<
    { street_address: string; neighborhood: string; house_rules: string; notes: string }[]
  >`
    select street_address, neighborhood, house_rules, notes
    from public.spaces
    join public.space_addresses on space_addresses.space_id = spaces.id
    join public.space_arrival_notes on space_arrival_notes.space_id = spaces.id
    where neighborhood <> '' and cardinality(included) > 3 and house_rules <> ''`
  expect(rows).toHaveLength(spaces.length)
  expect(new Set(rows.map((row) => row.street_address)).size).toBe(spaces.length)
  expect(new Set(rows.map((row) => row.notes)).size).toBe(spaces.length)
  expect(new Set(rows.map((row) => row.house_rules)).size).toBe(spaces.length)
})

test('no amenity or included item of the demo contains a comma, because the form splits the lists at commas', async () => {
  const rows = await database.sql`
    select from public.spaces where array_to_string(amenities || included, ';') like '%,%'`
  expect(rows).toHaveLength(0)
})

test('the public point of a demo space is 200 to 400 m from its exact point, and the addresses of a city are within 45 km of each other', async () => {
  const rows = await database.sql<{ location: string; from: number[]; shown: number[] }[]>`
    select location, array[a.latitude, a.longitude] as from, array[s.latitude, s.longitude] as shown
    from public.spaces s join public.space_addresses a on a.space_id = s.id`
  const meters = ([lat, lon]: number[], [otherLat, otherLon]: number[]) =>
    Math.hypot(
      (lat! - otherLat!) * 111_320,
      (lon! - otherLon!) * 111_320 * Math.cos((lat! * Math.PI) / 180),
    )
  for (const row of rows) {
    expect(meters(row.from, row.shown)).toBeGreaterThan(199)
    expect(meters(row.from, row.shown)).toBeLessThan(401)
  }
  for (const list of Map.groupBy(rows, ({ location }) => location).values())
    for (const row of list) expect(meters(row.from, list[0]!.from)).toBeLessThan(45_000)
})

test('at least 60 demo spaces have 1 to 4 extras, with prices that their currencies can express', async () => {
  const extras = await database.sql<{ space_id: string; price: string; currency: Currency }[]>`
    select space_id, space_extras.price, currency
    from public.space_extras join public.spaces on spaces.id = space_id`
  const bySpace = [...Map.groupBy(extras, ({ space_id }) => space_id).values()]
  expect(bySpace.length).toBeGreaterThanOrEqual(60)
  expect(Math.max(...bySpace.map((list) => list.length))).toBeLessThanOrEqual(4)
  for (const { price, currency } of extras)
    expect(toDecimal(toMinor(Number(price), currency), currency)).toBe(Number(price))
})

test.each(seedTimes)(
  'on %s, the mean rating of a demo city’s spaces rounds to the rating on the city’s page',
  (day) => {
    const at = new Date(day)
    const reviews = makeReviews(makeBookings(at), at)
    for (const [city, stated] of Object.entries(statedRatings)) {
      const inCity = spaces.filter((space) => space.city === city)
      const ratings = inCity.map((space) => {
        const own = reviews.filter(({ booking }) => booking.space === space)
        const mean = own.reduce((sum, { rating }) => sum + rating, 0) / own.length
        return Math.round(mean * 10) / 10
      })
      const mean = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length
      expect([city, Math.round(mean * 10) / 10]).toEqual([city, stated])
    }
  },
)

test('no two demo reviews of a space have the same text', () => {
  const reviews = makeReviews(makeBookings(today), today)
  const texts = reviews.map(({ booking, comment }) => `${booking.space.slug} ${comment}`)
  expect(new Set(texts).size).toBe(texts.length)
})

test('each of the 24 newest demo spaces has at least 4 images and all others have at least 2', () => {
  expect(spaces.slice(0, 24).filter(({ pictures }) => pictures < 4)).toEqual([])
  expect(spaces.filter(({ pictures }) => pictures < 2)).toEqual([])
})

test('no two demo images are equal', async () => {
  const files = await readdir(images)
  const hashes = await Promise.all(
    files.map(async (name) =>
      createHash('sha256')
        .update(await readFile(join(images, name)))
        .digest('hex'),
    ),
  )
  expect(new Set(hashes).size).toBe(files.length)
})

test('every demo host has a profile picture that is smaller than 30 KB', async () => {
  const pictured = people.filter(({ hasPicture }) => hasPicture).map(({ name }) => name)
  const hosts = people.filter(({ role }) => role === 'host').map(({ name }) => name)
  expect(hosts.filter((name) => !pictured.includes(name))).toEqual([])
  const folder = join(import.meta.dirname, 'portraits')
  expect((await readdir(folder)).sort()).toEqual(pictured.map((name) => `${name}.webp`).sort())
  for (const name of pictured) {
    expect((await stat(join(folder, `${name}.webp`))).size).toBeLessThan(30 * 1024)
    expect(uploaded).toContain(`profile-images/${personId(name)}.webp image/webp true`)
  }
})

test('every demo image is uploaded once and is smaller than 120 KB', async () => {
  const names = spaces.flatMap(pictureNames)
  expect(uploaded.filter((line) => line.startsWith('spaces/')).sort()).toEqual(
    names.map((name) => `spaces/demo/${name} image/webp true`).sort(),
  )
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(images, name))).size))
  expect(Math.max(...sizes)).toBeLessThan(120 * 1024)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15 * 1024 * 1024)
  expect((await readdir(images)).sort()).toEqual([...names].sort())
})

test('every demo image has a distinct preview with at most 250 characters', async () => {
  const rows = await database.sql<{ images: string[]; image_previews: string[] }[]>`
    select images, image_previews from public.spaces`
  expect(rows.filter((row) => row.images.length !== row.image_previews.length)).toEqual([])
  const previews = rows.flatMap((row) => row.image_previews)
  expect(previews.filter((preview) => !isImagePreview(preview) || preview.length > 250)).toEqual([])
  expect(new Set(previews).size).toBe(previews.length)
})

test('the demo seed leaves all triggers enabled', async () => {
  expect(await count(`pg_trigger where tgenabled = 'D'`)).toBe(0)
})
