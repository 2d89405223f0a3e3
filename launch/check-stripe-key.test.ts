import { createStripeSandbox } from '@hourspace/sandbox/stripe/server.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { checkStripeKey } from './check-stripe-key.ts'
import { startServer } from './http/server.ts'

const secretKey = 'sk_test_known_at_stripe_0000000'
const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closers.splice(0)) await close()
})

async function serve(respond: (request: Request) => Promise<Response>): Promise<string> {
  const options = { port: 0, host: '127.0.0.1', upgrade: () => {} }
  const { port, close } = await startServer({ ...options, fetch: respond })
  closers.push(close)
  return `http://127.0.0.1:${port}`
}

async function stripe(): Promise<string> {
  const sandbox = createStripeSandbox({
    dataFile: ':memory:',
    baseUrl: 'http://localhost',
    secretKey,
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_1',
    connectWebhookSecret: 'whsec_2',
    webhookUrl: 'http://localhost/webhook',
  })
  closers.push(sandbox.close)
  return serve(sandbox.fetch)
}

test('the server refuses to start with a Stripe key that Stripe does not know, and does not print the key', async () => {
  const apiBase = await stripe()
  await expect(checkStripeKey(secretKey, { apiBase })).resolves.toBeUndefined()
  const wrong = checkStripeKey('sk_live_of_another_project', { apiBase })
  await expect(wrong).rejects.toThrow(/^Stripe refuses STRIPE_SECRET_KEY \(sk_live_…\): copy /)
})

test('the server starts with a restricted Stripe key that may not read balances', async () => {
  const apiBase = await serve(async () => new Response('{}', { status: 403 }))
  await expect(checkStripeKey(secretKey, { apiBase })).resolves.toBeUndefined()
})

test.each<[string, () => Promise<Response>]>([
  ['fails', async () => new Response('', { status: 503 })],
  ['does not respond', () => new Promise(() => {})],
])('the server starts with a warning if Stripe %s', async (_, respond) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const apiBase = await serve(respond)
  await checkStripeKey(secretKey, { apiBase, timeoutMs: 200 })
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^STRIPE_SECRET_KEY \(sk_test_…\) could not be checked with Stripe: /),
  )
})
