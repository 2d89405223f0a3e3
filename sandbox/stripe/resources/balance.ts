import type Stripe from 'stripe'
import type { Call, StripeContext } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { platformOwner, type Store } from '../core/store.ts'

/**
 * Terms of Stripe for the platform's account: the fee of a charge, and the settlement currency with
 * its exchange rate. By default, there is no fee and no conversion.
 */
type Terms = {
  percent: number
  /** `fixed` is the fixed part of the fee, in minor units of the settlement currency. */
  fixed: number
  settlement: { currency: string; rate: number } | null
}

function termsOf(store: Store): Terms {
  const stored = store.setting('terms')
  return stored ? (JSON.parse(stored) as Terms) : { percent: 0, fixed: 0, settlement: null }
}

type Movement = {
  owner?: string
  type: Stripe.BalanceTransaction['type']
  reportingCategory: string
  /** `amount` is in minor units; negative if money leaves the balance. */
  amount: number
  currency: string
  /** `source` is the id of the object that caused the balance transaction. */
  source: string
  description?: string | null
}

/** Adds a balance transaction, whose amount is available immediately. */
export function move(
  { store, clock }: StripeContext,
  movement: Movement,
): Stripe.BalanceTransaction {
  const { owner = platformOwner, type } = movement
  const { percent, fixed, settlement } = termsOf(store)
  const converts =
    settlement && owner === platformOwner && settlement.currency !== movement.currency
  const currency = converts ? settlement.currency : movement.currency
  const amount = converts ? Math.round(movement.amount * settlement.rate) : movement.amount
  const fee = type === 'charge' ? Math.round((amount * percent) / 100) + fixed : 0
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: clock.seconds(),
    balance_type: 'payments',
    created: clock.seconds(),
    currency,
    description: movement.description ?? null,
    exchange_rate: converts ? settlement.rate : null,
    fee,
    fee_details: fee
      ? [
          {
            amount: fee,
            application: null,
            currency,
            description: 'Stripe processing fees',
            type: 'stripe_fee',
          },
        ]
      : [],
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
    currency,
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
