import type Stripe from 'stripe'
import { z } from 'zod'
import type { StripeContext } from '../core/context.ts'
import { randomToken } from '../core/ids.ts'
import { boolean, currency, mergeMetadata, metadata, text } from '../core/params.ts'

/** Settlement currency by country. Other countries use EUR. */
const currencyByCountry: Record<string, string> = {
  AE: 'aed',
  AU: 'aud',
  CA: 'cad',
  GB: 'gbp',
  JP: 'jpy',
  KR: 'krw',
  SG: 'sgd',
  US: 'usd',
}

/** Countries to which Stripe can pay out if the platform is also in one of these countries. */
export const supportedCountries =
  'AT BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK US'.split(
    ' ',
  )

export const askedAtOnboarding = [
  'business_type',
  'individual.first_name',
  'individual.last_name',
  'external_account',
  'tos_acceptance.date',
]

export const accountFields = {
  email: text.optional(),
  business_type: z.enum(['individual', 'company', 'non_profit', 'government_entity']).optional(),
  business_profile: z
    .strictObject({
      name: text.optional(),
      url: text.optional(),
      mcc: text.optional(),
      product_description: text.optional(),
    })
    .optional(),
  capabilities: z
    .partialRecord(z.enum(['transfers', 'card_payments']), z.strictObject({ requested: boolean }))
    .optional(),
  metadata: metadata.optional(),
}

export const createAccountSchema = z.strictObject({
  ...accountFields,
  type: z.enum(['express', 'standard', 'custom']).optional(),
  country: z.string().length(2).optional(),
  default_currency: currency.optional(),
  controller: z
    .strictObject({
      fees: z.strictObject({ payer: z.enum(['account', 'application']) }).optional(),
      losses: z.strictObject({ payments: z.enum(['application', 'stripe']) }).optional(),
      requirement_collection: z.enum(['application', 'stripe']).optional(),
      stripe_dashboard: z.strictObject({ type: z.enum(['express', 'full', 'none']) }).optional(),
    })
    .optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
})
type AccountParams = z.infer<typeof createAccountSchema>

export function requirements(
  due: string[],
  disabledReason: Stripe.Account.Requirements.DisabledReason | null,
): Stripe.Account.Requirements {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: disabledReason,
    errors: [],
    eventually_due: due,
    past_due: disabledReason ? due : [],
    pending_verification: [],
  }
}

export function newAccount(
  { clock }: StripeContext,
  params: AccountParams,
  id = `acct_1${randomToken(15)}`,
): Stripe.Account {
  const { controller, business_profile: profile } = params
  const country = (params.country ?? 'US').toUpperCase()
  const dashboard = controller?.stripe_dashboard?.type
  const byDashboard =
    dashboard === 'express' ? 'express' : dashboard === 'none' ? 'none' : 'standard'
  const type = params.type ?? byDashboard
  return {
    id,
    object: 'account',
    business_profile: {
      mcc: profile?.mcc ?? null,
      name: profile?.name ?? null,
      product_description: profile?.product_description ?? null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: profile?.url ?? null,
    } as Stripe.Account.BusinessProfile,
    business_type: params.business_type ?? null,
    capabilities: Object.fromEntries(
      requestedCapabilities(params.capabilities).map((name) => [name, 'inactive']),
    ),
    charges_enabled: false,
    controller: {
      fees: {
        payer: controller?.fees?.payer ?? (type === 'standard' ? 'account' : 'application_express'),
      },
      is_controller: true,
      losses: {
        payments: controller?.losses?.payments ?? (type === 'standard' ? 'stripe' : 'application'),
      },
      requirement_collection: controller?.requirement_collection ?? 'stripe',
      stripe_dashboard: {
        type: dashboard ?? (type === 'standard' ? 'full' : type === 'express' ? 'express' : 'none'),
      },
      type: 'application',
    },
    country,
    created: clock.seconds(),
    default_currency: params.default_currency ?? currencyByCountry[country] ?? 'eur',
    details_submitted: false,
    email: params.email ?? null,
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      url: '/v1/accounts/external_accounts',
    },
    metadata: mergeMetadata({}, params.metadata),
    payouts_enabled: false,
    requirements: requirements(askedAtOnboarding, 'requirements.past_due'),
    settings: {
      payouts: {
        debit_negative_balances: true,
        schedule: { delay_days: 2, interval: 'daily' },
        statement_descriptor: null,
      },
    } as Stripe.Account.Settings,
    tos_acceptance: { date: null },
    type,
  }
}

export function requestedCapabilities(capabilities: AccountParams['capabilities']): string[] {
  return Object.entries(capabilities ?? {}).flatMap(([name, wish]) =>
    wish?.requested ? [name] : [],
  )
}
