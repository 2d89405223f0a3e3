import type Stripe from 'stripe'
import { z } from 'zod'
import type { Call } from '../core/context.ts'
import { invalidRequest } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { listPage } from '../core/lists.ts'
import { formatAmount } from '../core/present.ts'
import { amount, mergeMetadata, metadata, pagination, read, text } from '../core/params.ts'
import { emit } from '../webhooks/emit.ts'
import { availableBalance, move } from './balance.ts'
import { findObject } from './handlers.ts'

const createSchema = z.strictObject({
  amount: amount.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
})

export function createTransferReversal(call: Call): Stripe.TransferReversal {
  const params = read(createSchema, call.params)
  const transfer = findObject<Stripe.Transfer>(call.store, 'transfer', call.id)
  const destination = String(transfer.destination)
  const value = reversibleAmount(call, transfer, destination, params.amount)
  const reversal: Stripe.TransferReversal = {
    id: newId('trr'),
    object: 'transfer_reversal',
    amount: value,
    balance_transaction: null,
    created: call.clock.seconds(),
    currency: transfer.currency,
    destination_payment_refund: newId('pyr'),
    metadata: mergeMetadata({}, params.metadata),
    source_refund: null,
    transfer: transfer.id,
  }
  const movement = { currency: transfer.currency, description: params.description ?? null }
  reversal.balance_transaction = move(call, {
    ...movement,
    type: 'transfer_refund',
    reportingCategory: 'transfer_reversal',
    amount: value,
    source: reversal.id,
  }).id
  move(call, {
    ...movement,
    owner: destination,
    type: 'payment_refund',
    reportingCategory: 'refund',
    amount: -value,
    source: String(reversal.destination_payment_refund),
  })
  call.store.insert(reversal)
  transfer.amount_reversed += value
  transfer.reversed = transfer.amount_reversed === transfer.amount
  transfer.reversals.data.unshift(reversal)
  call.store.update(transfer)
  emit(call, 'transfer.reversed', transfer)
  return reversal
}

const listSchema = z.strictObject(pagination)

export function listTransferReversals({ store, params, id }: Call) {
  const url = `/v1/transfers/${id}/reversals`
  const where = { transfer: id }
  return listPage(store, 'transfer_reversal', url, read(listSchema, params), { where })
}

function reversibleAmount(
  { store }: Call,
  { id, amount, amount_reversed, currency }: Stripe.Transfer,
  destination: string,
  requested: number | undefined,
): number {
  const remaining = amount - amount_reversed
  const value = requested ?? remaining
  if (remaining === 0) throw invalidRequest(`Transfer ${id} has already been fully reversed.`)
  if (value > remaining)
    throw invalidRequest(
      `Reversal amount (${formatAmount(value, currency)}) is greater than unreversed amount on transfer (${formatAmount(remaining, currency)})`,
      { param: 'amount' },
    )
  if (value > availableBalance(store, destination, currency))
    throw invalidRequest(
      'The connected account does not have enough available funds to reverse this transfer.',
      { code: 'balance_insufficient' },
    )
  return value
}
