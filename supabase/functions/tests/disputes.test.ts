import { expect, test } from 'vitest'
import { auditOf } from '../../tests/records.ts'
import { openMarketWithBooks } from './books.ts'
import { inDays, type Person } from './market.ts'
import { expectedAmounts } from './expected-amounts.ts'

const { totalMinor, shareMinor } = expectedAmounts(20_000)

const { market, books } = await openMarketWithBooks()

test("a payout stays frozen until both disputes of the booking's charge are closed", async () => {
  const booked = await books.book()
  const { charge } = booked
  const first = await books.dispute({ charge, action: 'open', amount: totalMinor / 2 })
  const second = await books.dispute({ charge, action: 'open' })
  await books.dispute({ dispute: first.id, action: 'win' })
  await books.agree()
  await books.payHosts()
  expect(await books.payout(booked)).toMatchObject({
    frozen: true,
    dispute: 'open',
    share: shareMinor,
  })
  expect(await books.sentFor(booked)).toEqual([])
  await books.dispute({ dispute: second.id, action: 'lose' })
  await books.agree()
  await books.payHosts()
  expect(await books.payout(booked)).toMatchObject({
    status: 'paid',
    dispute: 'lost',
    share: shareMinor / 2,
  })
  expect(await books.sentFor(booked)).toEqual([shareMinor / 2])
  await books.agree()
})

test('a dispute lost after the payout creates a host debt that is deducted from later payouts in the same currency', async () => {
  const first = await books.book()
  const { host, charge } = first
  await books.payHosts()
  await books.dispute({ charge, action: 'open' })
  await books.agree()
  expect(await books.payout(first)).toMatchObject({ status: 'paid', owed: 0, dispute: 'open' })
  await books.dispute({ charge, action: 'lose' })
  await books.agree()
  expect(await books.payout(first)).toMatchObject({ share: 0, owed: shareMinor })

  const elsewhere = await books.book({ host, currency: 'EUR' })
  const small = await books.book({ host, price: 50 })
  const large = await books.book({ host })
  await books.payHosts()
  expect(await books.sentFor(elsewhere)).toEqual([shareMinor])
  expect(await books.sentFor(small, large)).toEqual([expectedAmounts(10_000).shareMinor])
  expect(await books.payout(first)).toMatchObject({ owed: 0, repaid: shareMinor })
  await books.agree()
  const names = await books.mailsTo(host)
  expect(names.filter((name) => name === 'dispute-news')).toHaveLength(2)
  expect(await books.countMails('dispute-needs-you')).toBeGreaterThan(1)
})

test('a dispute won after the payout creates neither a host debt nor a second transfer', async () => {
  const booked = await books.book()
  await books.payHosts()
  await books.dispute({ charge: booked.charge, action: 'open' })
  await books.dispute({ charge: booked.charge, action: 'win' })
  await books.agree()
  await books.payHosts()
  expect(await books.payout(booked)).toMatchObject({ status: 'paid', owed: 0, share: shareMinor })
  expect(await books.sentFor(booked)).toEqual([shareMinor])
})

test('an inquiry and the dispute that follows it freeze the payout until the dispute is won, and a cancellation during an inquiry is refunded', async () => {
  const booked = await books.book()
  const { id } = await books.dispute({ charge: booked.charge, action: 'inquire' })
  await books.agree()
  expect(await books.payout(booked)).toMatchObject({ frozen: true, dispute: 'inquiry' })
  await books.dispute({ dispute: id, action: 'escalate' })
  await books.agree()
  expect(await books.payout(booked)).toMatchObject({ frozen: true, dispute: 'open' })
  await books.dispute({ dispute: id, action: 'win' })
  await books.agree()
  expect(await books.payout(booked)).toMatchObject({ frozen: false, dispute: 'won' })

  const asked = await books.book()
  await books.dispute({ charge: asked.charge, action: 'inquire' })
  await books.cancel(asked)
  expect(await books.booking(asked)).toMatchObject({
    refund_status: 'succeeded',
    refunded: totalMinor / 100,
  })
  await books.dispute({ charge: asked.charge, action: 'lose' })
  await books.agree()
  expect(await books.payout(asked)).toMatchObject({ status: 'cancelled', dispute: 'won' })
})

test('a guest who cancels a disputed booking gets the money back only once, whether the dispute is won or lost', async () => {
  const lost = await books.book()
  const won = await books.book()
  for (const booked of [lost, won]) {
    await books.dispute({ charge: booked.charge, action: 'open' })
    await market.webhooksDelivered()
    await books.cancel(booked)
    expect(await books.refundsOf(lost)).toEqual([])
    // The email about the cancellation says that the refund waits for the bank's decision.
    expect(
      await market.server.sql`select data -> 'is_disputed' as disputed from public.outgoing_mails
        where template = 'booking-cancelled' and data ->> 'booking_id' = ${booked.id}`,
    ).toEqual([{ disputed: true }])
    expect(await books.booking(booked)).toMatchObject({ refund_status: 'disputed' })
  }
  await books.dispute({ charge: lost.charge, action: 'lose' })
  await books.dispute({ charge: won.charge, action: 'win' })
  await market.webhooksDelivered()
  await books.retryRefunds(lost)
  await books.retryRefunds(won)
  await books.agree()
  expect(await books.refundsOf(lost)).toEqual([])
  expect(await books.booking(lost)).toMatchObject({ refund_status: null, refunded: 0 })
  expect(await books.refundsOf(won)).toMatchObject([{ amount: totalMinor }])
  expect(await books.booking(won)).toMatchObject({
    refund_status: 'succeeded',
    refunded: totalMinor / 100,
  })
})

test('if Stripe reinstates the money of a lost dispute, the host share is restored, even if the event about the loss arrives last', async () => {
  const booked = await books.book()
  const dispute = await books.dispute({ charge: booked.charge, action: 'open' })
  await books.dispute({ charge: booked.charge, action: 'lose' })
  await market.webhooksDelivered()
  const record = (status: string, reinstated: boolean) => market.server.sql`
    select public.record_dispute(
      ${booked.charge}, ${dispute.id}, ${status}, ${dispute.amount}, true, ${reinstated})`
  await record('won', true)
  await record('lost', false)
  expect(await books.payout(booked)).toMatchObject({ status: 'scheduled', share: shareMinor })
  // Restores the dispute's status `lost`, which it still has in the sandbox. Otherwise later tests
  // would fail, because the ledger would differ from the sandbox.
  await market.forgetMovements(booked.id, 'dispute_won')
  await market.server.sql`update public.disputes set reinstated = false where id = ${dispute.id}`
  await record('lost', false)
})

test('an event about an unchanged dispute sends no second email, even after the first was deleted from the outbox', async () => {
  const booked = await books.book()
  const dispute = await books.dispute({ charge: booked.charge, action: 'open' })
  await market.webhooksDelivered()
  const { sql } = market.server
  const emptyOutbox = async () =>
    (
      await sql`delete from public.outgoing_mails where data ->> 'stripe_id' = ${dispute.id}
        returning template`
    ).map(({ template }) => template)
  expect((await emptyOutbox()).toSorted()).toEqual(['dispute-needs-you', 'dispute-news'])
  await sql`
    select public.record_dispute(${booked.charge}, ${dispute.id}, 'open', ${totalMinor}, true, false)`
  expect(await emptyOutbox()).toEqual([])
})

test('an admin can answer a dispute only once, with evidence of the booking, and not after it is closed', async () => {
  const booked = await books.book()
  const dispute = await books.dispute({ charge: booked.charge, action: 'open' })
  await market.webhooksDelivered()
  const call = (person: Person, body: object) =>
    person.call<{ dueBy: string; evidence: Record<string, string>; sent: boolean }>(
      'answer-dispute',
      { disputeId: dispute.id, ...body },
    )
  expect(await call(booked.host, { action: 'prepare' })).toMatchObject({
    status: 404,
    body: { code: 'dispute_not_found' },
  })
  const admin = await market.person('admin')
  await market.server.sql`update public.profiles set is_admin = true where id = ${admin.id}`
  const { body } = await call(admin, { action: 'prepare' })
  expect(new Date(body.dueBy).getTime()).toBe(dispute.evidence_details.due_by! * 1000)
  expect(body.evidence).toMatchObject({
    customer_name: 'guest',
    product_description: expect.stringContaining('Loft'),
    access_activity_log: expect.stringContaining('Booked and paid by card'),
    cancellation_policy_disclosure: expect.stringContaining('24 hours'),
  })
  const answer = { ...body.evidence, uncategorized_text: 'The guest was there.' }
  expect(await call(admin, { action: 'submit', evidence: answer })).toMatchObject({
    status: 200,
    body: { sent: true },
  })
  const answered = await market.stripe.disputes.retrieve(dispute.id)
  expect(answered).toMatchObject({
    status: 'under_review',
    evidence: {
      uncategorized_text: 'The guest was there.',
      receipt: expect.stringMatching(/^file_/),
    },
  })
  const [row] = await market.server.sql`
    select answered_by, answered_at is not null as answered from public.disputes
    where id = ${dispute.id}`
  expect(row).toEqual({ answered_by: admin.id, answered: true })
  expect(await auditOf(market.server.sql, admin.id, dispute.id)).toEqual([
    {
      action: 'dispute.answer',
      target: 'Loft',
      booking_id: booked.id,
      amount: `${totalMinor} USD`,
    },
  ])
  expect(await call(admin, { action: 'submit', evidence: answer })).toMatchObject({
    status: 409,
    body: { code: 'dispute_refused' },
  })
  await books.dispute({ dispute: dispute.id, action: 'win' })
  await books.agree()
  expect(await call(admin, { action: 'prepare' })).toMatchObject({
    status: 409,
    body: { code: 'dispute_closed' },
  })
})

test('an admin can answer an inquiry, and answer again after it has become a dispute', async () => {
  const booked = await books.book()
  const { id } = await books.dispute({ charge: booked.charge, action: 'inquire' })
  await market.webhooksDelivered()
  const admin = await market.person('admin')
  const { sql } = market.server
  await sql`update public.profiles set is_admin = true where id = ${admin.id}`
  const answer = async () => {
    const call = (body: object) =>
      admin.call<{ evidence: object }>('answer-dispute', { disputeId: id, ...body })
    const { body } = await call({ action: 'prepare' })
    expect(await call({ action: 'submit', evidence: body.evidence })).toMatchObject({
      status: 200,
    })
    await market.webhooksDelivered()
  }
  await answer()
  expect(await stateOf(id)).toEqual({ status: 'inquiry', answered: true })
  await books.dispute({ dispute: id, action: 'escalate' })
  await market.webhooksDelivered()
  expect(await stateOf(id)).toEqual({ status: 'open', answered: false })
  await answer()
  expect(await stateOf(id)).toEqual({ status: 'open', answered: true })
  // A late event about the answered inquiry changes nothing.
  await sql`
    select public.record_dispute(${booked.charge}, ${id}, 'inquiry', ${totalMinor}, false, false,
      p_needs_answer => true)`
  expect(await stateOf(id)).toEqual({ status: 'open', answered: true })
  await books.dispute({ dispute: id, action: 'win' })
  await books.agree()
})

test('a dispute counts as answered after its evidence was sent in the Stripe dashboard', async () => {
  const booked = await books.book()
  const { id } = await books.dispute({ charge: booked.charge, action: 'open' })
  await market.webhooksDelivered()
  expect(await stateOf(id)).toEqual({ status: 'open', answered: false })
  await market.stripe.disputes.update(id, {
    evidence: { uncategorized_text: 'The guest was there.' },
    submit: true,
  })
  await market.webhooksDelivered()
  expect(await stateOf(id)).toEqual({ status: 'open', answered: true })
})

async function stateOf(disputeId: string) {
  const [row] = await market.server.sql`
    select status, answered_at is not null as answered from public.disputes
    where id = ${disputeId}`
  return row
}

test('an admin can answer the dispute of a payment that was refunded without a booking because its slot was taken', async () => {
  const host = await market.person('host')
  const space = await market.space(host)
  const guest = await market.person('guest')
  const { body: opened } = await market.checkout(guest, space, inDays(6))
  const { sql, stripe } = market.server
  await sql`update public.space_availability set active = false where space_id = ${space.id}`
  await sql`select public.take_slot(${space.id}, ${inDays(6)}, ${inDays(6, 11)}, 'blackout')`
  // Opens an inquiry before the refund. Unlike a dispute, an inquiry does not prevent the refund.
  await stripe.control('webhooks', { mode: 'hold' })
  await market.pay(opened.clientSecret)
  const { latest_charge: charge } = await market.stripe.paymentIntents.retrieve(
    opened.paymentIntentId,
  )
  const dispute = await books.dispute({ charge: String(charge), action: 'inquire' })
  await guest.call('confirm-booking', { paymentIntentId: opened.paymentIntentId })
  await stripe.control('webhooks', { mode: 'on' })
  await market.webhooksDelivered()

  const admin = await market.person('admin')
  await sql`update public.profiles set is_admin = true where id = ${admin.id}`
  const call = (body: object) =>
    admin.call<{ hasReceipt: boolean; evidence: Record<string, string> }>('answer-dispute', {
      disputeId: dispute.id,
      ...body,
    })
  const { status, body } = await call({ action: 'prepare' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    hasReceipt: false,
    evidence: {
      customer_name: 'guest',
      product_description: expect.stringContaining('Loft'),
      access_activity_log: expect.stringMatching(/ Paid by card, without a booking\n.* Refunded$/),
      uncategorized_text: expect.stringMatching(
        /^The time was no longer available.*\n.* has already been refunded\.$/,
      ),
    },
  })
  expect(await call({ action: 'submit', evidence: body.evidence })).toMatchObject({
    status: 200,
    body: { sent: true },
  })
})
