import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBackendProcess, type BackendProcess } from '#launch/testing/backend-process.ts'
import { createTestDatabase, type TestDatabase } from '#launch/testing/database.ts'
import { ensureDemoTemplate } from '#launch/testing/product-server.ts'
import { noteTags, PageCache } from './page-cache.ts'
import { watchPageChanges } from './page-changes.ts'

/** Creates a page cache for a backend. Each page shows the response of a data API request. */
async function createCachedPages({ url, keys }: BackendProcess) {
  const read = noteTags(fetch)
  const render = { count: 0 }
  const cache = new PageCache(async (request) => {
    render.count += 1
    const resource = new URL(request.url).searchParams.get('read')
    const response = await read(`${url}/rest/v1/${resource}`, { headers: { apikey: keys.anonKey } })
    return new Response(await response.text(), { headers: { 'cache-control': 's-maxage=10' } })
  }, 1e7)
  const close = watchPageChanges(cache, url, keys.serviceRoleKey)
  const page = async (resource: string) => {
    const request = new Request(`http://localhost/?read=${encodeURIComponent(resource)}`)
    const response = await cache.fetch(request)
    return { text: await response.text() }
  }
  return { page, render, close }
}

let database: TestDatabase
let processes: BackendProcess[]
/** How many tests have run, including retries. */
let runs = 0
let caches: Awaited<ReturnType<typeof createCachedPages>>[]

beforeAll(async () => {
  await ensureDemoTemplate()
  database = await createTestDatabase('demo')
  const shared = { JWT_SECRET: 'a JWT secret shared by both processes' }
  processes = await Promise.all([1, 2].map(() => startBackendProcess(database.url, shared)))
  caches = await Promise.all(processes.map(createCachedPages))
}, 180_000)

afterAll(async () => {
  await Promise.all(caches.map(({ close }) => close()))
  await Promise.all(processes.map((one) => one.interrupt()))
  await database.drop()
})

/**
 * Kinds of data, each with the data request of a page and a statement that changes the data. Each
 * run of a test uses another space, because a retried run would otherwise change nothing.
 */
const changes = [
  [
    'space',
    'rpc/search_spaces?filter={"ids":[":id"]}',
    (id) => database.sql`update spaces set title = 'Renamed' where id = ${id}`,
  ],
  [
    'space type',
    'space_types?select=label',
    () =>
      database.sql`insert into space_types (name, label) values (${'barn' + runs}, ${'Barn ' + runs})`,
  ],
  [
    'review',
    'space_reviews?select=comment&space_id=eq.:id',
    (id) => database.sql`delete from reviews where space_id = ${id}`,
  ],
  [
    'taken time',
    'taken_times?select=start_time&space_id=eq.:id',
    (id) =>
      database.sql`select take_slot(${id}, '2031-01-01T10:00Z', '2031-01-01T12:00Z', 'blackout')`,
  ],
  [
    'space extra',
    'space_extras?select=name&space_id=eq.:id',
    (id) => database.sql`insert into space_extras (space_id, name, price, unit, position)
      values (${id}, 'Projector', 5, 'booking', 19)`,
  ],
  [
    'opening time',
    'rpc/slots_of_days?p_space_id=:id&p_from=2031-01-05&p_to=2031-01-05',
    (
      id,
    ) => database.sql`insert into space_opening_hours (space_id, weekday, first_start, last_start)
      values (${id}, 0, 8, 9)`,
  ],
  [
    'exception to opening hours',
    'rpc/slots_of_days?p_space_id=:id&p_from=2031-01-06&p_to=2031-01-06',
    (id) =>
      database.sql`insert into space_date_exceptions (space_id, date) values (${id}, '2031-01-06')`,
  ],
  [
    'price rule',
    'spaces?select=space_price_rules(price)&id=eq.:id',
    (
      id,
    ) => database.sql`insert into space_price_rules (space_id, weekday, from_hour, to_hour, price)
      values (${id}, 6, 17, 24, 60)`,
  ],
  [
    'length discount',
    'spaces?select=space_length_discounts(percentage)&id=eq.:id',
    (id) => database.sql`insert into space_length_discounts (space_id, minimum_hours, percentage)
      values (${id}, 4, 10)`,
  ],
  [
    'host',
    'people?select=full_name&id=eq.:host',
    (_id, host) =>
      database.sql`update profiles set full_name = ${'Host ' + runs} where id = ${host}`,
  ],
] satisfies [string, string, (id: string, host: string) => PromiseLike<unknown>][]

test.each(changes)(
  'a change to a %s appears on the cached pages of two processes within 2 s',
  async (_changed, resource, change) => {
    runs += 1
    const [space] = await database.sql<{ id: string; user_id: string }[]>`
      select id, user_id from spaces where exists (select from reviews where space_id = spaces.id)
      order by id offset ${runs} limit 1`
    const { id, user_id: host } = space!
    const read = resource.replace(':id', id).replace(':host', host)
    const shown = () => Promise.all(caches.map(async ({ page }) => (await page(read)).text))
    const renders = () => caches.map(({ render }) => render.count)
    // Waits until both caches are connected to the change feed, because they store no pages until
    // then.
    await expect
      .poll(async () => {
        await shown()
        const before = renders()
        await shown()
        return renders().every((count, index) => count === before[index])
      })
      .toBe(true)
    const before = await shown()

    await change(id, host)
    const changedAt = performance.now()
    await expect
      .poll(async () => (await shown()).some((text, index) => text === before[index]), {
        interval: 20,
      })
      .toBe(false)
    expect(performance.now() - changedAt).toBeLessThan(2_000)
  },
)
