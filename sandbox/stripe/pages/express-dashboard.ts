import { Hono } from 'hono'
import { html } from 'hono/html'
import type Stripe from 'stripe'
import type { StripeContext } from '../core/context.ts'
import { openLoginLink } from '../resources/login-links.ts'
import { page } from './layout.ts'

/** The Express Dashboard, in which hosts change the bank account of their payouts. */
export function createExpressDashboard(context: StripeContext): Hono {
  const app = new Hono()
  app.get('/express/:token', (c) => {
    const account = openLoginLink(context, c.req.param('token'))
    if (!account) return c.html(page('Link not found', notFound()), 404)
    return c.html(page('Your Stripe account', dashboard(context, account)))
  })
  return app
}

function dashboard({ config }: StripeContext, account: Stripe.Account) {
  const schedule = account.settings?.payouts?.schedule?.interval ?? 'daily'
  return html`<h1>Your Stripe account</h1>
    <p>Everything here is test data. In Stripe, hosts change their bank account on this page.</p>
    <p>
      Account of <strong>${account.business_profile?.name ?? 'Test Host'}</strong><br />
      Country: <strong>${account.country}</strong><br />
      Bank account: <strong>•••• 6789</strong><br />
      Payouts to the bank: <strong>${schedule}</strong>
    </p>
    <a class="main" href="${new URL('/', config.baseUrl).href}">Back to the site</a>`
}

function notFound() {
  return html`<h1>This link was used already</h1>
    <p>Go back to the site you came from and open Stripe again.</p>`
}
