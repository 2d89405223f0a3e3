import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type InProcessServer, startTestServer } from '@hourspace/launch/testing/server.ts'

let source: Server
let server: InProcessServer
let requests = 0
let answer: object

beforeAll(async () => {
  source = createServer((_request, response) => {
    requests += 1
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(source, 'listening')
  const { port } = source.address() as AddressInfo
  server = await startTestServer({
    jobs: false,
    backend: {
      functionsEnv: {
        SITE_URL: 'http://localhost',
        EXCHANGE_RATES_URL: `http://127.0.0.1:${port}/latest?base=USD`,
      },
    },
  })
})

afterAll(async () => {
  await server.stop()
  source.close()
})

beforeEach(() => server.sql`delete from exchange_rate_refreshes`)

async function run(from = server) {
  const response = await fetch(`${from.url}/functions/v1/refresh-exchange-rates`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${from.serviceRoleKey}`,
      'content-type': 'application/json',
    },
    body: '{}',
  })
  return { status: response.status, body: (await response.json()) as object }
}

async function rates() {
  const rows = await server.sql<{ currency: string; rate: string; as_of: string }[]>`
    select currency, usd_per_unit as rate, as_of::text from exchange_rates
    where currency in ('EUR', 'AED') order by currency`
  return rows.map(({ currency, rate, as_of }) => [currency, Number(rate), as_of])
}

test('refresh-exchange-rates stores the rates of supported currencies once a day', async () => {
  answer = { base: 'USD', date: '2026-11-20', rates: { EUR: 0.8, XYZ: 3 } }
  const before = requests
  expect(await run()).toEqual({ status: 200, body: { updated: 1 } })
  expect(await rates()).toEqual([
    ['AED', 0.2723, '2025-07-01'],
    ['EUR', 1.25, '2026-11-20'],
  ])
  expect(await run()).toEqual({ status: 200, body: { updated: 0 } })
  expect(requests - before).toBe(1)
})

test.each([
  { base: 'EUR', date: '2026-11-21', rates: { EUR: 1 } },
  { base: 'USD', date: '2026-11-21', rates: { EUR: 0 } },
  { error: 'no' },
])(
  'refresh-exchange-rates fails and keeps the rates if the server responds with %j',
  async (wrong) => {
    const before = await rates()
    answer = wrong
    expect((await run()).status).toBe(500)
    expect(await rates()).toEqual(before)
  },
)

test('refresh-exchange-rates requests nothing without EXCHANGE_RATES_URL', async () => {
  const unset = await startTestServer({ jobs: false })
  try {
    const before = requests
    expect(await run(unset)).toEqual({ status: 200, body: { updated: 0 } })
    expect(requests).toBe(before)
  } finally {
    await unset.stop()
  }
})
