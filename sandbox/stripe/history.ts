import { z } from 'zod'
import type { World } from './core/call.ts'
import { currency, text } from './core/params.ts'
import { fillIn } from './resources/accounts.ts'
import { makeCharge } from './resources/charges.ts'
import type { KeptIntent } from './resources/kept-intents.ts'
import { newAccount } from './resources/new-account.ts'
import { newIntent } from './resources/payment-intents.ts'
import { findPaymentMethod } from './resources/payment-methods.ts'
import { makeRefund } from './resources/refunds.ts'
import { makeTransfer } from './resources/transfers.ts'

/** Minor units. */
const amount = z.number().int().min(1).max(99_999_999)
/** Unix seconds. */
const created = z.number().int().nonnegative()
const id = (prefix: string) => z.string().startsWith(`${prefix}_`)
const metadata = z.record(z.string().max(40), z.string().max(500)).default({})

const account = z.strictObject({ id: id('acct'), email: text, created })
const refund = z.strictObject({ id: id('re'), amount, metadata, created })
const payment = z.strictObject({
  payment_intent: id('pi'),
  charge: id('ch'),
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

/** Something that happened once: the object it made, when, and how to make it again. */
type Past = {
  id: string
  created: number
  make(world: World): void
}

/**
 * Writes what happened before the sandbox was there, as if it had: all of it or nothing, in the
 * order of time, without events. What is known by its id is left as it is.
 *
 * @returns how many accounts, payments, refunds and transfers are new.
 */
export function importHistory(world: World, history: History): { added: number } {
  const { store } = world
  return store.transaction(() => {
    const news = pastOf(history).filter((past) => !store.findAny(past.id))
    for (const past of news) past.make({ ...world, clock: stoppedAt(past.created) })
    return { added: news.length }
  })
}

function pastOf({ accounts, payments, transfers }: History): Past[] {
  return [
    ...accounts.map((item) => ({ ...item, make: (world: World) => openAccount(world, item) })),
    ...payments.flatMap(({ refunds, ...item }) => [
      { ...item, id: item.payment_intent, make: (world: World) => pay(world, item) },
      ...refunds.map(({ id, created, ...rest }) => ({
        id,
        created,
        make: (world: World) => void makeRefund(world, { charge: item.charge, ...rest }, id),
      })),
    ]),
    ...transfers.map(({ id, created, ...item }) => ({
      id,
      created,
      make: (world: World) => void makeTransfer(world, item, id),
    })),
  ].sort((a, b) => a.created - b.created)
}

/** A connected account that has been through onboarding. */
function openAccount(world: World, { id, email }: History['accounts'][number]): void {
  const capabilities = { transfers: { requested: true } }
  const opened = newAccount(world, { type: 'express', email, capabilities }, id)
  fillIn(world, opened, { businessType: 'individual', name: email })
  world.store.insert(opened)
}

/** A payment that succeeded at once, with the card that always does. */
function pay(world: World, item: Omit<History['payments'][number], 'refunds'>): void {
  const { payment_intent, charge, created: _created, ...fields } = item
  const method = findPaymentMethod(world, 'pm_card_visa', 'payment_method')
  const intent = newIntent(world, fields, payment_intent)
  const made = makeCharge(
    world,
    { intent, method, decline: undefined, authenticated: false },
    charge,
  )
  const paid: KeptIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    payment_method: method.id,
    latest_charge: made.id,
  }
  world.store.insert(paid)
}

function stoppedAt(seconds: number): World['clock'] {
  return { now: () => new Date(seconds * 1000), seconds: () => seconds }
}
