import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, newEmail, openTarget, password, signedUp, type Target } from '../target.ts'
import { cookieOf, hear, newAddress, type Caller } from './callers.ts'

describe.runIf(isOwnTarget)('guessing a password', () => {
  let target: Target
  beforeAll(async () => {
    // Of the allowances, only those of guesses are looked at here.
    target = await openTarget({
      auth: {
        limits: { tokenRefresh: 100_000 },
        wrongPasswords: { fromOnePlace: 5, fromEverywhere: 30 },
      },
    })
  })
  afterAll(() => target.close())

  const signIn = (email: string, secret: string, caller: Caller) =>
    hear(target, '/token?grant_type=password', { email, password: secret }, caller)

  /** Statuses of wrong tries from one place. */
  async function guess(email: string, times: number, caller: () => Caller) {
    const statuses: number[] = []
    for (let time = 0; time < times; time += 1) {
      statuses.push((await signIn(email, `guess number ${time}`, caller())).status)
    }
    return statuses
  }

  test('from one address ends after a few, even with the right one, and starts again slowly', async () => {
    const { email } = await signedUp(target)
    const address = newAddress()
    const statuses = await guess(email, 7, () => ({ address }))
    expect(statuses).toEqual([...Array(5).fill(400), 429, 429])
    const right = await signIn(email, password, { address })
    expect(right).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(100)
    expect((await signIn(email, password, { address: newAddress() })).status).toBe(200)
  })

  test('a hundred at once are counted as well as one by one', async () => {
    const { email } = await signedUp(target)
    const address = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => signIn(email, `at once ${i}`, { address })),
    )
    const looked = answers.filter(({ status }) => status === 400).length
    expect(looked).toBeGreaterThanOrEqual(5)
    expect(looked).toBeLessThanOrEqual(7)
  })

  test('a right one takes back the wrong ones before it', async () => {
    const { email } = await signedUp(target)
    const address = newAddress()
    await guess(email, 4, () => ({ address }))
    expect((await signIn(email, password, { address })).status).toBe(200)
    const statuses = await guess(email, 6, () => ({ address }))
    expect(statuses).toEqual([...Array(5).fill(400), 429])
  })

  test('a right one takes back those that were looked at while it waited', async () => {
    const { email } = await signedUp(target)
    const sql = target.sql!
    // From within, where only guesses are counted; and what is swept now and then is swept.
    expect((await signIn(email, password, {})).status).toBe(200)
    let answers: ReturnType<typeof signIn>[] = []
    await sql.begin(async (tx) => {
      await tx`lock table auth_internal.rate_limits in share mode`
      answers = [signIn(email, 'wrong one', {}), signIn(email, 'wrong two', {})]
      const waiting = () => sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await waiting()).length).toBe(2)
      const [now] = await sql<{ at: string }[]>`select clock_timestamp()::text as at`
      answers.push(signIn(email, password, {}))
      // It has looked, and found nothing counted.
      const looked = () => sql`
        select from pg_stat_activity
        where datname = current_database() and query ~ 'full_at - clock_timestamp'
          and state = 'idle' and query_start > ${now!.at}::text::timestamptz`
      await expect.poll(async () => (await looked()).length).toBeGreaterThan(0)
    })
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses).toEqual([400, 400, 200])
    const account = createHash('sha256').update(email).digest('base64url')
    const [counted] = await sql<{ times: number }[]>`
      select ceil(extract(epoch from full_at - clock_timestamp()) * 30 / 86400)::int as times
      from auth_internal.rate_limits where key = ${`password ${account}`}`
    // One of the two may have been counted after the right one was through.
    expect(counted?.times ?? 0).toBeLessThanOrEqual(1)
  })

  test('right ones are never counted, however many at once', async () => {
    const { email } = await signedUp(target)
    const address = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => signIn(email, password, { address })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
  })

  test('an account that does not exist runs out at the same count', async () => {
    const address = newAddress()
    const statuses = await guess(newEmail(), 6, () => ({ address }))
    expect(statuses).toEqual([...Array(5).fill(400), 429])
  })

  test("a stranger's thousand tries from everywhere are nearly all refused, and keep the owner out of nothing", async () => {
    const email = newEmail()
    const home = newAddress()
    const begun = await hear(target, '/signup', { email, password }, { address: home })
    const cookie = cookieOf(begun)
    expect(cookie).toMatch(/^sb-device=[\w-]{22}$/)

    let looked = 0
    for (let round = 0; round < 40; round += 1) {
      const tries = Array.from({ length: 25 }, (_, i) =>
        signIn(email, `try ${round} ${i}`, { address: newAddress() }),
      )
      const answers = await Promise.all(tries)
      looked += answers.filter(({ status }) => status === 400).length
    }
    expect(looked).toBeLessThan(40)
    const stranger = await signIn(email, password, { address: newAddress() })
    expect(stranger.status).toBe(429)

    // Their own browser, in a café; and another browser, at home.
    expect((await signIn(email, password, { address: newAddress(), cookie })).status).toBe(200)
    expect((await signIn(email, password, { address: home })).status).toBe(200)
  }, 120_000)

  test('the own browser has tries of its own where a neighbour has used up those of the address', async () => {
    const email = newEmail()
    const address = newAddress()
    const cookie = cookieOf(await hear(target, '/signup', { email, password }, { address }))
    await guess(email, 5, () => ({ address }))
    expect((await signIn(email, password, { address })).status).toBe(429)
    expect((await signIn(email, password, { address, cookie })).status).toBe(200)
    const statuses = await guess(email, 6, () => ({ address: newAddress(), cookie }))
    expect(statuses).toEqual([...Array(5).fill(400), 429])
  })

  test('a browser is known only to the account it signed in to, and only by its own mark', async () => {
    const { email } = await signedUp(target)
    const other = await hear(target, '/signup', { email: newEmail(), password }, {})
    const invented = 'sb-device=AAAAAAAAAAAAAAAAAAAAAA'
    for (const cookie of [cookieOf(other), invented]) {
      const address = newAddress()
      const statuses = await guess(email, 6, () => ({ address, cookie }))
      expect(statuses.at(-1)).toBe(429)
    }
  })

  test('a mark lasts: whoever has one is given no other, and scripts cannot read it', async () => {
    const email = newEmail()
    const first = await hear(target, '/signup', { email, password }, {})
    const [set = ''] = first.headers.getSetCookie()
    expect(set).toMatch(/; Path=\/auth\/v1; Max-Age=34560000; HttpOnly; SameSite=Lax$/)
    const again = await signIn(email, password, { cookie: cookieOf(first) })
    expect(again.headers.getSetCookie()).toEqual([])
    const refused = await signIn(email, 'wrong one', {})
    expect(refused.headers.getSetCookie()).toEqual([])
  })
})
