import { Hono } from 'hono'
import { html } from 'hono/html'
import { noRequest, type StripeContext } from '../core/context.ts'
import { formatAmount } from '../core/present.ts'
import type { StoredIntent } from '../resources/stored-intents.ts'
import { finishAuthentication } from '../resources/payment-intent-confirmation.ts'
import { page } from './layout.ts'

/**
 * Creates the bank's 3-D Secure page. After the 3-D Secure step is closed, the page shows the
 * reason and a link back to the shop.
 */
export function createAuthenticationPage(context: StripeContext, onChange: () => void): Hono {
  const app = new Hono()
  const find = (id: string, token: string) => {
    const intent = context.store.find<StoredIntent>('payment_intent', id)
    const challenges = intent?.$sandbox?.challenges ?? []
    const challenge = challenges.find((candidate) => candidate.token === token)
    if (!intent || !challenge) return undefined
    const isWaiting = intent.status === 'requires_action' && challenge === challenges.at(-1)
    return { intent, isWaiting, returnUrl: challenge.returnUrl }
  }
  app.use('/authenticate/*', async (c, next) => {
    await next()
    // Disables caching: browsers may cache 410 responses, but the text of the page can change with
    // the state of the payment.
    c.header('cache-control', 'no-store')
  })
  app.get('/authenticate/:intent/:token', (c) => {
    const found = find(c.req.param('intent'), c.req.param('token'))
    if (!found) return c.html(page('Link not found', notFound()), 404)
    const { intent, isWaiting, returnUrl } = found
    if (isWaiting) return c.html(page('Confirm your payment', challenge(intent)))
    const { title, text } = closedReasons[intent.status] ?? closedOtherwise
    const back = returnUrl && returnTo(returnUrl, intent)
    return c.html(page(title, closed(title, text, back)), 410)
  })
  app.post('/authenticate/:intent/:token', async (c) => {
    const { result } = await c.req.parseBody()
    const target = context.store.transaction(() => {
      const found = find(c.req.param('intent'), c.req.param('token'))
      if (!found) return undefined
      const { intent, isWaiting, returnUrl } = found
      if (isWaiting)
        finishAuthentication({ ...context, origin: noRequest }, intent, result === 'complete')
      return returnUrl ? returnTo(returnUrl, intent) : c.req.path
    })
    onChange()
    return target ? c.redirect(target, 303) : c.html(page('Link not found', notFound()), 404)
  })
  return app
}

function returnTo(returnUrl: string, intent: StoredIntent): string {
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  url.searchParams.set('redirect_status', redirectStatus(intent))
  return url.toString()
}

function redirectStatus({ status }: StoredIntent): string {
  if (status === 'requires_action') return 'pending'
  return status === 'succeeded' || status === 'requires_capture' ? 'succeeded' : 'failed'
}

const closedReasons: Record<string, { title: string; text: string }> = {
  succeeded: {
    title: 'This payment is already made',
    text: 'There is nothing left to confirm, and you will not be charged again.',
  },
  requires_capture: {
    title: 'Authorized, not captured',
    text: 'There is nothing left to confirm, and no money has moved. You are charged only if your request is accepted.',
  },
  canceled: {
    title: 'This payment was cancelled',
    text: 'The shop cancelled the payment before you confirmed it. You have not been charged.',
  },
  requires_action: {
    title: 'This request was replaced',
    text: 'You started the payment again. Confirm it on the newer page; this page charges nothing.',
  },
}
const closedOtherwise = {
  title: 'This request is already closed',
  text: 'The payment did not go through, and you have not been charged. You can try again in the shop.',
}

function challenge({ amount, currency }: StoredIntent) {
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

function closed(title: string, text: string, back: string | null) {
  return html`<h1>${title}</h1>
    <p>${text}</p>
    ${
      back
        ? html`<div class="actions"><a class="main" href="${back}">Back to the shop</a></div>`
        : html`<p>You can close this page.</p>`
    }`
}

function notFound() {
  return html`<h1>This link does not exist</h1>
    <p>Go back to the shop to see the status of your payment.</p>`
}
