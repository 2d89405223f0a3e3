import type Stripe from 'stripe'
import { z } from 'zod'
import type { Call, StripeContext } from '../core/context.ts'
import { randomToken } from '../core/ids.ts'
import { read } from '../core/params.ts'
import { findAccount } from './accounts.ts'

const lifetimeSeconds = 5 * 60

export type StoredLink = {
  id: string
  object: 'account_link'
  created: number
  expires_at: number
  account: string
  return_url: string
  refresh_url: string
  isUsed: boolean
}

const createSchema = z.strictObject({
  account: z.string(),
  type: z.enum(['account_onboarding', 'account_update']),
  refresh_url: z.url(),
  return_url: z.url(),
  collect: z.enum(['currently_due', 'eventually_due']).optional(),
  collection_options: z.record(z.string(), z.string()).optional(),
})

export function createAccountLink(call: Call): Stripe.AccountLink {
  const { account, return_url, refresh_url } = read(createSchema, call.params)
  findAccount(call, account)
  const created = call.clock.seconds()
  const link: StoredLink = {
    id: randomToken(32),
    object: 'account_link',
    created,
    expires_at: created + lifetimeSeconds,
    account,
    return_url,
    refresh_url,
    isUsed: false,
  }
  call.store.insert(link)
  const url = `${call.config.baseUrl}/onboarding/${link.id}`
  return { object: 'account_link', created, expires_at: link.expires_at, url }
}

export function findLink({ store }: StripeContext, token: string): StoredLink | undefined {
  return store.find<StoredLink>('account_link', token)
}

export function isUsable({ clock }: StripeContext, link: StoredLink): boolean {
  return !link.isUsed && clock.seconds() < link.expires_at
}
