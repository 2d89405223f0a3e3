import postgres from 'postgres'
import type { InProcessServer } from '@hourspace/launch/testing/server.ts'
import { hourMs } from '@hourspace/domain/durations.ts'
import { asUser } from '../../../tests/records.ts'
import type { Market, Person, Space } from '../market.ts'
import type { Operation } from './operations.ts'
import { password, type Stage } from './stage.ts'

type Answer = { status: number; body: Record<string, unknown> }
type Open = { guest: Person; clientSecret: string; paymentIntentId: string }

/** The state of a model run: a host with two spaces, three guests, an admin and their records. */
export type World = {
  stage: Stage
  market: Market<InProcessServer>
  host: Person
  guests: Person[]
  admin: Person
  spaces: Space[]
  accountId: string | null
  payments: Open[]
  /** Ids of bookings that a response has confirmed to a guest. */
  acknowledged: Set<string>
  transfersSeen: Set<string>
}

export async function openWorld(stage: Stage): Promise<World> {
  const cast = await stage.reset()
  return {
    ...cast,
    stage,
    market: stage.market,
    payments: [],
    acknowledged: new Set(),
    transfersSeen: new Set(),
  }
}

/**
 * Performs an operation. Returns the server's response, or null if there is none, for example
 * because no booking or payment suits the operation.
 */
export async function perform(world: World, operation: Operation): Promise<Answer | null> {
  const { market, host, admin } = world
  const { sql } = market.server
  const control = (path: string, body: object) =>
    market.server.stripe.control(path, body).catch(() => null)
  switch (operation.type) {
    case 'checkout':
    case 'book':
      return checkOut(world, operation, operation.type === 'book' ? operation.card : null)
    case 'race': {
      const guests = [0, 1, 2]
      const answers = await Promise.all(
        guests.map((guest) => checkOut(world, { ...operation, guest }, 'pm_card_visa')),
      )
      return answers.find(({ status }) => status >= 500) ?? answers[0]!
    }
    case 'pay': {
      const payment = pick(world.payments, operation.which)
      return payment ? await market.pay(payment.clientSecret, operation.card).then(noBody) : null
    }
    case 'bankStep': {
      const payment = pick(world.payments, operation.which)
      if (!payment) return null
      const intent = await market.stripe.paymentIntents.retrieve(payment.paymentIntentId)
      const url = intent.next_action?.redirect_to_url?.url
      if (url)
        await fetch(url, {
          method: 'POST',
          body: new URLSearchParams({ result: operation.isPassed ? 'complete' : 'fail' }),
        })
      return null
    }
    case 'confirm': {
      const payment = pick(world.payments, operation.which)
      return payment ? confirm(world, payment) : null
    }
    case 'webhooks': {
      const { order, times, which } = operation
      await control('webhooks/flush', { order, times, which, most: 15 })
      return null
    }
    case 'loseWebhooks':
      await control('webhooks', { mode: 'off' })
      await control('webhooks', { mode: 'hold' })
      return null
    case 'job':
      return market.postAsServer(operation.name, { force: true })
    case 'account':
      return changeAccount(world, operation.action)
    case 'pass':
      await world.stage.pass(operation.hours)
      return null
    case 'block': {
      const { id } = world.spaces[operation.space]!
      const from = startIn(operation.start)
      const to = new Date(from.getTime() + operation.hours * hourMs)
      await asUser(sql, host.id, (transaction) =>
        operation.isBlocked
          ? transaction`select public.block_time(${id}, ${from}, ${to})`
          : transaction`select public.unblock_time(${id}, ${from}, ${to})`,
      ).catch(ignoreRefusal)
      return null
    }
    case 'setBuffer':
      await sql`
        update public.spaces set buffer_minutes = ${operation.minutes}
        where id = ${world.spaces[operation.space]!.id}`
      return null
    case 'leave': {
      const person = operation.who === 3 ? host : world.guests[operation.who]!
      const credentials = { password, confirmation: 'DELETE' }
      return market.personOf(person.id, person.id).call('delete-account', credentials)
    }
    case 'decide': {
      const [problem] = await sql<{ id: string }[]>`
        select problems.id from public.booking_problems problems
        join public.bookings on bookings.id = booking_id
        where space_id in ${sql(world.spaces.map(({ id }) => id))} and problems.status = 'open'
        order by problems.created_at limit 1`
      const { isUpheld, part } = operation
      return problem
        ? admin.call('decide-problem', {
            problemId: problem.id,
            isUpheld,
            note: 'Seen',
            percentage: part,
            amountMinor: part,
          })
        : null
    }
    case 'refund':
    case 'endRefund':
    case 'dispute':
    case 'authorization':
    case 'reverse':
      return actAtStripe(world, operation)
    default:
      return actOnBooking(world, operation)
  }
}

/** Opens a checkout. With a card, also pays and confirms it. */
async function checkOut(
  world: World,
  chosen: { guest: number; space: number; start: number; hours: number },
  card: string | null,
): Promise<Answer> {
  const guest = world.guests[chosen.guest]!
  const space = world.spaces[chosen.space]!
  const answer = await world.market.checkout(guest, space, startIn(chosen.start), chosen.hours)
  remember(world, guest, answer.body)
  const { paymentIntentId, clientSecret } = answer.body
  if (card === null || !clientSecret) return answer
  await world.market.pay(clientSecret, card)
  return confirm(world, { guest, paymentIntentId })
}

async function confirm(
  world: World,
  { guest, paymentIntentId }: Pick<Open, 'guest' | 'paymentIntentId'>,
): Promise<Answer> {
  const answer = await guest.call<{ bookingId?: string }>('confirm-booking', { paymentIntentId })
  if (answer.body.bookingId) world.acknowledged.add(answer.body.bookingId)
  return answer
}

type BookingOperation = Extract<
  Operation,
  { type: 'cancel' | 'answer' | 'report' | 'propose' | 'answerChange' | 'extend' }
>

/**
 * SQL conditions for the booking of an operation. The operation fails for bookings that do not meet
 * the condition. Such a booking is chosen only if there are too few others.
 */
const suitable: Partial<Record<Operation['type'], string>> = {
  answer: "status = 'requested'",
  propose: "status = 'confirmed' and start_time > now() + interval '48 hours'",
  answerChange: `exists (
    select from public.booking_changes where booking_id = bookings.id and status = 'open')`,
  extend: "status = 'confirmed' and end_time > now()",
}

async function actOnBooking(world: World, operation: BookingOperation): Promise<Answer | null> {
  const { host, admin } = world
  const { sql } = world.market.server
  const bookings = await sql<
    { id: string; user_id: string; total: number; change: string | null; starts_in: number }[]
  >`
    select bookings.id, user_id, public.to_minor(total_price, bookings.currency)::float8 as total,
      ceil(extract(epoch from start_time - now()) / 3600)::float8 as starts_in,
      (select id from public.booking_changes changes
        where booking_id = bookings.id order by changes.created_at desc limit 1) as change
    from public.bookings where space_id in ${sql(world.spaces.map(({ id }) => id))}
    order by ${sql.unsafe(suitable[operation.type] ?? 'bookings.created_at')}, bookings.created_at`
  const isChosen = operation.type in suitable
  const booking = pick(bookings, isChosen ? operation.which % 2 : operation.which)
  if (!booking) return null
  const guest = world.guests.find(({ id }) => id === booking.user_id)!
  const { id: bookingId } = booking
  switch (operation.type) {
    case 'cancel': {
      const reason = { bookingId, reason: 'emergency' }
      if (operation.by === 'guest') return guest.call('cancel-booking', { bookingId })
      if (operation.by === 'host') return host.call('cancel-as-host', reason)
      const refundMinor = Math.floor((booking.total * operation.part) / 100)
      return admin.call('cancel-as-admin', { bookingId, reason: 'goodwill', refundMinor })
    }
    case 'answer': {
      const { answer } = operation
      return (answer === 'withdrawn' ? guest : host).call('answer-request', { bookingId, answer })
    }
    case 'report': {
      const { kind } = operation
      const person = kind === 'no_show' || kind === 'damage' ? host : guest
      await asUser(
        sql,
        person.id,
        (transaction) => transaction`
          select public.report_problem(${bookingId}, ${kind}, 'The door was locked for an hour',
            ${kind === 'damage' ? 500 : null})`,
      ).catch(ignoreRefusal)
      return null
    }
    case 'propose': {
      const from = startIn(operation.start)
      const wanted = {
        bookingId,
        startTime: from.toISOString(),
        endTime: new Date(from.getTime() + operation.hours * hourMs).toISOString(),
        extras: [],
      }
      const actor = operation.by === 'guest' ? guest : host
      const priced = await actor.call<{ difference?: number }>('propose-change', wanted)
      if (priced.body.difference === undefined) return priced
      const answer = await actor.call<{ changeId?: string; payment?: Partial<Open> | null }>(
        'propose-change',
        {
          ...wanted,
          difference: priced.body.difference,
        },
      )
      remember(world, guest, answer.body.payment)
      const { changeId } = answer.body
      if (!operation.isAccepted || !changeId) return answer
      await payDifference(world, guest, answer.body.payment)
      const by = operation.by === 'guest' ? 'host' : 'guest'
      const accepted = await answerChange(world, guest, { changeId, by, answer: 'accepted' })
      await payDifference(world, guest, accepted.body.payment)
      return accepted
    }
    case 'answerChange':
      return answerChange(world, guest, { ...operation, changeId: booking.change ?? bookingId })
    case 'extend': {
      if (booking.starts_in > 0) await world.stage.pass(booking.starts_in)
      const wanted = { bookingId, hours: operation.hours }
      const priced = await guest.call<{ total?: number }>('extend-booking', wanted)
      if (priced.body.total === undefined) return priced
      const answer = await guest.call('extend-booking', { ...wanted, total: priced.body.total })
      remember(world, guest, answer.body)
      return answer
    }
  }
}

async function answerChange(
  world: World,
  guest: Person,
  { changeId, by, answer }: { changeId: string; by: 'guest' | 'host'; answer: string },
) {
  const given = await (by === 'guest' ? guest : world.host).call<{
    payment?: Partial<Open> | null
  }>('answer-change', { changeId, answer })
  remember(world, guest, given.body.payment)
  return given
}

async function payDifference(
  world: World,
  guest: Person,
  payment: Partial<Open> | null | undefined,
): Promise<void> {
  const { clientSecret, paymentIntentId } = payment ?? {}
  if (!clientSecret || !paymentIntentId) return
  await world.market.pay(clientSecret, 'pm_card_visa')
  await confirm(world, { guest, paymentIntentId })
}

type StripeOperation = Extract<
  Operation,
  { type: 'refund' | 'endRefund' | 'dispute' | 'authorization' | 'reverse' }
>

/**
 * Refunds a payment or reverses a transfer like an admin in the Stripe dashboard, or decides on a
 * refund, dispute or authorization like a bank. Does nothing if Stripe refuses the operation.
 */
async function actAtStripe(world: World, operation: StripeOperation): Promise<null> {
  const { stripe, server } = world.market
  const payment = pick(world.payments, operation.which)
  if (!payment) return null
  const intent = await stripe.paymentIntents.retrieve(payment.paymentIntentId)
  const charge = intent.latest_charge
  const share = (amount: number, part: number) => Math.floor((amount * part) / 100)
  const control = (path: string, body: object) =>
    server.stripe.control(path, body).catch(() => null)
  if (operation.type === 'authorization')
    await control('authorizations', { payment_intent: intent.id, action: operation.action })
  if (typeof charge !== 'string' || intent.status !== 'succeeded') return null
  if (operation.type === 'refund') {
    const amount = share(intent.amount, operation.part)
    await stripe.refunds
      .create({ payment_intent: intent.id, ...(amount > 0 && { amount }) })
      .catch(() => null)
  }
  if (operation.type === 'endRefund') {
    const { data } = await stripe.refunds.list({ charge, limit: 1 })
    const { action, reason } = operation
    if (data[0]) await control('refunds', { refund: data[0].id, action, reason })
  }
  if (operation.type === 'dispute') {
    const { action, part } = operation
    const amount = share(intent.amount, part)
    const isNew = action === 'open' || action === 'inquire'
    await control('disputes', { charge, action, ...(isNew && amount > 0 && { amount }) })
  }
  if (operation.type === 'reverse') {
    const group = { transfer_group: intent.transfer_group ?? 'none', limit: 1 }
    const [transfer] = (await stripe.transfers.list(group)).data
    const amount = share(transfer?.amount ?? 0, operation.part)
    if (transfer)
      await stripe.transfers
        .createReversal(transfer.id, amount > 0 ? { amount } : {})
        .catch(() => null)
  }
  return null
}

async function changeAccount(world: World, action: string): Promise<Answer | null> {
  const { host, market } = world
  if (action === 'connect') {
    const answer = await host.call<{ accountId?: string }>('stripe-account', { action: 'create' })
    world.accountId = answer.body.accountId ?? world.accountId
    return answer
  }
  await market.server.stripe
    .control('accounts', { account: world.accountId, action })
    .catch(() => null)
  return host.call('stripe-account', { action: 'check' })
}

function remember({ payments }: World, guest: Person, given: object | null | undefined): void {
  const { paymentIntentId, clientSecret } = (given ?? {}) as Partial<Open>
  if (!paymentIntentId || !clientSecret) return
  if (payments.some((payment) => payment.paymentIntentId === paymentIntentId)) return
  payments.push({ guest, paymentIntentId, clientSecret })
}

/** Returns the item that is `which` places before the last, wrapping around at the first item. */
function pick<T>(all: readonly T[], which: number): T | undefined {
  return all[all.length - 1 - (which % all.length)]
}

/**
 * Ignores the errors with which an SQL function rejects a request, and throws any other error
 * again.
 */
function ignoreRefusal(error: unknown): null {
  const code = error instanceof postgres.PostgresError ? error.code : ''
  const insufficientPrivilege = '42501'
  if (code.startsWith('PT4') || code === insufficientPrivilege) return null
  throw error
}

const startIn = (hours: number) => new Date(Math.floor(Date.now() / hourMs + hours) * hourMs)

const noBody = ({ status }: { status: number }): Answer => ({ status, body: {} })
