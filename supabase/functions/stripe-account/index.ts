import type { Stripe } from 'stripe'
import { z } from 'zod'
import { isPayoutCountry, suggestPayoutCountry } from '@hourspace/domain/payout-countries.ts'
import { checkSecondFactor, requireAssuredUser } from '#functions/_shared/caller.ts'
import { query, queryValue } from '#functions/_shared/database.ts'
import { env } from '#functions/_shared/env.ts'
import { failure } from '#functions/_shared/errors.ts'
import { hostAccountStatusSchema, refreshHostAccount } from '#functions/_shared/host-account.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { isRefusal, stripeClient } from '#functions/_shared/stripe.ts'

const bodySchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('create'), country: z.string().length(2).optional() }),
  z.object({ action: z.literal('dashboard') }),
  z.object({ action: z.literal('check'), accountId: z.string().max(255).nullish() }),
])

const responseSchema = z.object({
  accountId: z.string().nullable(),
  /** URL of Stripe's onboarding page (`create`) or Express Dashboard (`dashboard`). */
  url: z.url().optional(),
  /** `complete` is true if the host can receive transfers. */
  complete: z.boolean(),
  status: hostAccountStatusSchema,
})

/**
 * Depending on `action`, returns a link to Stripe's onboarding (and creates the payout account if
 * needed), a link to the Express Dashboard, or the status of the account.
 */
Deno.serve(
  serveJson({
    caller: requireAssuredUser,
    body: bodySchema,
    response: responseSchema,
    work: async (body, user) => {
      if (body.action === 'check') return check(user.id, body.accountId)
      await checkSecondFactor(user)
      if (body.action === 'dashboard') return openDashboard(user.id)
      return connect(user.id, body.country)
    },
  }),
)

async function connect(userId: string, country: string | undefined) {
  const accountId = (await accountIdOf(userId)) ?? (await openAccount(userId, country))
  const dashboard = `${env('SITE_URL')}/dashboard`
  const [link, status] = await Promise.all([
    stripeClient().accountLinks.create({
      account: accountId,
      type: 'account_onboarding',
      return_url: `${dashboard}?payouts=return`,
      refresh_url: `${dashboard}?payouts=refresh`,
    }),
    refreshHostAccount(accountId),
  ])
  return { accountId, url: link.url, complete: status === 'ready', status }
}

/** Returns a single-use link to the page where a host changes the bank account. */
async function openDashboard(userId: string) {
  const accountId = await accountIdOf(userId)
  if (!accountId) throw failure('account_not_found')
  const status = await refreshHostAccount(accountId)
  if (status !== 'ready') throw failure('payouts_not_ready')
  const { url } = await stripeClient().accounts.createLoginLink(accountId)
  return { accountId, url, complete: true, status }
}

async function check(userId: string, claimedId: string | null | undefined) {
  const accountId = await accountIdOf(userId)
  if (claimedId && claimedId !== accountId) throw failure('account_not_found')
  if (!accountId) return { accountId, complete: false, status: 'not_connected' as const }
  const status = await refreshHostAccount(accountId)
  return { accountId, complete: status === 'ready', status }
}

/**
 * Creates a user's Stripe account, whose country can never change. Concurrent requests for one
 * country share the idempotency key. Only the first account is stored.
 */
async function openAccount(userId: string, chosen: string | undefined): Promise<string> {
  const country = chosen ?? (await countryOfListings(userId))
  if (country && !isPayoutCountry(country)) throw failure('payout_country_unsupported')
  const creation = stripeClient().accounts.create(
    {
      ...(country && { country }),
      controller: {
        fees: { payer: 'application' },
        losses: { payments: 'application' },
        stripe_dashboard: { type: 'express' },
      },
      capabilities: { transfers: { requested: true } },
      metadata: { user_id: userId },
    },
    // The idempotency key contains the country, because Stripe rejects a key that is reused with
    // other parameters.
    { idempotencyKey: `account:${userId}:${country ?? ''}` },
  )
  const account: Stripe.Account = await creation.catch((cause: unknown) => {
    const isCountry = isRefusal(cause) && cause.param === 'country'
    throw isCountry ? failure('payout_country_unsupported') : cause
  })
  // Stores the account. If a concurrent request has already stored an account, returns that account
  // instead.
  const accountId = await queryValue<string | null>`
    select attach_host_account(p_user_id => ${userId}, p_account_id => ${account.id})`
  if (!accountId) throw failure('account_not_found')
  return accountId
}

async function countryOfListings(userId: string): Promise<string | null> {
  const spaces = await query<{ country: string }>`
    select country from spaces where user_id = ${userId}`
  return suggestPayoutCountry(spaces.map(({ country }) => country))
}

async function accountIdOf(userId: string): Promise<string | null> {
  const [profile] = await query<{ stripe_account_id: string | null }>`
    select stripe_account_id from profiles where id = ${userId}`
  return profile?.stripe_account_id ?? null
}
