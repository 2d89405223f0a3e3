import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Tokens } from '@hourspace/backend/platform/jwt.ts'
import { openMarket, type Market, type Person } from '@hourspace/supabase/functions/tests/market.ts'
import type { InProcessServer } from '@hourspace/launch/testing/server.ts'

export type TestProduct = {
  market: Market<InProcessServer>
  host: Person
  guest: Person
}

let product: TestProduct

/** Starts the product for one test file, and checks after its tests that the server is healthy. */
export function startProduct(
  prepare: (started: TestProduct) => Promise<void> = async () => {},
): void {
  beforeAll(async () => {
    // Disables jobs, which could change the row counts during a test.
    const market = await openMarket({ jobs: false })
    product = { market, host: await market.person('Hana'), guest: await market.person('Gil') }
    await prepare(product)
  })
  afterAll(async () => {
    expect((await fetch(`${product.market.server.url}/healthz`)).status).toBe(200)
    await product.market.server.stop()
  })
}

/**
 * Returns an access token of a user. A wrong `secret` or a negative lifetime makes the token
 * invalid.
 */
export function tokenOf(
  person: Person,
  { secret = product.market.server.jwtSecret, expiresInSeconds = 3600 } = {},
): string {
  return new Tokens(secret).sign({
    sub: person.id,
    role: 'authenticated',
    aud: 'authenticated',
    exp: Math.floor(Date.now() / 1000) + expiresInSeconds,
  })
}

export type ApiRequest = {
  path: string
  method?: string
  /** Request body. A string is sent unchanged; any other value is sent as JSON. */
  body?: unknown
  type?: string
  headers?: Record<string, string>
  /** Access token of the request. Default: the host's. */
  token?: string
}

type ApiResponse = { status: number; text: string }

export async function send(request: ApiRequest): Promise<ApiResponse> {
  const { server } = product.market
  const { path, body, method = 'POST', type = 'application/json' } = request
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(server.url + path, {
    method,
    body: isRaw ? (body as string) : JSON.stringify(body),
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${request.token ?? tokenOf(product.host)}`,
      'content-type': type,
      ...request.headers,
    },
  })
  const json = (await response.json()) as Record<string, unknown>
  return { status: response.status, text: String(json.message ?? json.msg ?? json.error) }
}

/**
 * Defines a test that expects the API to reject a request with `status` and `text`, and to store no
 * row. `build` creates the request when the test runs.
 */
export function refuses(
  attempt: string,
  build: () => ApiRequest | Promise<ApiRequest>,
  status: number,
  text: string | RegExp,
): void {
  test(`the API rejects ${attempt} with ${status} and stores no row`, async () => {
    const request = await build()
    const before = await rowCounts()
    const response = await send(request)
    expect(response).toMatchObject({ status })
    expect(response.text).toMatch(text)
    expect(await rowCounts(), 'row counts').toEqual(before)
  })
}

/**
 * Returns the row count of each table in `public`, `auth` and `storage`, except the audit log. Adds
 * the numbers of PaymentIntents and accounts in the Stripe fake.
 */
export async function rowCounts(): Promise<Record<string, number>> {
  const { sql, stripe } = product.market.server
  // Prepares the statement, because planning it takes much longer than running it.
  const rows = await sql.unsafe<{ name: string; count: number }[]>(await countStatement(sql), [], {
    prepare: true,
  })
  const { payment_intents, accounts } = await stripe.state()
  return {
    ...Object.fromEntries(rows.map(({ name, count }) => [name, count])),
    'payment intents': payment_intents.length,
    accounts: accounts.length,
  }
}

let statement: string | undefined

async function countStatement(sql: Sql): Promise<string> {
  if (statement) return statement
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'auth', 'storage') and tablename <> 'audit_log_entries'`
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int from ${name}`)
  return (statement = counts.join(' union all '))
}
