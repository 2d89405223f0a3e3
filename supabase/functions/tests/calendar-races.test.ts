import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '@hourspace/domain/durations.ts'
import { icsOf, startFeedServer } from './feed-server.ts'
import { inDays, openMarket, type Person } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let host: Person
let feed: Awaited<ReturnType<typeof startFeedServer>>

beforeAll(async () => {
  market = await openMarket({ jobs: false })
  host = await market.person('host')
  feed = await startFeedServer()
})

afterAll(async () => {
  feed.close()
  await market.server.stop()
})

/**
 * Returns the numbers of active holds, imported events and overlapping pairs of time slots of a
 * space.
 */
async function rowsOf(spaceId: string) {
  const [row] = await market.server.sql<{ holds: number; imported: number; overlaps: number }[]>`
    with taken as (
      select * from public.space_availability where space_id = ${spaceId} and active)
    select count(*) filter (where kind = 'hold')::int as holds,
      count(*) filter (where kind = 'calendar')::int as imported,
      (select count(*)::int from taken a join taken b on a.id < b.id and a.during && b.during)
        as overlaps
    from taken`
  return row
}

test('when a calendar import and checkouts compete for two hours, each hour is either blocked by the event or held by one guest', async () => {
  // Uses new guests for each repetition, because a guest can have only five holds.
  const guests = await market.people('guest', 24)
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, async (_, round) => {
      const space = await market.space(host)
      feed.respond = (_request, response) =>
        response.end(icsOf([{ startsAt: inDays(2, 10), endsAt: inDays(2, 12) }]))
      const [added, ...checkouts] = await Promise.all([
        host.call('calendars', {
          action: 'add',
          spaceId: space.id,
          name: 'Google',
          url: `${feed.url}?${round}`,
        }),
        ...guests
          .slice(4 * round, 4 * round + 4)
          .map((guest, index) => market.checkout(guest, space, inDays(2, 10 + (index % 2)))),
      ])
      expect(added.status).toBe(200)
      const held = checkouts.filter(({ status }) => status === 200).length
      for (const { status, body } of checkouts.filter(({ status }) => status !== 200)) {
        expect({ status, code: body.code }).toEqual({ status: 409, code: 'slot_taken' })
      }
      const rows = await rowsOf(space.id)
      expect(rows?.overlaps).toBe(0)
      expect(rows?.holds).toBe(held)
      // The imported event and the holds together cover both hours, in any order of the calls.
      const [covered] = await market.server.sql<{ hours: number }[]>`
        select (extract(epoch from sum(upper(during) - lower(during))) / 3600)::float as hours
        from public.space_availability where space_id = ${space.id} and active`
      expect(covered?.hours).toBe(2)
      return held
    }),
  )
  expect(outcomes).toHaveLength(6)
})

test('concurrent calendar imports, blocks and checkouts of a space cause neither deadlocks nor overlapping rows', async () => {
  const space = await market.space(host)
  const entries = Array.from({ length: 20 }, (_, index) => ({
    startsAt: inDays(3 + index, 9),
    endsAt: inDays(3 + index, 12),
  }))
  feed.show(...entries)
  await host.call('calendars', { action: 'add', spaceId: space.id, name: 'A', url: feed.url })
  const guests = await market.people('guest', 10)
  const asHost = (work: string) =>
    market.server.sql.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: host.id, role: 'authenticated' })}, true)`
      await sql.unsafe(work)
    })
  const results = await Promise.allSettled([
    ...Array.from({ length: 10 }, (_, index) => {
      const moved = entries.map(({ startsAt, endsAt }) => ({
        uid: String(+startsAt),
        start_time: startsAt,
        end_time: new Date(+endsAt + (index % 3) * hourMs),
        summary: 'Busy',
      }))
      return market.server.sql`
        select public.record_calendar_check(id, ${market.server.sql.json(moved as never)}, null, null)
        from public.space_calendars where space_id = ${space.id}`
    }),
    ...guests.map((guest, index) => market.checkout(guest, space, inDays(3 + index, 13), 2)),
    ...Array.from({ length: 5 }, (_, index) =>
      asHost(
        `select public.block_time('${space.id}', '${inDays(3 + index * 3, 14).toISOString()}', '${inDays(5 + index * 3, 8).toISOString()}')`,
      ),
    ),
  ])
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [String(result.reason)] : [],
  )
  expect(
    failures.filter((reason) => !/imported calendar has an event|is paying for part/.test(reason)),
  ).toEqual([])
  expect((await rowsOf(space.id))?.overlaps).toBe(0)
})
