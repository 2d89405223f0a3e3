import type Stripe from 'stripe'
import { z } from 'zod'
import type { Acting, Call } from '../core/call.ts'
import { invalidRequest, noSuch } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { listPage } from '../core/lists.ts'
import { pagination, read } from '../core/params.ts'
import { emit } from '../webhooks/emit.ts'
import { availableBalance, move } from './balance.ts'

const secondsToArrive = 2 * 86_400

/** Sends what a connected account has in a currency to its bank. */
export function sendToBank(acting: Acting, account: string, currency: string): Stripe.Payout {
  const amount = availableBalance(acting.store, account, currency)
  if (amount <= 0) throw invalidRequest(`Account ${account} has nothing to pay out in ${currency}.`)
  const payout = newPayout(acting, amount, currency)
  payout.balance_transaction = move(acting, {
    owner: account,
    type: 'payout',
    reportingCategory: 'payout',
    amount: -amount,
    currency,
    source: payout.id,
    description: payout.description,
  }).id
  acting.store.insert(payout, account)
  emit(acting, 'payout.created', payout, { account })
  return payout
}

/** The bank refuses: the money is in the account again, and stays there until its owner mends it. */
export function failPayout(acting: Acting, account: string, payout: Stripe.Payout): Stripe.Payout {
  payout.status = 'failed'
  payout.failure_code = 'account_closed'
  payout.failure_message = 'The bank account has been closed.'
  payout.failure_balance_transaction = move(acting, {
    owner: account,
    type: 'payout_failure',
    reportingCategory: 'payout_reversal',
    amount: payout.amount,
    currency: payout.currency,
    source: payout.id,
    description: 'STRIPE PAYOUT FAILURE',
  }).id
  acting.store.update(payout)
  emit(acting, 'payout.failed', payout, { account })
  return payout
}

/** The bank has it. */
export function completePayout(
  acting: Acting,
  account: string,
  payout: Stripe.Payout,
): Stripe.Payout {
  payout.status = 'paid'
  acting.store.update(payout)
  emit(acting, 'payout.paid', payout, { account })
  return payout
}

export function retrievePayout({ store, owner, id }: Call): Stripe.Payout {
  const [payout] = store
    .list<Stripe.Payout>('payout', { owner })
    .filter((payout) => payout.id === id)
  if (!payout) throw noSuch('payout', id)
  return payout
}

const listSchema = z.strictObject({ ...pagination, status: z.string().optional() })

export function listPayouts({ store, owner, params }: Call) {
  const { status, ...page } = read(listSchema, params)
  return listPage(store, 'payout', '/v1/payouts', page, { owner, where: { status } })
}

function newPayout({ clock }: Acting, amount: number, currency: string): Stripe.Payout {
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
