import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, openTarget, signedUp, type Target } from '../target.ts'

const responseBytes = 64 * 1024
const waitMs = 1_000
const visitorTimeoutMs = 9_000

let target: Target
beforeAll(async () => {
  target = await openTarget({
    statementTimeoutMs: 11_000,
    rest: {
      budgets: {
        visitors: { responseBytes, statementTimeoutMs: visitorTimeoutMs, concurrentStatements: 2 },
        users: { responseBytes },
        waitMs,
      },
    },
  })
  await target.sql!.unsafe(`
    create table public.shelves (id int primary key);
    create table public.books (
      id int primary key, shelf_id int not null references public.shelves, title text not null);
    insert into public.shelves values (1);
    insert into public.books
      select n, 1, case n when 1 then repeat('ab', 2400) else repeat('x', 40) end
      from generate_series(1, 100) as n;
    create function public.nap(seconds float) returns void language sql stable
      as $$ select pg_sleep(seconds) $$;
    create function public.write_and_return(bytes int) returns text language sql volatile
      as $$ insert into public.shelves values (2); select repeat('x', bytes) $$;
    grant select on public.shelves, public.books to anon, authenticated, service_role;
    grant insert on public.shelves to anon`)
})
afterAll(() => target.close())

let addresses = 0
const newAddress = () => `203.0.113.${++addresses}`

const headersOf = (key: string, address: string) => ({
  apikey: key,
  'x-forwarded-for': address,
  'content-type': 'application/json',
})

async function read(path: string, key = target.anonKey, address = newAddress()) {
  const response = await fetch(`${target.url}/rest/v1${path}`, {
    headers: headersOf(key, address),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, bytes: text.length, text }
}

function call(name: string, args: object, key = target.anonKey, address = newAddress()) {
  return fetch(`${target.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: headersOf(key, address),
    body: JSON.stringify(args),
  })
}

/**
 * Starts two slow statements from each of several IP addresses. Waits until each has run for more
 * than a second, because until then a busy pool may queue other statements behind it.
 */
async function startNaps(ofAddresses: number): Promise<Promise<Response>[]> {
  const addresses = Array.from({ length: ofAddresses }, newAddress)
  const naps: Promise<Response>[] = []
  const napping = (ms: number) => async () => {
    const rows = await target.sql!`select from pg_stat_activity
      where wait_event = 'PgSleep' and datname = current_database()
        and clock_timestamp() - query_start > ${ms} * interval '1 ms'`
    return rows.length
  }
  for (const address of [...addresses, ...addresses]) {
    naps.push(call('nap', { seconds: 8.5 }, target.anonKey, address))
    await expect.poll(napping(60), { interval: 20, timeout: 8_000 }).toBe(naps.length)
  }
  await expect.poll(napping(1_100), { interval: 50, timeout: 8_000 }).toBe(naps.length)
  return naps
}

/** Cancels the slow statements of `startNaps` and waits for their responses. */
async function endNaps(naps: Promise<Response>[]): Promise<void> {
  await target.sql!`select pg_cancel_backend(pid) from pg_stat_activity
    where wait_event = 'PgSleep' and datname = current_database()`
  await Promise.all(naps)
}

/** Returns true if `work` ends before each of the slow requests `naps`. */
function endsFirst(work: Promise<unknown>, naps: Promise<unknown>[]): Promise<boolean> {
  return Promise.race([work.then(() => true), ...naps.map((nap) => nap.then(() => false))])
}

const wide = '/books?select=*,shelves(books(*))'

test('the data API returns 413 to an anonymous visitor if the response exceeds the byte budget', async () => {
  const { status, text, headers } = await read(wide)
  expect(status).toBe(413)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(JSON.parse(text)).toMatchObject({
    code: 'HS413',
    details: `It may have at most ${responseBytes} bytes.`,
  })
  expect((await read('/books?select=id,title')).status).toBe(200)
})

test('the byte budget for responses applies to CSV, to single objects and to results of functions too', async () => {
  const accept = (type: string) =>
    fetch(`${target.url}/rest/v1${wide}&limit=30`, {
      headers: { ...headersOf(target.anonKey, newAddress()), accept: type },
    })
  expect((await accept('text/csv')).status).toBe(413)
  const object = await read('/shelves?select=books(a:shelves(books(*)))')
  expect(object.status).toBe(413)
  expect((await call('write_and_return', { bytes: responseBytes + 1 })).status).toBe(413)
})

test('the data API rolls back a write if its response exceeds the byte budget', async () => {
  expect((await call('write_and_return', { bytes: responseBytes + 1 })).status).toBe(413)
  expect(await target.sql!`select id from public.shelves`).toHaveLength(1)
})

test('the byte budget for responses applies to signed-in users but not to the service role', async () => {
  const { client } = await signedUp(target)
  const { error, status } = await client.from('books').select('*, shelves(books(*))')
  expect([status, error?.code]).toEqual([413, 'HS413'])
  const all = await read(wide, target.serviceRoleKey)
  expect(all.status).toBe(200)
  expect(all.bytes).toBeGreaterThan(responseBytes)
})

test('a data API request for 100 million nested rows fails with 413 before the statement timeout of visitors', async () => {
  const embeds = 'books(shelves('.repeat(4) + 'id' + '))'.repeat(4)
  const startedAt = performance.now()
  const { status } = await read(`/shelves?select=${embeds}`)
  expect(status).toBe(413)
  // Without the byte budget, the response would have 100,000,000 rows.
  expect(performance.now() - startedAt).toBeLessThan(visitorTimeoutMs)
})

test('the byte budget for responses counts only the rows of the requested page, after sorting', async () => {
  const { status, bytes } = await read('/books?select=id,shelves(books(*))&order=title&limit=5')
  expect(status).toBe(200)
  expect(bytes).toBeGreaterThan(responseBytes / 4)
})

test("PostgreSQL cancels an anonymous visitor's statement sooner than a signed-in user's statement, with SQLSTATE 57014", async () => {
  const body = (seconds: number, key?: string) => call('nap', { seconds }, key)
  const { session } = await signedUp(target)
  const [visitor, user] = await Promise.all([
    body(9.6),
    body(9.6, session.access_token).then(({ status }) => status),
  ])
  expect(visitor.status).toBe(500)
  expect(await visitor.json()).toEqual({
    code: '57014',
    details: null,
    hint: null,
    message: 'canceling statement due to statement timeout',
  })
  expect(user).toBe(204)
})

test('the data API queues a third concurrent statement from one IP address, and returns 429 if the statement waits too long', async () => {
  const address = newAddress()
  const nap = (seconds: number) => call('nap', { seconds }, target.anonKey, address)
  const short = await Promise.all([nap(0.1), nap(0.1), nap(0.1), nap(0.1)])
  expect(short.map(({ status }) => status)).toEqual([204, 204, 204, 204])

  const long = [nap(1.4), nap(1.4)]
  const late = await nap(0)
  expect(late.status).toBe(429)
  expect(late.headers.get('retry-after')).toBe('1')
  expect(await late.json()).toMatchObject({ code: 'HS429' })
  for (const { status } of await Promise.all(long)) expect(status).toBe(204)
})

test('slow statements from three IP addresses do not delay visitors at other addresses', async () => {
  const slow = await startNaps(3)
  const reads = Promise.all(Array.from({ length: 12 }, () => read('/books?limit=1')))
  expect(await endsFirst(reads, slow)).toBe(true)
  expect(new Set((await reads).map(({ status }) => status))).toEqual(new Set([200]))
  await endNaps(slow)
})

test('page requests and sign-ups succeed while visitors use all database connections that are reserved for visitors', async () => {
  await signedUp(target)
  const slow = await startNaps(4)
  const request = new Request(`${target.url}/rest/v1/books?limit=1`, {
    headers: { apikey: target.anonKey },
  })
  const work = Promise.all([target.fetchForPages!(request), signedUp(target)])
  expect(await endsFirst(work, slow)).toBe(true)
  const [page, { session }] = await work
  expect(page.status).toBe(200)
  expect(session.access_token).toBeTruthy()
  await endNaps(slow)
})

test.each([
  ['a filter', `title=match.(a)\\1`],
  ['a negated filter', `title=not.imatch.(a)\\1`],
  ['a filter behind an escaped backslash', `title=match.(a)\\\\\\1`],
  ['a logic tree', `or=(id.eq.1,and(id.gt.1,title.match."(a)\\\\1"))`],
  ['a filter of an embed', `select=id,shelves(books(id))&shelves.books.title=match.(a)\\1`],
  ['a list of patterns', `title=match(any).{"(a)\\\\1",b}`],
])('the data API rejects a back-reference in %s with 400', async (_, query) => {
  const [path, rest] = ['/books?', query.replaceAll('\\', '%5C').replaceAll('"', '%22')]
  const { status, text } = await read(path + rest)
  expect(status).toBe(400)
  expect(JSON.parse(text)).toMatchObject({
    code: 'PGRST100',
    message: 'Patterns must not contain back-references',
  })
})

test('visitors may filter by regular expressions without back-references, and the service role by any regular expression', async () => {
  const visitors = clientOf(target)
  for (const pattern of ['^(ab)+$', 'a\\\\1', '\\d+$', 'x{3}']) {
    const { error } = await visitors.from('books').select('id').filter('title', 'match', pattern)
    expect({ pattern, error }).toEqual({ pattern, error: null })
  }
  const service = clientOf(target, target.serviceRoleKey)
  const { data } = await service.from('books').select('id').filter('title', 'match', '^(ab)\\1')
  expect(data).toEqual([{ id: 1 }])
})
