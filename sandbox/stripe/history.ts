import { z } from 'zod'
import type { StripeContext } from './core/context.ts'
import { currency, text } from './core/params.ts'
import { fillIn } from './resources/accounts.ts'
import { makeCharge } from './resources/charges.ts'
import type { StoredIntent } from './resources/stored-intents.ts'
import { newAccount } from './resources/new-account.ts'
import { newIntent } from './resources/payment-intents.ts'
import { findPaymentMethod } from './resources/payment-methods.ts'
import { makeRefund } from './resources/refunds.ts'
import { makeTransfer } from './resources/transfers.ts'

const amount = z.number().int().min(1).max(99_999_999)
const created = z.number().int().nonnegative()
const id = (prefix: string) => z.string().startsWith(`${prefix}_`)
const metadata = z.record(z.string().max(40), z.string().max(500)).default({})

const account = z.strictObject({ id: id('acct'), email: text, created })
const refund = z.strictObject({ id: id('re'), amount, metadata, created })
const payment = z.strictObject({
  payment_intent: id('pi'),
  charge: id('ch'),
  /** `captured` is false if the payment is only authorized. */
  captured: z.boolean().default(true),
  amount,
  currency,
  metadata,
  transfer_group: text,
  refunds: z.array(refund).default([]),
  created,
})
const transfer = z.strictObject({
  id: id('tr'),
  amount,
  currency,
  destination: z.string(),
  source_transaction: z.string(),
  transfer_group: text,
  metadata,
  created,
})

export const historySchema = z.strictObject({
  accounts: z.array(account).default([]),
  payments: z.array(payment).default([]),
  transfers: z.array(transfer).default([]),
})
type History = z.infer<typeof historySchema>

type Past = { id: string; created: number; make(context: StripeContext): void }

/**
 * Imports past objects in one transaction, without emitting events. Skips objects whose id already
 * exists.
 */
export function importHistory(context: StripeContext, history: History): { added: number } {
  const { store } = context
  return store.transaction(() => {
    const news = pastOf(history).filter((past) => !store.findAny(past.id))
    for (const past of news) past.make({ ...context, clock: stoppedAt(past.created) })
    return { added: news.length }
  })
}

function pastOf({ accounts, payments, transfers }: History): Past[] {
  return [
    ...accounts.map((item) => ({
      ...item,
      make: (context: StripeContext) => openAccount(context, item),
    })),
    ...payments.flatMap(({ refunds, ...item }) => [
      { ...item, id: item.payment_intent, make: (context: StripeContext) => pay(context, item) },
      ...refunds.map(({ id, created, ...rest }) => ({
        id,
        created,
        make: (context: StripeContext) =>
          void makeRefund(context, { charge: item.charge, ...rest }, id),
      })),
    ]),
    ...transfers.map(({ id, created, ...item }) => ({
      id,
      created,
      make: (context: StripeContext) => void makeTransfer(context, item, id),
    })),
  ].sort((a, b) => a.created - b.created)
}

function openAccount(context: StripeContext, { id, email }: History['accounts'][number]): void {
  const capabilities = { transfers: { requested: true } }
  const opened = newAccount(context, { type: 'express', email, capabilities }, id)
  fillIn(context, opened, { businessType: 'individual', name: email })
  context.store.insert(opened)
}

function pay(context: StripeContext, item: Omit<History['payments'][number], 'refunds'>): void {
  const { payment_intent, charge, captured, created: _created, ...fields } = item
  const method = findPaymentMethod(context, 'pm_card_visa', 'payment_method')
  const intent = newIntent(
    context,
    { ...fields, ...(!captured && { capture_method: 'manual' }) },
    payment_intent,
  )
  const made = makeCharge(
    context,
    { intent, method, decline: undefined, authenticated: false },
    charge,
  )
  const paid: StoredIntent = {
    ...intent,
    status: captured ? 'succeeded' : 'requires_capture',
    amount_received: captured ? intent.amount : 0,
    amount_capturable: captured ? 0 : intent.amount,
    payment_method: method.id,
    latest_charge: made.id,
  }
  context.store.insert(paid)
}

function stoppedAt(seconds: number): StripeContext['clock'] {
  return { now: () => new Date(seconds * 1000), seconds: () => seconds }
}
