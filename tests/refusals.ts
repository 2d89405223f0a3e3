import { afterAll, beforeAll, expect, test } from 'vitest'
import { Tokens } from '@hourspace/backend/platform/jwt.ts'
import { openMarket, type Market, type Person } from '@hourspace/supabase/functions/tests/market.ts'
import type { InProcessServer } from '@hourspace/launch/testing/server.ts'

/** A running product with a signed-in host and guest. */
export type Stage = {
  market: Market<InProcessServer>
  host: Person
  guest: Person
}

let stage: Stage

/** Starts a product for the tests of a file and checks its health afterwards. */
export function openStage(prepare: (opened: Stage) => Promise<void> = async () => {}): void {
  beforeAll(async () => {
    // A job could store rows during a test and fail its row count.
    const market = await openMarket({ jobs: false })
    stage = { market, host: await market.person('Hana'), guest: await market.person('Gil') }
    await prepare(stage)
  })
  afterAll(async () => {
    expect((await fetch(`${stage.market.server.url}/healthz`)).status).toBe(200)
    await stage.market.server.stop()
  })
}

/** A user's session token, or a token that is invalid in the given way. */
export function tokenOf(
  person: Person,
  { secret = stage.market.server.jwtSecret, expiresInSeconds = 3600 } = {},
): string {
  return new Tokens(secret).sign({
    sub: person.id,
    role: 'authenticated',
    aud: 'authenticated',
    exp: Math.floor(Date.now() / 1000) + expiresInSeconds,
  })
}

export type Asking = {
  path: string
  method?: string
  /** A string is sent unchanged, other values as JSON. */
  body?: unknown
  type?: string
  headers?: Record<string, string>
  /** The host's token by default. */
  token?: string
}

export type Answer = { status: number; text: string }

/** Sends the request and returns status and error message. */
export async function ask(asking: Asking): Promise<Answer> {
  const { server } = stage.market
  const { path, body, method = 'POST', type = 'application/json' } = asking
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(server.url + path, {
    method,
    body: isRaw ? (body as string) : JSON.stringify(body),
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${asking.token ?? tokenOf(stage.host)}`,
      'content-type': type,
      ...asking.headers,
    },
  })
  const answer = (await response.json()) as Record<string, unknown>
  return { status: response.status, text: String(answer.message ?? answer.msg ?? answer.error) }
}

/**
 * Defines a test that a request gets this status and message and stores nothing. The
 * request is built when the product runs.
 */
export function refuses(
  what: string,
  asking: () => Asking | Promise<Asking>,
  status: number,
  text: string | RegExp,
): void {
  test(`${what} is refused`, async () => {
    const request = await asking()
    const before = await rowCounts()
    const answer = await ask(request)
    expect(answer).toMatchObject({ status })
    expect(answer.text).toMatch(text)
    expect(await rowCounts(), 'nothing is stored').toEqual(before)
  })
}

/** Row counts of every table except logs, and object counts of the fake Stripe. */
export async function rowCounts(): Promise<Record<string, number>> {
  const { sql, stripe } = stage.market.server
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'auth', 'storage') and tablename <> 'audit_log_entries'`
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int from ${name}`)
  const rows = await sql.unsafe<{ name: string; count: number }[]>(counts.join(' union all '))
  const { payment_intents, accounts } = await stripe.state()
  return {
    ...Object.fromEntries(rows.map(({ name, count }) => [name, count])),
    'payment intents': payment_intents.length,
    accounts: accounts.length,
  }
}
