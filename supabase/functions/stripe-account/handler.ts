import type { Stripe } from 'stripe'
import { z } from 'zod'
import { requireAssuredUser } from '#functions/_shared/caller.ts'
import { env } from '#functions/_shared/env.ts'
import { failure } from '#functions/_shared/errors.ts'
import { lookAtHostAccount } from '#functions/_shared/host-account.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { attachHostAccount } from '#functions/_shared/steps.ts'
import { stripeClient } from '#functions/_shared/stripe.ts'
import { serviceClient } from '#functions/_shared/supabase.ts'

const bodySchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('create') }),
  z.object({ action: z.literal('check'), accountId: z.string().nullish() }),
])

/** The payout account of the caller: opened and linked to, or looked at. */
export const handler = serveJson({
  caller: requireAssuredUser,
  body: bodySchema,
  work: (body, user) =>
    body.action === 'create' ? connect(user.id) : check(user.id, body.accountId),
})

async function connect(userId: string) {
  const accountId = (await accountIdOf(userId)) ?? (await openAccount(userId))
  const dashboard = `${env('SITE_URL')}/dashboard`
  const [link, status] = await Promise.all([
    stripeClient().accountLinks.create({
      account: accountId,
      type: 'account_onboarding',
      return_url: `${dashboard}?payouts=return`,
      refresh_url: `${dashboard}?payouts=refresh`,
    }),
    lookAtHostAccount(accountId),
  ])
  return { accountId, url: link.url, complete: status === 'ready', status }
}

async function check(userId: string, claimedId: string | null | undefined) {
  const accountId = await accountIdOf(userId)
  if (claimedId && claimedId !== accountId) throw failure('account_not_found')
  if (!accountId) return { accountId, complete: false, status: 'not_connected' }
  const status = await lookAtHostAccount(accountId)
  return { accountId, complete: status === 'ready', status }
}

/** Two requests at once get the same account: from Stripe by the key, from the database by the row. */
async function openAccount(userId: string): Promise<string> {
  const account: Stripe.Account = await stripeClient().accounts.create(
    {
      controller: {
        fees: { payer: 'application' },
        losses: { payments: 'application' },
        stripe_dashboard: { type: 'express' },
      },
      capabilities: { transfers: { requested: true } },
      metadata: { user_id: userId },
    },
    { idempotencyKey: `account:${userId}` },
  )
  const accountId = await attachHostAccount(userId, account.id)
  if (!accountId) throw failure('account_not_found')
  return accountId
}

async function accountIdOf(userId: string): Promise<string | null> {
  const { data, error } = await serviceClient()
    .from('profiles')
    .select('stripe_account_id')
    .eq('id', userId)
    .maybeSingle<{ stripe_account_id: string | null }>()
  if (error) throw error
  return data?.stripe_account_id ?? null
}
