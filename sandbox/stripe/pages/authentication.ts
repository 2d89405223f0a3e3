import { Hono } from 'hono'
import { html } from 'hono/html'
import { noRequest, type World } from '../core/call.ts'
import { formatAmount } from '../core/money.ts'
import type { KeptIntent } from '../resources/kept-intents.ts'
import { finishAuthentication } from '../resources/payment-intent-confirmation.ts'
import { page } from './layout.ts'

/** The bank's page of a 3-D Secure step: the cardholder completes it or fails it. */
export function createAuthenticationPage(world: World, onChange: () => void): Hono {
  const app = new Hono()
  const waitingIntent = (id: string, token: string) => {
    const intent = world.store.find<KeptIntent>('payment_intent', id)
    return intent?.$sandbox?.authentication.token === token ? intent : undefined
  }
  app.get('/authenticate/:intent/:token', (c) => {
    const intent = waitingIntent(c.req.param('intent'), c.req.param('token'))
    return intent
      ? c.html(page('Confirm your payment', challenge(intent)))
      : c.html(page('Already answered', over()), 410)
  })
  app.post('/authenticate/:intent/:token', async (c) => {
    const { result } = await c.req.parseBody()
    const target = world.store.transaction(() => {
      const intent = waitingIntent(c.req.param('intent'), c.req.param('token'))
      if (!intent) return undefined
      const returnUrl = intent.$sandbox?.authentication.returnUrl
      const finished = finishAuthentication(
        { ...world, origin: noRequest },
        intent,
        result === 'complete',
      )
      return returnUrl ? returnTo(returnUrl, finished) : ''
    })
    onChange()
    if (target === undefined) return c.html(page('Already answered', over()), 410)
    return target ? c.redirect(target, 303) : c.html(page('Done', done()))
  })
  return app
}

/** Where a redirect ends, with what Stripe adds to the address. */
function returnTo(returnUrl: string, intent: KeptIntent): string {
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  return url.toString()
}

function challenge({ amount, currency }: KeptIntent) {
  return html` <h1>Is this you?</h1>
    <p>
      Your bank asks you to confirm a payment of <strong>${formatAmount(amount, currency)}</strong>.
    </p>
    <form method="post">
      <div class="actions">
        <button class="main" name="result" value="complete">Complete authentication</button>
        <button name="result" value="fail">Fail authentication</button>
      </div>
    </form>`
}

function over() {
  return html`<h1>This request was already answered</h1>
    <p>Go back to the shop to see how your payment stands.</p>`
}

function done() {
  return html`<h1>Thank you</h1>
    <p>You can close this page.</p>`
}
