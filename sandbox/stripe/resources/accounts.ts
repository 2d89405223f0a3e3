import type Stripe from 'stripe'
import { z } from 'zod'
import type { Acting, Call, World } from '../core/call.ts'
import { invalidRequest, noSuch } from '../core/errors.ts'
import { listPage } from '../core/lists.ts'
import { mergeMetadata, pagination, read } from '../core/params.ts'
import { emit } from '../webhooks/emit.ts'
import {
  accountFields,
  createAccountSchema,
  newAccount,
  requestedCapabilities,
  requirements,
} from './new-account.ts'

/** Opens a connected account that can do nothing yet: its owner has to go through onboarding. */
export function createAccount(call: Call): Stripe.Account {
  const params = read(createAccountSchema, call.params)
  if (params.type && params.controller)
    throw invalidRequest('You may only specify one of these parameters: type, controller.')
  const account = newAccount(call, params)
  call.store.insert(account)
  return account
}

/** Throws StripeError (resource_missing), naming the parameter it came in. */
export function findAccount({ store }: World, id: string, param = 'account'): Stripe.Account {
  const account = store.find<Stripe.Account>('account', id)
  if (!account) throw noSuch(param === 'destination' ? 'destination' : 'account', id, param)
  return account
}

export function retrieveAccount(call: Call): Stripe.Account {
  return findAccount(call, call.id)
}

const updateSchema = z.strictObject(accountFields)

export function updateAccount(call: Call): Stripe.Account {
  const { capabilities, metadata, business_profile, ...rest } = read(updateSchema, call.params)
  const account = findAccount(call, call.id)
  Object.assign(account, rest)
  if (business_profile) Object.assign(account.business_profile ?? {}, business_profile)
  for (const name of requestedCapabilities(capabilities))
    account.capabilities = {
      [name]: account.details_submitted ? 'active' : 'inactive',
      ...account.capabilities,
    }
  account.metadata = mergeMetadata(account.metadata ?? {}, metadata)
  call.store.update(account)
  emit(call, 'account.updated', account, { account: account.id })
  return account
}

const listSchema = z.strictObject(pagination)

export function listAccounts({ store, params }: Call) {
  return listPage(store, 'account', '/v1/accounts', read(listSchema, params))
}

/** What the onboarding page sends in when its owner finishes. */
type OnboardingDetails = {
  businessType: 'individual' | 'company'
  name: string
}

/** Everything asked for is there: charges, payouts and the requested capabilities are on. */
export function completeOnboarding(
  acting: Acting,
  account: Stripe.Account,
  details: OnboardingDetails,
): void {
  const before = flags(account)
  fillIn(acting, account, details)
  acting.store.update(account)
  emit(acting, 'account.updated', account, { previous: before, account: account.id })
}

/** Makes an account complete, without keeping it or telling anybody. */
export function fillIn(
  { clock }: World,
  account: Stripe.Account,
  details: OnboardingDetails,
): void {
  account.business_type = details.businessType
  account.business_profile = {
    ...account.business_profile,
    name: details.name,
  } as Stripe.Account.BusinessProfile
  account.tos_acceptance = { date: clock.seconds() }
  setEnabled(account, true)
  account.requirements = requirements([], null)
}

/** Stripe finds something amiss: the account cannot receive or pay out until it is completed again. */
export function restrictAccount(acting: Acting, account: Stripe.Account): void {
  const before = flags(account)
  setEnabled(account, false)
  account.requirements = requirements(['individual.verification.document'], 'requirements.past_due')
  acting.store.update(account)
  emit(acting, 'account.updated', account, { previous: before, account: account.id })
}

function flags({ charges_enabled, payouts_enabled, details_submitted }: Stripe.Account) {
  return { charges_enabled, payouts_enabled, details_submitted }
}

function setEnabled(account: Stripe.Account, isEnabled: boolean): void {
  account.charges_enabled = isEnabled
  account.payouts_enabled = isEnabled
  account.details_submitted = true
  const names = Object.keys({ transfers: true, ...account.capabilities })
  account.capabilities = Object.fromEntries(
    names.map((name) => [name, isEnabled ? 'active' : 'inactive']),
  )
}
