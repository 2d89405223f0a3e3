import type Stripe from 'stripe'
import type { Call, StripeContext } from '../core/context.ts'
import { invalidRequest } from '../core/errors.ts'
import { randomToken } from '../core/ids.ts'
import { findAccount } from './accounts.ts'

type StoredLoginLink = {
  id: string
  object: 'login_link'
  created: number
  account: string
  isUsed: boolean
}

export function createLoginLink(call: Call): Stripe.LoginLink {
  const account = findAccount(call, call.id)
  if (account.controller?.stripe_dashboard?.type !== 'express')
    throw invalidRequest('This account does not have access to the Express Dashboard.')
  if (!account.details_submitted)
    throw invalidRequest('Cannot create a login link for an account that is not onboarded.')
  const created = call.clock.seconds()
  const link: StoredLoginLink = {
    id: randomToken(32),
    object: 'login_link',
    created,
    account: account.id,
    isUsed: false,
  }
  call.store.insert(link)
  return { object: 'login_link', created, url: `${call.config.baseUrl}/express/${link.id}` }
}

/** Returns the account of a login link and invalidates the link; undefined if it was used before. */
export function openLoginLink(context: StripeContext, token: string): Stripe.Account | undefined {
  return context.store.transaction(() => {
    const link = context.store.find<StoredLoginLink>('login_link', token)
    if (!link || link.isUsed) return undefined
    context.store.update({ ...link, isUsed: true } as StoredLoginLink)
    return findAccount(context, link.account)
  })
}
