import type Stripe from 'stripe'
import { z } from 'zod'
import type { EventContext, Call, StripeContext } from '../core/context.ts'
import { invalidRequest } from '../core/errors.ts'
import { mergeMetadata, read } from '../core/params.ts'
import { emit } from '../webhooks/emit.ts'
import { findObject } from './handlers.ts'
import {
  accountFields,
  askedAtOnboarding,
  createAccountSchema,
  newAccount,
  requestedCapabilities,
  requirements,
  supportedCountries,
} from './new-account.ts'

export function createAccount(call: Call): Stripe.Account {
  const params = read(createAccountSchema, call.params)
  if (params.type && params.controller)
    throw invalidRequest('You may only specify one of these parameters: type, controller.')
  if (params.country && !supportedCountries.includes(params.country.toUpperCase()))
    throw invalidRequest(`${params.country} is not currently supported by Stripe.`, {
      code: 'country_unsupported',
      param: 'country',
    })
  const account = newAccount(call, params)
  call.store.insert(account)
  return account
}

export function findAccount(
  { store }: StripeContext,
  id: string,
  param = 'account',
): Stripe.Account {
  const noun = param === 'destination' ? 'destination' : 'account'
  return findObject<Stripe.Account>(store, 'account', id, { param, noun })
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

type OnboardingDetails = { businessType: 'individual' | 'company'; name: string }

export function completeOnboarding(
  context: EventContext,
  account: Stripe.Account,
  details: OnboardingDetails,
): void {
  const before = flags(account)
  fillIn(context, account, details)
  context.store.update(account)
  emit(context, 'account.updated', account, { previous: before, account: account.id })
}

/**
 * Sets the onboarding fields of an account object. Does not store the object and emits no events.
 */
export function fillIn(
  { clock }: StripeContext,
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

/** Disables transfers and payouts of an account until its owner completes onboarding again. */
export function restrictAccount(context: EventContext, account: Stripe.Account): void {
  const before = flags(account)
  setEnabled(account, false)
  account.requirements = requirements(['individual.verification.document'], 'requirements.past_due')
  context.store.update(account)
  emit(context, 'account.updated', account, { previous: before, account: account.id })
}

/** Puts an account into Stripe's review, during which it receives no transfers. */
export function reviewAccount(context: EventContext, account: Stripe.Account): void {
  const before = flags(account)
  setEnabled(account, false)
  account.requirements = {
    ...requirements([], null),
    disabled_reason: 'requirements.pending_verification',
    pending_verification: ['individual.verification.document'],
  }
  context.store.update(account)
  emit(context, 'account.updated', account, { previous: before, account: account.id })
}

/** Disables transfers and payouts of an account and marks its onboarding as incomplete. */
export function reopenAccount(context: EventContext, account: Stripe.Account): void {
  const before = flags(account)
  setEnabled(account, false)
  account.details_submitted = false
  account.requirements = requirements(askedAtOnboarding, 'requirements.past_due')
  context.store.update(account)
  emit(context, 'account.updated', account, { previous: before, account: account.id })
}

/** Sets when Stripe pays out an account's balance to the bank. */
export function setSchedule(
  context: EventContext,
  account: Stripe.Account,
  schedule: { interval: string; delay_days: number },
): void {
  const { payouts } = account.settings ?? {}
  account.settings = {
    ...account.settings,
    payouts: { ...payouts, schedule },
  } as Stripe.Account.Settings
  context.store.update(account)
  emit(context, 'account.updated', account, { account: account.id })
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
