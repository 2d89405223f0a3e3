import type Stripe from 'stripe'
import type { Call, StripeContext } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { platformOwner, type Store } from '../core/store.ts'

/** The processing fee is zero, so that a balance is the sum of the amounts of its transactions. */
const processingFee = 0

type Movement = {
  owner?: string
  type: Stripe.BalanceTransaction['type']
  reportingCategory: string
  /** Amount in minor units, negative if money leaves the balance. */
  amount: number
  currency: string
  /** The id of the object that caused the transaction. */
  source: string
  description?: string | null
}

/** Adds a balance transaction. Its amount becomes available immediately. */
export function move(
  { store, clock }: StripeContext,
  movement: Movement,
): Stripe.BalanceTransaction {
  const { owner = platformOwner, type, amount } = movement
  const fee = type === 'charge' ? processingFee : 0
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: clock.seconds(),
    balance_type: 'payments',
    created: clock.seconds(),
    currency: movement.currency,
    description: movement.description ?? null,
    exchange_rate: null,
    fee,
    fee_details: [],
    net: amount - fee,
    reporting_category: movement.reportingCategory,
    source: movement.source,
    status: 'available',
    type,
  }
  store.insert(transaction, owner)
  store.run(
    `insert into balances (owner, currency, amount) values (?, ?, ?)
     on conflict (owner, currency) do update set amount = amount + excluded.amount`,
    owner,
    movement.currency,
    transaction.net,
  )
  return transaction
}

/** Returns the available balance of a currency, in minor units. */
export function availableBalance(store: Store, owner: string, currency: string): number {
  const row = store.row<{ amount: number }>(
    'select amount from balances where owner = ? and currency = ?',
    owner,
    currency,
  )
  return row?.amount ?? 0
}

export function retrieveBalance({ store, owner }: Call): Stripe.Balance {
  const rows = store.rows<{ currency: string; amount: number }>(
    'select currency, amount from balances where owner = ? order by currency',
    owner,
  )
  return {
    object: 'balance',
    available: rows.map((row) => ({ ...row, source_types: { card: row.amount } })),
    livemode: false,
    pending: rows.map((row) => ({ currency: row.currency, amount: 0, source_types: { card: 0 } })),
  }
}
