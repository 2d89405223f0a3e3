import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { noRequest, type StripeContext } from '../core/context.ts'
import { findLink, isUsable, type StoredLink } from '../resources/account-links.ts'
import { completeOnboarding, findAccount } from '../resources/accounts.ts'
import { page } from './layout.ts'

const formSchema = z.object({
  action: z.enum(['finish', 'later']),
  business_type: z.enum(['individual', 'company']).catch('individual'),
  name: z.string().trim().min(1).max(200).catch('Test Host'),
})

export function createOnboardingPage(context: StripeContext, onChange: () => void): Hono {
  const app = new Hono()
  app.get('/onboarding/:token', (c) => {
    const link = findLink(context, c.req.param('token'))
    if (!link) return c.html(page('Link not found', notFound()), 404)
    if (!isUsable(context, link)) return c.redirect(link.refresh_url, 303)
    return c.html(page('Get paid', form(context, link)))
  })
  app.post('/onboarding/:token', async (c) => {
    const entered = formSchema.safeParse(await c.req.parseBody())
    const target = context.store.transaction(() => {
      const link = findLink(context, c.req.param('token'))
      if (!link || !entered.success) return undefined
      if (!isUsable(context, link)) return link.refresh_url
      context.store.update({ ...link, isUsed: true } as StoredLink)
      const { action, business_type: businessType, name } = entered.data
      const eventContext = { ...context, origin: noRequest }
      if (action === 'finish')
        completeOnboarding(eventContext, findAccount(context, link.account), { businessType, name })
      return link.return_url
    })
    onChange()
    return target ? c.redirect(target, 303) : c.html(page('Link not found', notFound()), 404)
  })
  return app
}

function form(context: StripeContext, link: StoredLink) {
  const account = findAccount(context, link.account)
  const name = account.business_profile?.name ?? ''
  const isCompany = account.business_type === 'company'
  return html` <h1>Set up your payouts</h1>
    <p>Tell us who you are and where your earnings should go. Everything here is test data.</p>
    <form method="post">
      <fieldset>
        <legend>Business type</legend>
        <div class="choices">
          ${choice('Individual', !isCompany)} ${choice('Company', isCompany)}
        </div>
      </fieldset>
      <label class="field"
        >Name
        <input
          name="name"
          value="${name || 'Test Host'}"
          autocomplete="name"
          required
          maxlength="200"
      /></label>
      <div class="pair">
        ${bankField('Routing number', 'routing_number', '110000000')}
        ${bankField('Account number', 'account_number', '000123456789')}
      </div>
      <div class="actions">
        <button class="main" name="action" value="finish">Finish onboarding</button>
        <button name="action" value="later" formnovalidate>Do this later</button>
      </div>
    </form>`
}

function choice(label: string, isChecked: boolean) {
  const value = label.toLowerCase()
  return html`<label>
    <input type="radio" name="business_type" value="${value}" ${isChecked ? 'checked' : ''} />
    ${label}
  </label>`
}

function bankField(label: string, name: string, value: string) {
  return html`<label class="field">
    ${label}
    <input name="${name}" value="${value}" inputmode="numeric" autocomplete="off" required />
  </label>`
}

function notFound() {
  return html`<h1>This link does not exist</h1>
    <p>Go back to the site you came from and start again.</p>`
}
