import type { Command } from 'commander'
import type { Stripe } from 'stripe'
import { chooseKeys, stripeFor } from '#launch/config.ts'
import { readEnvironment } from '#launch/environment/environment.ts'
import { StartupError } from '#launch/startup-error.ts'
import { setAction } from './command.ts'
import { callServer } from './jobs.ts'

const maxHours = 30 * 24

export function addEventsCommands(program: Command): void {
  const events = program.command('events').description('webhook events of Stripe')
  setAction<{ hours: string; type?: string }>(
    events
      .command('replay [event...]')
      .description(
        'send events of Stripe to the server at SITE_URL again; without ids, all events of the last hours. A repeated event changes nothing',
      )
      .option('--hours <number>', 'age of the oldest event, at most 720', '24')
      .option('--type <type>', 'only events of this type, such as payment_intent.succeeded'),
    replay,
  )
}

async function replay(ids: string[], { hours, type }: { hours: string; type?: string }) {
  const environment = readEnvironment(process.env)
  const keys = await chooseKeys(environment)
  const { keys: stripeKeys, isFake } = stripeFor({ mode: 'product', environment, keys })
  if (!stripeKeys) throw new StartupError('STRIPE_SECRET_KEY is missing: set it as for the server.')
  const stripe = await stripeAt(stripeKeys.secretKey, isFake ? environment.SITE_URL : undefined)
  const secret = stripeKeys.webhookSecrets[0]!
  const outcomes: { id: string; type: string; status: number }[] = []
  for await (const event of eventsOf(stripe, ids, hoursOf(hours), type)) {
    const payload = JSON.stringify(event)
    const signature = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret })
    const response = await callServer(environment.SITE_URL, '/functions/v1/stripe-webhook', {
      method: 'POST',
      headers: { 'Stripe-Signature': signature, 'Content-Type': 'application/json' },
      body: payload,
    })
    await response.body?.cancel()
    outcomes.push({ id: event.id, type: event.type, status: response.status })
  }
  const refused = outcomes.filter(({ status }) => status !== 200)
  const lines = refused.map((each) => `✗ ${each.id} ${each.type}: ${each.status}`)
  return {
    data: outcomes,
    text: [`${outcomes.length - refused.length} events processed.`, ...lines].join('\n'),
    failed: refused.length > 0,
  }
}

async function stripeAt(secretKey: string, fakeUrl: string | undefined): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  if (!fakeUrl) return new Stripe(secretKey)
  const { protocol, hostname, port } = new URL(fakeUrl)
  const send: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(String(input))
    return fetch(`${fakeUrl}/_sandbox/stripe${pathname}${search}`, init)
  }
  return new Stripe(secretKey, {
    protocol: protocol === 'https:' ? 'https' : 'http',
    host: hostname,
    port,
    httpClient: Stripe.createFetchHttpClient(send),
  })
}

async function* eventsOf(
  stripe: Stripe,
  ids: string[],
  hours: number,
  type: string | undefined,
): AsyncGenerator<Stripe.Event> {
  if (ids.length > 0) {
    for (const id of ids) yield await stripe.events.retrieve(id)
    return
  }
  const created = { gte: Math.floor(Date.now() / 1000) - hours * 3600 }
  // Events may be processed in any order, because the server fetches the current state of each
  // object.
  yield* stripe.events.list({ created, limit: 100, ...(type && { type }) })
}

function hoursOf(text: string): number {
  const hours = Number(text)
  if (!Number.isInteger(hours) || hours < 1 || hours > maxHours)
    throw new StartupError(`--hours must be a whole number from 1 to ${maxHours}.`)
  return hours
}
