import { Stripe } from 'stripe'
import type { StripeSandboxConfig } from './core/context.ts'
import { createStripeSandbox } from './server.ts'

export const baseUrl = 'http://localhost:3000/_sandbox/stripe'
export const webhookSecret = 'whsec_test'
export const connectWebhookSecret = 'whsec_connect'
export const returnUrl = 'http://localhost:3000/confirmation?space=1'
const secretKey = 'sk_test_sandbox'
const publishableKey = 'pk_test_sandbox'

type Sandbox = ReturnType<typeof createStripeSandbox>
type Delivery = { body: string; signature: string }

type ControlAnswer = {
  id: string
  error: { message: string }
  deliveries: { event: string; type: string; result: string }[]
  webhooks: { deliveries: { type: string; state: string }[] }
}

/** Creates a Stripe fake with official API clients, a webhook receiver and the test controls. */
export function openSandbox(settings: Partial<StripeSandboxConfig> = {}) {
  const inbox: Delivery[] = []
  const receiver = { status: 200 }
  const sandbox = createStripeSandbox({
    dataFile: ':memory:',
    baseUrl,
    secretKey,
    publishableKey,
    webhookSecret,
    connectWebhookSecret,
    webhookUrl: 'http://localhost:3000/functions/v1/stripe-webhook',
    deliver: async (request) => {
      inbox.push({
        body: await request.text(),
        signature: request.headers.get('stripe-signature') ?? '',
      })
      return new Response(null, { status: receiver.status })
    },
    ...settings,
  })
  return {
    sandbox,
    inbox,
    receiver,
    stripe: client(sandbox, secretKey),
    browser: client(sandbox, publishableKey),
    control: async (path: string, body?: object): Promise<ControlAnswer> => {
      const response = await sandbox.fetch(
        new Request(`${baseUrl}/test/${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${secretKey}` },
          ...(body && { body: JSON.stringify(body) }),
        }),
      )
      return (await response.json()) as ControlAnswer
    },
  }
}

export type Opened = ReturnType<typeof openSandbox>

/** Returns an official Stripe client that calls the fake without a network connection. */
function client(sandbox: Sandbox, key: string): Stripe {
  const httpClient = Stripe.createFetchHttpClient((url: RequestInfo | URL, init?: RequestInit) =>
    sandbox.fetch(new Request(url, init)),
  )
  return new Stripe(key, { httpClient, telemetry: false, maxNetworkRetries: 0 })
}

export const card = (number: string, overrides = {}) => ({
  payment_method_data: {
    type: 'card' as const,
    card: { number, exp_month: 12, exp_year: 2040, cvc: '123', ...overrides },
  },
})

/** Confirms a payment intent with the publishable key, as a browser does. */
export function confirmAsBrowser(
  { browser }: Opened,
  intent: Stripe.PaymentIntent,
  details: object,
): Promise<Stripe.PaymentIntent> {
  return browser.paymentIntents.confirm(intent.id, {
    ...details,
    client_secret: intent.client_secret ?? '',
    return_url: returnUrl,
    use_stripe_sdk: true,
  } as Stripe.PaymentIntentConfirmParams)
}

export function pay(stripe: Stripe, amount = 1000, currency = 'usd', method = 'pm_card_visa') {
  return stripe.paymentIntents.create({
    amount,
    currency,
    confirm: true,
    payment_method: method,
    return_url: returnUrl,
    expand: ['latest_charge'],
  })
}

export async function onboardedAccount({ stripe, control }: Opened): Promise<Stripe.Account> {
  const account = await stripe.accounts.create({
    type: 'express',
    capabilities: { transfers: { requested: true } },
  })
  await control('accounts', { account: account.id, action: 'complete' })
  return account
}

export function available(balance: Stripe.Balance, currency = 'usd'): number {
  return balance.available.find((entry) => entry.currency === currency)?.amount ?? 0
}
