import type Stripe from 'stripe'
import type { EventContext, Call } from '../core/context.ts'
import { invalidRequest, noSuch } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { emit } from '../webhooks/emit.ts'
import { availableBalance, move } from './balance.ts'

const secondsToArrive = 2 * 86_400

/** Pays out an account's whole balance in a currency. Throws StripeError if it is not positive. */
export function sendToBank(
  context: EventContext,
  account: string,
  currency: string,
): Stripe.Payout {
  const amount = availableBalance(context.store, account, currency)
  if (amount <= 0) throw invalidRequest(`Account ${account} has nothing to pay out in ${currency}.`)
  const payout = newPayout(context, amount, currency)
  payout.balance_transaction = move(context, {
    owner: account,
    type: 'payout',
    reportingCategory: 'payout',
    amount: -amount,
    currency,
    source: payout.id,
    description: payout.description,
  }).id
  context.store.insert(payout, account)
  emit(context, 'payout.created', payout, { account })
  return payout
}

export function failPayout(
  context: EventContext,
  account: string,
  payout: Stripe.Payout,
): Stripe.Payout {
  payout.status = 'failed'
  payout.failure_code = 'account_closed'
  payout.failure_message = 'The bank account has been closed.'
  payout.failure_balance_transaction = move(context, {
    owner: account,
    type: 'payout_failure',
    reportingCategory: 'payout_reversal',
    amount: payout.amount,
    currency: payout.currency,
    source: payout.id,
    description: 'STRIPE PAYOUT FAILURE',
  }).id
  context.store.update(payout)
  emit(context, 'payout.failed', payout, { account })
  return payout
}

export function completePayout(
  context: EventContext,
  account: string,
  payout: Stripe.Payout,
): Stripe.Payout {
  payout.status = 'paid'
  context.store.update(payout)
  emit(context, 'payout.paid', payout, { account })
  return payout
}

export function retrievePayout({ store, owner, id }: Call): Stripe.Payout {
  const [payout] = store
    .list<Stripe.Payout>('payout', { owner })
    .filter((payout) => payout.id === id)
  if (!payout) throw noSuch('payout', id)
  return payout
}

function newPayout({ clock }: EventContext, amount: number, currency: string): Stripe.Payout {
  return {
    id: newId('po'),
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: clock.seconds() + secondsToArrive,
    automatic: true,
    balance_transaction: null,
    created: clock.seconds(),
    currency,
    description: 'STRIPE PAYOUT',
    destination: newId('ba'),
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'in_progress',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  }
}
