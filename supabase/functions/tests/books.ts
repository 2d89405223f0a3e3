import type { Stripe } from 'stripe'
import { afterAll, expect } from 'vitest'
import type { Currency } from '@hourspace/domain/money.ts'
import { inDays, openMarket, type Market, type Person } from './market.ts'

export type Booked = { id: string; host: Person; guest: Person; charge: string; intent: string }

/** Starts a test server without scheduled jobs. It stops after the last test. */
export async function openMarketWithBooks() {
  const market = await openMarket({ jobs: false })
  afterAll(() => market.server.stop())
  return { market, books: openBooks(market) }
}

/** Returns helpers that refund, dispute and pay out test bookings, and that read their rows. */
export function openBooks(market: Market) {
  const { sql, stripe: sandbox } = market.server
  const control = <Answer>(path: string, body: object) =>
    sandbox.control(path, body) as Promise<Answer>

  const refundsOf = async ({ charge }: Booked) =>
    (await market.stripe.refunds.list({ charge })).data

  return {
    /**
     * Books a space for two hours at the hourly price `price`, five days ahead. Without `host`,
     * creates a host who can receive payouts.
     */
    async book({
      host,
      card = 'pm_card_visa',
      ...space
    }: {
      host?: Person
      card?: string
      price?: number
      currency?: Currency
      policy?: string
    } = {}): Promise<Booked> {
      const owner = host ?? (await market.person('host'))
      if (!host) await market.onboard(owner)
      const guest = await market.person('guest')
      const opened = await market.checkout(guest, await market.space(owner, space), inDays(5), 2)
      await market.pay(opened.body.clientSecret, card)
      const { body } = await guest.call<{ bookingId: string }>('confirm-booking', {
        paymentIntentId: opened.body.paymentIntentId,
      })
      const intent = await market.stripe.paymentIntents.retrieve(opened.body.paymentIntentId)
      const charge = String(intent.latest_charge)
      return { id: body.bookingId, host: owner, guest, charge, intent: intent.id }
    },

    cancel: ({ id, guest }: Booked) => guest.call('cancel-booking', { bookingId: id }),

    dispute: (body: {
      charge?: string
      dispute?: string
      action: 'open' | 'inquire' | 'escalate' | 'win' | 'lose'
      amount?: number
    }) => control<Stripe.Dispute>('disputes', body),

    /**
     * Refunds a booking, as an admin can in the Stripe dashboard. Without `amount`, refunds what
     * remains of the charge.
     */
    refund: ({ intent }: Booked, amount?: number) =>
      market.stripe.refunds.create({ payment_intent: intent, ...(amount && { amount }) }),

    /** Makes the newest refund of a booking succeed or fail at the fake Stripe. */
    async endRefund(
      booked: Booked,
      end: { action: 'succeed' } | { action: 'fail'; reason?: string },
    ): Promise<void> {
      const [newest] = await refundsOf(booked)
      await control('refunds', { refund: newest!.id, ...end })
    },

    refundsOf,

    /** Returns the transfers to hosts for these bookings, oldest first, in minor units. */
    async sentFor(...bookings: Booked[]): Promise<number[]> {
      const { data } = await market.stripe.transfers.list({ limit: 100 })
      return data
        .filter(({ metadata }) => bookings.some(({ id }) => id === metadata.booking_id))
        .map(({ amount }) => amount)
        .toReversed()
    },

    payHosts: () => market.postAsServer('payout-hosts', { as_of: inDays(9).toISOString() }),

    async booking({ id }: Booked) {
      const [row] = await sql`
        select bookings.status, refund_status, refunded_amount::float8 as refunded,
          returned_amount::float8 as returned, coalesce(slot.active, false) as taken
        from public.bookings
        left join public.space_availability slot on slot.booking_id = bookings.id and slot.active
        where bookings.id = ${id}`
      return row
    },

    async payout({ id }: Booked) {
      const [row] = await sql`
        select status, amount_minor::int as share, owed_minor::int as owed,
          withheld_minor::int as withheld, repaid_minor::int as repaid,
          frozen_at is not null as frozen, dispute_status as dispute
        from public.payouts where booking_id = ${id}`
      return row
    },

    async refundRow({ charge }: Booked): Promise<{ id: string; attempt: number }> {
      const [row] = await sql<[{ id: string; attempt: number }]>`
        select refunds.id, attempt from public.refunds
        join public.payments on payments.id = payment_id
        where stripe_charge_id = ${charge}`
      return row
    },

    /** Makes a booking's pending refunds due now and retries them. */
    async retryRefunds({ charge }: Booked): Promise<void> {
      await market.webhooksDelivered()
      await sql`
        update public.refunds set retry_at = now() from public.payments
        where payments.id = payment_id and stripe_charge_id = ${charge}`
      await market.postAsServer('reconcile-payments', {})
    },

    async mailsTo({ id }: Person): Promise<string[]> {
      const rows = await sql<{ template: string }[]>`
        select template from public.outgoing_mails
        join auth.users on users.email = recipient where users.id = ${id}`
      return rows.map(({ template }) => template).toSorted()
    },

    async countMails(template: string): Promise<number> {
      const rows = await sql`select from public.outgoing_mails where template = ${template}`
      return rows.length
    },

    /** Waits for all webhooks, then asserts that the ledger equals the Stripe balance. */
    async agree(): Promise<void> {
      await market.webhooksDelivered()
      const { ledger, balance } = await market.money()
      expect(ledger).toEqual(balance)
    },
  }
}
