import type { Stripe } from 'stripe'
import { z } from 'zod'
import { query, queryValue } from './database.ts'
import { eventArguments, stripeClient, type StripeEvent } from './stripe.ts'

/**
 * incomplete: onboarding is unfinished; pending: Stripe reviews the account; restricted: the host
 * must act at Stripe before transfers are possible.
 */
export const hostAccountStatusSchema = z.enum([
  'not_connected',
  'incomplete',
  'pending',
  'ready',
  'restricted',
])

type HostAccountStatus = z.output<typeof hostAccountStatusSchema>

function hostAccountStatus(account: Stripe.Account): HostAccountStatus {
  if (!account.details_submitted) return 'incomplete'
  if (account.payouts_enabled && account.capabilities?.transfers === 'active') return 'ready'
  const waitsForHost = (account.requirements?.currently_due ?? []).length > 0
  return waitsForHost ? 'restricted' : 'pending'
}

/**
 * Reads a host's Stripe account and stores its status and payout details. Ignores the result if a
 * later read of the account is already stored.
 */
export async function refreshHostAccount(
  accountId: string,
  event?: StripeEvent,
): Promise<HostAccountStatus> {
  const readNumber = await queryValue<number | null>`
    select begin_host_account_read(p_account_id => ${accountId})`
  const account = await stripeClient().accounts.retrieve(accountId)
  const status = hostAccountStatus(account)
  const { id, type } = eventArguments(event)
  await query`
    select record_host_account(p_account_id => ${accountId}, p_complete => ${status === 'ready'},
      p_read => ${readNumber}, p_event_id => ${id}, p_event_type => ${type},
      p_details => ${JSON.stringify(detailsOf(account, status))}::text::jsonb)`
  return status
}

function detailsOf({ country, requirements, settings }: Stripe.Account, status: HostAccountStatus) {
  const schedule = settings?.payouts?.schedule
  const deadline = requirements?.current_deadline
  return {
    status,
    country: country ?? null,
    requirements: requirements?.currently_due ?? [],
    requirements_due_at: deadline ? new Date(deadline * 1000) : null,
    payout_interval: schedule?.interval ?? 'daily',
    payout_weekday: schedule?.weekly_anchor ?? null,
    payout_day_of_month: schedule?.monthly_anchor ?? null,
    payout_delay_days: schedule?.delay_days ?? 2,
  }
}
