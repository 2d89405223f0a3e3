import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, newEmail, openTarget, password, signedUp, type Target } from '../target.ts'
import { cookieOf, send, newIpAddress, type Caller } from './clients.ts'

describe.runIf(isOwnTarget)('password guessing', () => {
  let target: Target
  beforeAll(async () => {
    // Raises the rate limit of POST /token, so that only the limits on failed sign-ins apply.
    target = await openTarget({
      auth: {
        limits: { tokenRefresh: 100_000 },
        wrongPasswords: { fromOnePlace: 5, fromEverywhere: 30 },
      },
    })
  })
  afterAll(() => target.close())

  const signIn = (email: string, secret: string, caller: Caller) =>
    send(target, '/token?grant_type=password', { email, password: secret }, caller)

  async function guess(email: string, times: number, caller: () => Caller) {
    const statuses: number[] = []
    for (let time = 0; time < times; time += 1) {
      statuses.push((await signIn(email, `guess number ${time}`, caller())).status)
    }
    return statuses
  }

  test('after five failed sign-ins to an account, the IP address is blocked even with the correct password, and other addresses are not', async () => {
    const { email } = await signedUp(target)
    const address = newIpAddress()
    const statuses = await guess(email, 7, () => ({ address }))
    expect(statuses).toEqual([...Array(5).fill(400), 429, 429])
    const right = await signIn(email, password, { address })
    expect(right).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(100)
    expect((await signIn(email, password, { address: newIpAddress() })).status).toBe(200)
  })

  test('a hundred concurrent failed sign-ins are limited like a hundred sequential failed sign-ins', async () => {
    const { email } = await signedUp(target)
    const address = newIpAddress()
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, i) => signIn(email, `at once ${i}`, { address })),
    )
    const looked = responses.filter(({ status }) => status === 400).length
    expect(looked).toBeGreaterThanOrEqual(5)
    expect(looked).toBeLessThanOrEqual(7)
  })

  test('a correct password resets the counter of earlier failed attempts', async () => {
    const { email } = await signedUp(target)
    const address = newIpAddress()
    await guess(email, 4, () => ({ address }))
    expect((await signIn(email, password, { address })).status).toBe(200)
    const statuses = await guess(email, 6, () => ({ address }))
    expect(statuses).toEqual([...Array(5).fill(400), 429])
  })

  test('a sign-in with the correct password also resets failed attempts that were counted while the sign-in was running', async () => {
    const { email } = await signedUp(target)
    const sql = target.sql!
    // Signs in before locking the counters, because the first sign-in may delete expired counters.
    expect((await signIn(email, password, {})).status).toBe(200)
    let responses: ReturnType<typeof signIn>[] = []
    await sql.begin(async (tx) => {
      await tx`lock table auth_internal.rate_limits in share mode`
      responses = [signIn(email, 'wrong one', {}), signIn(email, 'wrong two', {})]
      const waiting = () => sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await waiting()).length).toBe(2)
      const [now] = await sql<{ at: string }[]>`select clock_timestamp()::text as at`
      responses.push(signIn(email, password, {}))
      // Waits until the sign-in with the correct password has read the account and the counters.
      const looked = () => sql`
        select from pg_stat_activity
        where datname = current_database() and application_name <> 'postgres.js'
          and state = 'idle' and query_start > ${now!.at}::text::timestamptz`
      await expect.poll(async () => (await looked()).length).toBeGreaterThan(0)
    })
    const statuses = (await Promise.all(responses)).map(({ status }) => status)
    expect(statuses).toEqual([400, 400, 200])
    const account = createHash('sha256').update(email).digest('base64url')
    const [counted] = await sql<{ times: number }[]>`
      select ceil(extract(epoch from full_at - clock_timestamp()) * 30 / 86400)::int as times
      from auth_internal.rate_limits where key = ${`password ${account}`}`
    // The counter may be 1, because one failed attempt may be counted after the reset.
    expect(counted?.times ?? 0).toBeLessThanOrEqual(1)
  })

  test('concurrent correct sign-ins are never counted as failed attempts', async () => {
    const { email } = await signedUp(target)
    const address = newIpAddress()
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => signIn(email, password, { address })),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(200))
  })

  test('sign-ins with an unknown email are blocked after as many attempts as sign-ins with a known email', async () => {
    const address = newIpAddress()
    const statuses = await guess(newEmail(), 6, () => ({ address }))
    expect(statuses).toEqual([...Array(5).fill(400), 429])
  })

  test('the rate limit blocks nearly all of 500 password guesses from many IP addresses, and the account owner can still sign in', async () => {
    const email = newEmail()
    const home = newIpAddress()
    const started = await send(target, '/signup', { email, password }, { address: home })
    const cookie = cookieOf(started)
    expect(cookie).toMatch(/^sb-device=[\w-]{22}$/)

    let looked = 0
    for (let round = 0; round < 20; round += 1) {
      const tries = Array.from({ length: 25 }, (_, i) =>
        signIn(email, `try ${round} ${i}`, { address: newIpAddress() }),
      )
      const responses = await Promise.all(tries)
      looked += responses.filter(({ status }) => status === 400).length
    }
    expect(looked).toBeLessThan(40)
    const attacker = await signIn(email, password, { address: newIpAddress() })
    expect(attacker.status).toBe(429)

    // The owner can still sign in, both from a trusted device and from a trusted IP address.
    expect((await signIn(email, password, { address: newIpAddress(), cookie })).status).toBe(200)
    expect((await signIn(email, password, { address: home })).status).toBe(200)
  }, 120_000)

  test('when an IP address is blocked, a trusted device at this address still has its own failed attempt counter', async () => {
    const email = newEmail()
    const address = newIpAddress()
    const cookie = cookieOf(await send(target, '/signup', { email, password }, { address }))
    await guess(email, 5, () => ({ address }))
    expect((await signIn(email, password, { address })).status).toBe(429)
    expect((await signIn(email, password, { address, cookie })).status).toBe(200)
    const statuses = await guess(email, 6, () => ({ address: newIpAddress(), cookie }))
    expect(statuses).toEqual([...Array(5).fill(400), 429])
  })

  test('a browser is trusted only for the account that it signed in to, and only with a valid device token', async () => {
    const { email } = await signedUp(target)
    const other = await send(target, '/signup', { email: newEmail(), password }, {})
    const invented = 'sb-device=AAAAAAAAAAAAAAAAAAAAAA'
    for (const cookie of [cookieOf(other), invented]) {
      const address = newIpAddress()
      const statuses = await guess(email, 6, () => ({ address, cookie }))
      expect(statuses.at(-1)).toBe(429)
    }
  })

  test('the device token cookie is set once, is long-lived and is not readable by scripts', async () => {
    const email = newEmail()
    const first = await send(target, '/signup', { email, password }, {})
    const [set = ''] = first.headers.getSetCookie()
    expect(set).toMatch(/; Path=\/auth\/v1; Max-Age=34560000; HttpOnly; SameSite=Lax$/)
    const again = await signIn(email, password, { cookie: cookieOf(first) })
    expect(again.headers.getSetCookie()).toEqual([])
    const refused = await signIn(email, 'wrong one', {})
    expect(refused.headers.getSetCookie()).toEqual([])
  })
})
