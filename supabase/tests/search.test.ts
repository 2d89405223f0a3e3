import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '@hourspace/domain/durations.ts'
import { platformFeePercentage, quote, quoteHours } from '@hourspace/domain/fees.ts'
import { currencies, toDecimal } from '@hourspace/domain/money.ts'
import { type InProcessServer, startTestServer } from '@hourspace/launch/testing/server.ts'
import type { Client } from '@hourspace/web/data/client.ts'
import type { Database } from '@hourspace/web/data/database.types.ts'
import { exchangeRates } from '@hourspace/web/data/exchange-rates.ts'
import { searchSuggestions } from '@hourspace/web/data/search-suggestions.ts'
import type { SpaceFilter } from '@hourspace/web/data/spaces-filter.ts'
import { listSpaces, nextFreeStarts, spaceFacets } from '@hourspace/web/data/spaces.ts'
import { addSpace, addUser } from './records.ts'

let server: InProcessServer
let client: Client
let host: string
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  client = createClient<Database>(server.url, server.anonKey, {
    auth: { persistSession: false },
    global: { fetch: (input, init) => server.fetch(new Request(input, init)) },
  })
  const { sql } = server
  await sql`insert into space_types (name, label) values ('rooftop', 'Rooftop')`
  host = await addUser(sql, 'host@example.com')
  const add = async (title: string, values: object) => {
    ids[title] = await addSpace(sql, host, { title, ...values })
  }
  await add('Attic', {
    location: 'Tokyo',
    time_zone: 'Asia/Tokyo',
    price: 1000,
    currency: 'JPY',
    amenities: ['Wi-Fi', 'Grand piano'],
  })
  await add('Terrace', {
    location: 'New York',
    country: 'United States',
    time_zone: 'America/New_York',
    type: 'rooftop',
    capacity: 30,
    price: 20,
    amenities: ['Wi-Fi', 'Pool'],
    cancellation_policy: 'strict',
  })
  await add('Cellar', {
    location: 'New York',
    country: 'United States',
    time_zone: 'America/New_York',
    description: 'A vault under a rooftop, with a piano',
    price: 10,
  })
  await add('Closed Hall', { location: 'Berlin', country: 'Germany', available: false })
})

afterAll(() => server.stop())

const titles = async (filter: SpaceFilter) =>
  (await listSpaces(client, filter)).spaces.map(({ title }) => title)

const today = new Date()
const isSummer = [5, 6].includes(today.getUTCMonth())
/** A month with daylight saving time in New York within the next year, as YYYY-MM. */
const summer = isSummer
  ? `${today.getUTCFullYear()}-08`
  : `${today.getUTCFullYear() + (today.getUTCMonth() > 6 ? 1 : 0)}-07`

/** The date `days` from today in New York, as YYYY-MM-DD. */
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('sv', { timeZone: 'America/New_York' }).format(Date.now() + days * dayMs)

const take = (title: string, start: string, end: string, kind = 'blackout', expires?: string) =>
  server.sql`select take_slot(${ids[title]!}, ${start}, ${end}, ${kind}, ${expires ?? null})`

describe('search by text', () => {
  test('a search ranks spaces with the word in type or amenities above spaces with the word in the description', async () => {
    expect(await titles({ text: 'rooftop' })).toEqual(['Terrace', 'Cellar'])
    expect(await titles({ text: 'piano' })).toEqual(['Attic', 'Cellar'])
  })

  test('a search ignores accents, word order and filler words, and understands aliases', async () => {
    expect(await titles({ text: 'a rooftop near nyc' })).toEqual(['Terrace', 'Cellar'])
    expect(await titles({ text: 'tōkyō ATTIC' })).toEqual(['Attic'])
    expect(await titles({ text: 'wifi usa' })).toHaveLength(2)
  })

  test('a search corrects a misspelled word and reports the correction', async () => {
    const page = await listSpaces(client, { text: 'roftop new yrok' })
    expect(page.spaces.map(({ title }) => title)).toEqual(['Terrace', 'Cellar'])
    expect(page.corrections).toEqual([
      { from: 'roftop', to: 'rooftop' },
      { from: 'yrok', to: 'york' },
    ])
    expect(page.ignored).toEqual([])
  })

  test('a search keeps the location, and drops and reports words that are unknown or occur only in spaces of other locations', async () => {
    const page = await listSpaces(client, { text: 'xylophone pool in tokyo' })
    expect(page.spaces.map(({ title }) => title)).toEqual(['Attic'])
    expect(page.ignored.toSorted()).toEqual(['pool', 'xylophone'])
  })

  test('a search for unknown words finds nothing', async () => {
    const page = await listSpaces(client, { text: 'xylophone' })
    expect(page).toEqual({ spaces: [], next: null, corrections: [], ignored: ['xylophone'] })
  })

  test('a search uses a number of people in its text as minimum capacity, unless all matching spaces are too small', async () => {
    expect(await titles({ text: 'new york for 20 people' })).toEqual(['Terrace'])
    const page = await listSpaces(client, { text: 'attic for 20 people' })
    expect(page.spaces.map(({ title }) => title)).toEqual(['Attic'])
    expect(page.ignored).toEqual(['20 people'])
  })

  test('a search uses a number after "for" as minimum capacity, unless it is a number of hours', async () => {
    expect(await titles({ text: 'new york for 20' })).toEqual(['Terrace'])
    expect(await titles({ text: 'new york for 3 hours' })).toHaveLength(2)
  })

  test('a search keeps the location even if all other words occur only in spaces of other locations', async () => {
    const page = await listSpaces(client, { text: 'vault pool tokyo' })
    expect(page.spaces.map(({ title }) => title)).toEqual(['Attic'])
    expect(page.ignored.toSorted()).toEqual(['pool', 'vault'])
  })

  test("a search finds spaces by their city's name in other languages", async () => {
    expect(await titles({ text: 'nueva york' })).toHaveLength(2)
    expect(await titles({ text: '東京' })).toEqual(['Attic'])
  })

  test('a search ignores quotes, operators and wildcards', async () => {
    expect(await titles({ text: `attic' & !("tokyo") | %_*\\` })).toEqual(['Attic'])
    expect(await titles({ text: '%%% ***' })).toHaveLength(4)
  })

  test('the pages of a ranked search contain each space once, best match first', async () => {
    const seen: string[] = []
    let after: string | null = null
    do {
      const page = await listSpaces(client, { text: 'piano' }, { after, limit: 1 })
      seen.push(...page.spaces.map(({ title }) => title))
      after = page.next
    } while (after)
    expect(seen).toEqual(['Attic', 'Cellar'])
  })
})

describe('search by time', () => {
  test('a search by time uses the local time of each space, and free_from is the start of the free time', async () => {
    const { spaces } = await listSpaces(client, { date: `${summer}-01`, from: '14:00', hours: 3 })
    const starts = spaces.map(({ title, free_from }) => [title, free_from])
    expect(Object.fromEntries(starts)).toEqual({
      Attic: `${summer}-01T05:00:00+00:00`,
      Terrace: `${summer}-01T18:00:00+00:00`,
      Cellar: `${summer}-01T18:00:00+00:00`,
    })
  })

  test('a search by time omits a space whose hour is taken, but finds it for the adjacent hours', async () => {
    await take('Terrace', `${summer}-02T18:00Z`, `${summer}-02T20:00Z`)
    const at = (from: string, hours: number) =>
      titles({ date: `${summer}-02`, from, hours, type: 'rooftop' })
    expect(await at('12:00', 2)).toEqual(['Terrace'])
    expect(await at('12:00', 3)).toEqual([])
    expect(await at('15:00', 1)).toEqual([])
    expect(await at('16:00', 1)).toEqual(['Terrace'])
  })

  test('a search for 19:00 omits a space with a 24-hour block that began at 20:00 on the day before', async () => {
    await take('Cellar', `${summer}-04T00:00Z`, `${summer}-05T00:00Z`)
    const filter = { date: `${summer}-04`, from: '19:00', location: 'New York' }
    expect(await titles(filter)).toEqual(['Terrace'])
    expect(await titles({ ...filter, from: '20:00' })).toHaveLength(2)
  })

  test('a search by time finds spaces with an expired hold, but not with an active hold', async () => {
    await take('Terrace', `${summer}-06T18:00Z`, `${summer}-06T19:00Z`, 'hold', '2020-01-01')
    await take('Cellar', `${summer}-06T18:00Z`, `${summer}-06T19:00Z`, 'hold', '2030-01-01')
    expect(await titles({ date: `${summer}-06`, from: '14:00', location: 'New York' })).toEqual([
      'Terrace',
    ])
  })

  test('a search by date without a start time finds the first start of the day with enough free hours', async () => {
    await take('Terrace', `${summer}-08T15:00Z`, `${summer}-08T16:00Z`)
    const first = async (hours: number) =>
      (await listSpaces(client, { date: `${summer}-08`, hours, type: 'rooftop' })).spaces[0]
        ?.free_from
    expect(await first(2)).toBe(`${summer}-08T13:00:00+00:00`)
    expect(await first(3)).toBe(`${summer}-08T16:00:00+00:00`)
  })

  test('a search by date without a length uses the minimum duration of each space', async () => {
    const { sql } = server
    const filter = { date: `${summer}-20`, location: 'Tokyo' }
    await sql`update spaces set minimum_hours = 2 where id = ${ids['Attic']!}`
    const { spaces } = await listSpaces(client, filter)
    const { totalMinor } = quote(1000, 'JPY', 2)
    expect(spaces).toMatchObject([{ title: 'Attic', free_hours: 2, free_total: totalMinor }])
    expect((await spaceFacets(client, filter)).total).toBe(1)
    expect(await titles({ ...filter, hours: 1 })).toEqual([])
    const priced = { ...filter, currency: 'JPY' as const }
    expect(await titles({ ...priced, max: totalMinor })).toEqual(['Attic'])
    expect(await titles({ ...priced, max: totalMinor - 1 })).toEqual([])
    await sql`update spaces set minimum_hours = 1 where id = ${ids['Attic']!}`
  })

  test('a search by length without a date finds only spaces that allow this length', async () => {
    const { sql } = server
    await sql`update spaces set minimum_hours = 2, maximum_hours = 4 where id = ${ids['Attic']!}`
    const found = async (hours: number) => {
      const filter = { hours, location: 'Tokyo' }
      const [list, facets] = [await titles(filter), await spaceFacets(client, filter)]
      expect(facets.total).toBe(list.length)
      return list
    }
    expect(await found(1)).toEqual([])
    expect(await found(2)).toEqual(['Attic'])
    expect(await found(5)).toEqual([])
    await sql`update spaces set minimum_hours = 1, maximum_hours = 24 where id = ${ids['Attic']!}`
  })

  test('a search for a start before 9:00 or after 21:00 finds only spaces with own opening hours that contain this start', async () => {
    const { sql } = server
    const date = dayIn(60)
    await sql`insert into space_opening_hours (space_id, weekday, first_start, last_start, out_by)
      values (${ids['Attic']!}, ${new Date(date).getUTCDay()}, 6, 22, 24)`
    expect(await titles({ date, from: '06:00' })).toEqual(['Attic'])
    expect(await titles({ date, from: '22:00' })).toEqual(['Attic'])
    expect(await titles({ date, from: '22:00', hours: 3 })).toEqual([])
    expect(await titles({ date, from: '05:00' })).toEqual([])
    expect(await spaceFacets(client, { date, from: '06:00' })).toMatchObject({ total: 1 })
    await sql`delete from space_opening_hours where space_id = ${ids['Attic']!}`
    expect(await titles({ date, from: '06:00' })).toEqual([])
  })

  test('a search by space ids and date finds only the given spaces that are free on this date, with their first free start', async () => {
    const date = dayIn(70)
    const chosen = [ids['Terrace']!, ids['Attic']!, ids['Closed Hall']!]
    expect((await titles({ ids: chosen })).toSorted()).toEqual(['Attic', 'Closed Hall', 'Terrace'])
    expect((await titles({ ids: chosen, date })).toSorted()).toEqual(['Attic', 'Terrace'])
    await take('Terrace', `${date}T00:00Z`, `${dayIn(71)}T00:00Z`)
    await take('Terrace', `${dayIn(71)}T00:00Z`, `${dayIn(71)}T12:00Z`)
    const { spaces } = await listSpaces(client, { ids: chosen, date })
    expect(spaces).toMatchObject([{ title: 'Attic', free_from: `${date}T00:00:00+00:00` }])
    expect(await titles({ ids: [], date })).toEqual([])
  })

  test('a search for a past day, or a day more than a year ahead, finds no free spaces', async () => {
    expect(await titles({ date: dayIn(-1) })).toEqual([])
    expect(await titles({ date: dayIn(400) })).toEqual([])
    expect(await titles({ date: dayIn(300), location: 'New York' })).toHaveLength(2)
  })

  test('nextFreeStarts returns the next free opening hour, or null for a closed space', async () => {
    const { sql } = server
    const [{ now }] = await sql<[{ now: Date }]>`select now()`
    await sql`select take_slot(${ids['Attic']!}, date_trunc('hour', now()),
      date_trunc('hour', now()) + interval '24 hours', 'blackout')`
    const starts = await nextFreeStarts(client, [ids['Attic']!, ids['Closed Hall']!])
    expect(starts[ids['Closed Hall']!]).toBeNull()
    const start = new Date(starts[ids['Attic']!]!)
    const hour = Number(
      start.toLocaleString('en', { timeZone: 'Asia/Tokyo', hour: 'numeric', hourCycle: 'h23' }),
    )
    expect(start.getTime()).toBeGreaterThan(now.getTime() + 23 * hourMs)
    expect(start.getTime()).toBeLessThanOrEqual(now.getTime() + 36 * hourMs)
    expect(hour).toBeGreaterThanOrEqual(9)
    expect(hour).toBeLessThanOrEqual(21)
  })
})

describe('search by price', () => {
  test('the search filter `max` limits the total price of the searched hours, including the platform fee', async () => {
    const filter = { location: 'New York', hours: 3, currency: 'USD' as const }
    const { totalMinor } = quote(20, 'USD', 3)
    const total = toDecimal(totalMinor, 'USD')
    expect(await titles({ ...filter, max: total })).toHaveLength(2)
    expect(await titles({ ...filter, max: total - 0.01 })).toEqual(['Cellar'])
  })

  test('the search filter `max` is converted to the currency of each space', async () => {
    const { JPY } = await exchangeRates(client)
    const total = 1100 * JPY
    expect(await titles({ location: 'Tokyo', max: total + 0.01 })).toEqual(['Attic'])
    expect(await titles({ location: 'Tokyo', max: total - 0.01 })).toEqual([])
    expect(await titles({ location: 'Tokyo', max: 1100, currency: 'JPY' })).toEqual(['Attic'])
  })

  test('the search filter `max` and free_total use the price at the searched time if a space has price rules', async () => {
    const { sql } = server
    const date = dayIn(50)
    const weekday = new Date(date).getUTCDay()
    await sql`insert into space_price_rules (space_id, weekday, from_hour, to_hour, price)
      values (${ids['Attic']!}, ${weekday}, 18, 24, 2000)`
    await sql`insert into space_length_discounts (space_id, minimum_hours, percentage)
      values (${ids['Attic']!}, 2, 50)`
    const evening = { date, from: '17:00', hours: 2, location: 'Tokyo', currency: 'JPY' as const }
    const total = quoteHours([1000, 2000], 'JPY', { discountPercentage: 50 }).totalMinor
    const { spaces } = await listSpaces(client, { ...evening, max: total })
    expect(spaces.map(({ title, free_total }) => [title, free_total])).toEqual([['Attic', total]])
    expect(await titles({ ...evening, max: total - 1 })).toEqual([])
    await sql`delete from space_price_rules where space_id = ${ids['Attic']!}`
    await sql`delete from space_length_discounts where space_id = ${ids['Attic']!}`
    const [row] = await sql`
      select has_rules from searchable_spaces where space_id = ${ids['Attic']!}`
    expect(row).toEqual({ has_rules: false })
  })

  test('without a date, the search filter `max` and free_total use the length discount and the lowest hourly price', async () => {
    const { sql } = server
    const filter = { hours: 3, location: 'Tokyo', currency: 'JPY' as const }
    await sql`insert into space_length_discounts (space_id, minimum_hours, percentage)
      values (${ids['Attic']!}, 3, 10)`
    const totalOf = async (price: number) => {
      const total = quoteHours([price, price, price], 'JPY', { discountPercentage: 10 }).totalMinor
      expect(await titles({ ...filter, max: total })).toEqual(['Attic'])
      expect(await titles({ ...filter, max: total - 1 })).toEqual([])
      const { spaces } = await listSpaces(client, filter)
      expect(spaces).toMatchObject([{ free_hours: 3, free_total: total }])
      return spaces[0]
    }
    expect(await totalOf(1000)).not.toHaveProperty('total_varies')
    await sql`insert into space_price_rules (space_id, weekday, from_hour, to_hour, price)
      values (${ids['Attic']!}, 1, 9, 12, 800), (${ids['Attic']!}, 6, 9, 12, 2000)`
    expect(await totalOf(800)).toMatchObject({ total_varies: true })
    await sql`delete from space_price_rules where space_id = ${ids['Attic']!}`
    await sql`delete from space_length_discounts where space_id = ${ids['Attic']!}`
  })

  test('the SQL function platform_fee_percentage returns the fee of domain/fees.ts', async () => {
    const [row] = await server.sql`select platform_fee_percentage() as fee`
    expect(Number(row?.['fee'])).toBe(platformFeePercentage)
  })

  test('exchange_rates has a rate for every listing currency', async () => {
    expect(Object.keys(await exchangeRates(client)).toSorted()).toEqual([...currencies].toSorted())
  })
})

describe('facets and suggestions', () => {
  test('spaceFacets counts amenities and policies of the matching spaces', async () => {
    const facets = await spaceFacets(client, { text: 'new york', type: 'rooftop' })
    expect(facets).toEqual({
      total: 1,
      amenities: [
        { name: 'Pool', count: 1 },
        { name: 'Wi-Fi', count: 1 },
      ],
      policies: [{ name: 'strict', count: 1 }],
    })
  })

  test('spaceFacets counts policies as if no policy were chosen', async () => {
    const facets = await spaceFacets(client, { location: 'New York', policies: ['strict'] })
    expect(facets.total).toBe(1)
    expect(facets.policies.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'flexible', count: 1 },
      { name: 'strict', count: 1 },
    ])
  })

  test('spaceFacets counts only spaces that are free at the searched time', async () => {
    const filter = { date: `${summer}-12`, from: '14:00', location: 'New York' }
    expect((await spaceFacets(client, filter)).total).toBe(2)
    await take('Cellar', `${summer}-12T18:00Z`, `${summer}-12T19:00Z`)
    const { total, policies } = await spaceFacets(client, filter)
    expect({ total, policies }).toEqual({ total: 1, policies: [{ name: 'strict', count: 1 }] })
  })

  test('the amenities filter finds only spaces with all chosen amenities', async () => {
    expect(await titles({ amenities: ['Wi-Fi', 'Pool'] })).toEqual(['Terrace'])
    expect(await titles({ amenities: ['Pool', 'Grand piano'] })).toEqual([])
    expect(await titles({ amenities: ['Wi-Fi'], guests: 5 })).toEqual(['Terrace'])
  })

  test('search suggestions contain locations and types whose names begin with the text, and spaces that match the text', async () => {
    expect(await searchSuggestions(client, 'new y')).toEqual([
      { kind: 'place', label: 'New York', detail: '2 spaces', value: 'New York' },
      expect.objectContaining({ kind: 'space' }),
      expect.objectContaining({ kind: 'space' }),
    ])
    expect(await searchSuggestions(client, 'roof')).toEqual([
      { kind: 'type', label: 'Rooftop', detail: 'Type of space', value: 'rooftop' },
      expect.objectContaining({ kind: 'space', detail: 'New York' }),
      expect.objectContaining({ kind: 'space', detail: 'New York' }),
    ])
    expect(await searchSuggestions(client, ' ')).toEqual([])
  })
})

describe('the dictionary', () => {
  const count = async (lexeme: string) =>
    (await server.sql`select spaces from search_lexemes where lexeme = ${lexeme}`)[0]?.['spaces']

  test('search_lexemes contains the current number of listed spaces per lexeme after spaces are added, edited and withdrawn', async () => {
    const { sql } = server
    const id = await addSpace(sql, host, { title: 'Zeppelin Hangar', location: 'Ulm' })
    expect(await count('zeppelin')).toBe(1)
    await sql`update spaces set description = 'Zeppelins' where id = ${ids['Attic']!}`
    expect(await count('zeppelin')).toBe(2)
    await sql`update spaces set title = 'Hangar' where id = ${id}`
    expect(await count('zeppelin')).toBe(1)
    await sql`update spaces set withdrawn_at = now() where id = ${id}`
    expect(await count('hangar')).toBeUndefined()
    await sql`update spaces set description = 'Light' where id = ${ids['Attic']!}`
    expect(await sql`select from search_forms where word like 'zeppelin%'`).toHaveLength(0)
    const [wrong] = await sql`
      select count(*)::int from search_lexemes
      full join ts_stat('select document from public.searchable_spaces') as counted
        on counted.word = lexeme
      where ndoc is distinct from spaces`
    expect(wrong?.['count']).toBe(0)
  })

  test('a search finds spaces by the new label of a renamed space type', async () => {
    const { sql } = server
    await sql`update space_types set label = 'Altana' where name = 'rooftop'`
    expect(await titles({ text: 'altana' })).toEqual(['Terrace'])
    await sql`update space_types set label = 'Rooftop' where name = 'rooftop'`
    expect(await count('altana')).toBeUndefined()
  })
})
