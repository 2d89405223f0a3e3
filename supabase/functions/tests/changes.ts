import { expect } from 'vitest'
import { hourMs } from '@hourspace/domain/durations.ts'
import type { Booked } from './books.ts'
import { inDays, type Market, type Person, type Space } from './market.ts'

export type Changing = Booked & { space: Space; startsAt: Date; hours: number }

type Proposal = {
  changeId: string
  status: string
  difference: number
  newTotal: number
  oldTotal: number
  payment: { clientSecret: string; paymentIntentId: string } | null
}

type Wanted = { startsAt?: Date; hours?: number; guests?: number; extras?: string[] }

export function openChanges(market: Market, host: Person) {
  const { sql } = market.server

  async function book(
    options: Parameters<Market['space']>[1] & {
      space?: Space
      startsAt?: Date
      hours?: number
      guests?: number
      extras?: string[]
      amount?: number
    } = {},
  ): Promise<Changing> {
    const { startsAt = inDays(5), hours = 2, guests = 1, extras = [], amount, ...rest } = options
    const space = rest.space ?? (await market.space(host, rest))
    const guest = await market.person('guest')
    const { body: opened } = await market.checkout(guest, space, startsAt, hours, {
      guests,
      extras,
      ...(amount !== undefined && { amount }),
    })
    await market.pay(opened.clientSecret)
    const { body } = await guest.call<{ bookingId: string }>('confirm-booking', {
      paymentIntentId: opened.paymentIntentId,
    })
    const intent = await market.stripe.paymentIntents.retrieve(opened.paymentIntentId)
    return {
      id: body.bookingId,
      host,
      guest,
      space,
      startsAt,
      hours,
      charge: String(intent.latest_charge),
      intent: intent.id,
    }
  }

  const wantedBy = ({ id, startsAt, hours }: Changing, wanted: Wanted) => {
    const from = wanted.startsAt ?? startsAt
    return {
      bookingId: id,
      startTime: from.toISOString(),
      endTime: new Date(from.getTime() + (wanted.hours ?? hours) * hourMs).toISOString(),
      ...(wanted.guests !== undefined && { guests: wanted.guests }),
      extras: wanted.extras ?? [],
    }
  }

  const price = (actor: Person, booked: Changing, wanted: Wanted) =>
    actor.call<Proposal>('propose-change', wantedBy(booked, wanted))

  async function propose(actor: Person, booked: Changing, wanted: Wanted) {
    const { body } = await price(actor, booked, wanted)
    return actor.call<Proposal>('propose-change', {
      ...wantedBy(booked, wanted),
      difference: body.difference ?? 0,
    })
  }

  /** Authorizes the price difference of a change as Stripe.js does, without calling the server. */
  const authorize = async (payment: Proposal['payment'], card?: string) =>
    market.pay(payment!.clientSecret, card)

  const confirm = (guest: Person, payment: Proposal['payment']) =>
    guest.call<{ status: string; bookingId: string | null }>('confirm-booking', {
      paymentIntentId: payment!.paymentIntentId,
    })

  const answer = (actor: Person, changeId: string, text: string) =>
    actor.call<{ status: string; payment: Proposal['payment'] }>('answer-change', {
      changeId,
      answer: text,
    })

  return {
    book,
    price,
    propose,
    authorize,
    confirm,
    answer,

    async proposeAndPay(booked: Changing, wanted: Wanted) {
      const { body } = await propose(booked.guest, booked, wanted)
      if (body.payment) {
        await authorize(body.payment)
        await confirm(booked.guest, body.payment)
      }
      return body
    },

    async change(id: string) {
      const [row] = await sql`select status from public.booking_changes where id = ${id}`
      return row?.status as string | undefined
    },

    /**
     * Returns a booking's time in hours after the original start, and its amounts in major units.
     */
    async state({ id, startsAt }: Changing) {
      const [row] = await sql`
        select bookings.status,
          (extract(epoch from start_time - ${startsAt}) / 3600)::float8 as moved,
          (extract(epoch from end_time - start_time) / 3600)::float8 as hours,
          total_price::float8 as total, host_share_amount::float8 as share,
          refunded_amount::float8 as refunded,
          (select array_agg(kind || ' ' || (extract(epoch from rows.start_time - ${startsAt}) / 3600)::integer
              || '-' || (extract(epoch from rows.end_time - ${startsAt}) / 3600)::integer
              order by rows.start_time)
            from public.space_availability rows
            where rows.booking_id = bookings.id and rows.active) as slots
        from public.bookings where id = ${id}`
      return row
    },

    /** Returns the sum of the booking's charges minus refunds, in minor units. */
    async kept({ id }: Changing): Promise<number> {
      const [row] = await sql<[{ kept: number }]>`
        select coalesce(sum(amount_minor), 0)::int as kept from public.ledger_movements
        join public.payments on payments.id = payment_id
        left join public.booking_changes changes on changes.id = payments.change_id
        where ${id} in (payments.booking_id, changes.booking_id) and kind <> 'transfer'`
      return row.kept
    },

    runJob: async () =>
      expect(await market.postAsServer('reconcile-payments', {})).toMatchObject({ status: 200 }),
  }
}
