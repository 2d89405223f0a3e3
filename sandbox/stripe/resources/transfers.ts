import type Stripe from 'stripe'
import { z } from 'zod'
import type { Call, StripeContext } from '../core/context.ts'
import { invalidRequest } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { formatAmount } from '../core/present.ts'
import { amount, currency, mergeMetadata, metadata, read, text } from '../core/params.ts'
import { platformOwner } from '../core/store.ts'
import { emit } from '../webhooks/emit.ts'
import { findAccount } from './accounts.ts'
import { availableBalance, move } from './balance.ts'
import { findCharge } from './charges.ts'

const createSchema = z.strictObject({
  amount,
  currency,
  destination: z.string(),
  description: text.optional(),
  metadata: metadata.optional(),
  source_transaction: z.string().optional(),
  transfer_group: text.optional(),
})
type CreateParams = z.infer<typeof createSchema>

export function createTransfer(call: Call): Stripe.Transfer {
  const transfer = makeTransfer(call, read(createSchema, call.params))
  emit(call, 'transfer.created', transfer)
  return transfer
}

/** Creates a transfer like `createTransfer`, but emits no events. */
export function makeTransfer(
  context: StripeContext,
  params: CreateParams,
  id = newId('tr'),
): Stripe.Transfer {
  checkDestination(context, params.destination)
  const source = params.source_transaction
    ? checkedSource(context, params, params.source_transaction)
    : undefined
  // Checks the platform's balance, unless the transfer has a `source_transaction`.
  if (!source && params.amount > availableBalance(context.store, platformOwner, params.currency))
    throw invalidRequest(
      'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance',
      { code: 'balance_insufficient' },
    )
  const transfer = newTransfer(context, params, source, id)
  transfer.balance_transaction = move(context, {
    type: 'transfer',
    reportingCategory: 'transfer',
    amount: -transfer.amount,
    currency: transfer.currency,
    source: transfer.id,
    description: transfer.description,
  }).id
  move(context, {
    owner: params.destination,
    type: 'payment',
    reportingCategory: 'charge',
    amount: transfer.amount,
    currency: transfer.currency,
    source: String(transfer.destination_payment),
    description: transfer.description,
  })
  context.store.insert(transfer)
  return transfer
}

function checkDestination(context: StripeContext, destination: string): void {
  const account = findAccount(context, destination, 'destination')
  if (account.capabilities?.transfers !== 'active')
    throw invalidRequest(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    )
}

/**
 * Returns the source charge of a transfer. Throws if the charge is not captured, was settled in
 * another currency, or has less money left than the transfer needs.
 */
function checkedSource(
  context: StripeContext,
  params: CreateParams,
  chargeId: string,
): Stripe.Charge {
  const charge = findCharge(context, chargeId, 'source_transaction')
  if (charge.status !== 'succeeded' || !charge.captured)
    throw invalidRequest(`Charge ${charge.id} did not succeed and cannot be a source of funds.`, {
      param: 'source_transaction',
    })
  const settled = context.store.find<Stripe.BalanceTransaction>(
    'balance_transaction',
    String(charge.balance_transaction),
  )!
  if (settled.currency !== params.currency)
    throw invalidRequest(
      `The currency of source_transaction's balance transaction (${settled.currency}) must be the same as the transfer currency (${params.currency})`,
      { param: 'currency' },
    )
  const earlier = context.store.list<Stripe.Transfer>('transfer', {
    where: { source_transaction: charge.id },
  })
  const used = earlier.reduce(
    (sum, transfer) => sum + transfer.amount - transfer.amount_reversed,
    0,
  )
  if (used + params.amount > settled.amount)
    throw invalidRequest(
      `Transfers using this transaction as a source must not exceed the source amount of ${formatAmount(settled.amount, settled.currency)}. (There is already ${formatAmount(used, settled.currency)} transferred from this source.)`,
      { param: 'amount' },
    )
  return charge
}

function newTransfer(
  { clock }: StripeContext,
  params: CreateParams,
  source: Stripe.Charge | undefined,
  id: string,
): Stripe.Transfer {
  return {
    id,
    object: 'transfer',
    amount: params.amount,
    amount_reversed: 0,
    balance_transaction: null,
    created: clock.seconds(),
    currency: params.currency,
    description: params.description ?? null,
    destination: params.destination,
    destination_payment: newId('py'),
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: source?.id ?? null,
    source_type: 'card',
    // As at Stripe, a transfer inherits the transfer group of its source charge.
    transfer_group:
      params.transfer_group ??
      source?.transfer_group ??
      (source ? `group_${String(source.payment_intent)}` : null),
  }
}
