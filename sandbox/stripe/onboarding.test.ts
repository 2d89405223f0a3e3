import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSandbox, type Opened } from './testing.ts'

let opened: Opened
let link: { account: string; url: string }
beforeEach(async () => {
  opened = openSandbox()
  const account = await opened.stripe.accounts.create({
    country: 'GB',
    email: 'kenji@example.com',
    controller: {
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      stripe_dashboard: { type: 'express' },
    },
    capabilities: { transfers: { requested: true } },
    metadata: { profile: 'p1' },
  })
  const { url } = await opened.stripe.accountLinks.create({
    account: account.id,
    type: 'account_onboarding',
    refresh_url: 'http://localhost:3000/refresh',
    return_url: 'http://localhost:3000/return?x=1',
  })
  link = { account: account.id, url }
})
afterEach(() => opened.sandbox.close())

const visit = () => opened.sandbox.fetch(new Request(link.url))
const submit = (fields: Record<string, string>) =>
  opened.sandbox.fetch(new Request(link.url, { method: 'POST', body: new URLSearchParams(fields) }))

test('a new connected account has open requirements and no active capabilities', async () => {
  expect(await opened.stripe.accounts.retrieve(link.account)).toMatchObject({
    type: 'express',
    default_currency: 'gbp',
    details_submitted: false,
    charges_enabled: false,
    capabilities: { transfers: 'inactive' },
    requirements: { disabled_reason: 'requirements.past_due' },
  })
})

test('creating an account in a country to which Stripe cannot pay out fails with country_unsupported', async () => {
  await expect(opened.stripe.accounts.create({ country: 'JP' })).rejects.toMatchObject({
    code: 'country_unsupported',
    param: 'country',
  })
})

test('completing onboarding enables the connected account and redirects the host to the return URL', async () => {
  expect(await (await visit()).text()).toContain('Finish onboarding')
  const response = await submit({ action: 'finish', business_type: 'individual', name: 'Kenji' })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('http://localhost:3000/return?x=1')
  expect(await opened.stripe.accounts.retrieve(link.account)).toMatchObject({
    details_submitted: true,
    charges_enabled: true,
    payouts_enabled: true,
    capabilities: { transfers: 'active' },
    requirements: { currently_due: [], disabled_reason: null },
    metadata: { profile: 'p1' },
  })
  const [event] = (await opened.stripe.events.list({ type: 'account.updated' })).data
  expect(event?.data).toMatchObject({ previous_attributes: { charges_enabled: false } })
})

test('postponing onboarding redirects the host to the return URL without completing the account', async () => {
  const response = await submit({ action: 'later' })
  expect(response.headers.get('location')).toBe('http://localhost:3000/return?x=1')
  expect(await opened.stripe.accounts.retrieve(link.account)).toMatchObject({
    details_submitted: false,
  })
})

test('an account link that was already used redirects to the refresh URL', async () => {
  await submit({ action: 'later' })
  expect((await visit()).headers.get('location')).toBe('http://localhost:3000/refresh')
  expect((await submit({ action: 'finish' })).headers.get('location')).toBe(
    'http://localhost:3000/refresh',
  )
})

test('an account link that is opened after more than 5 minutes redirects to the refresh URL', async () => {
  await opened.control('clock', { advance: 301 })
  expect((await visit()).headers.get('location')).toBe('http://localhost:3000/refresh')
})

test('a login link opens the Express Dashboard once, and only after onboarding', async () => {
  const create = () => opened.stripe.accounts.createLoginLink(link.account)
  await expect(create()).rejects.toMatchObject({ type: 'StripeInvalidRequestError' })
  await submit({ action: 'finish', name: 'Kenji' })
  const { object, url } = await create()
  expect(object).toBe('login_link')
  const open = () => opened.sandbox.fetch(new Request(url))
  expect(await (await open()).text()).toContain('Kenji')
  expect((await open()).status).toBe(404)
})

test('creating a login link fails for an account without the Express Dashboard', async () => {
  const { id } = await opened.stripe.accounts.create({ type: 'custom' })
  await expect(opened.stripe.accounts.createLoginLink(id)).rejects.toMatchObject({
    message: expect.stringContaining('Express Dashboard') as string,
  })
})
