import type { Stripe } from 'stripe'
import { requireServiceRole } from '#functions/_shared/caller.ts'
import { forEachAtMost } from '#functions/_shared/for-each-at-most.ts'
import { jobBodySchema } from '#functions/_shared/job-body.ts'
import { transferGroupOf } from '#functions/_shared/payment-intents.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import {
  beginTransfer,
  claimPayouts,
  recordPayout,
  recordPayoutRefusal,
  releasePayout,
  type ClaimedPayout,
} from '#functions/_shared/steps.ts'
import { isRefusal, stripeClient } from '#functions/_shared/stripe.ts'

/** Sends hosts the shares that are due, each once, however often and by however many it is run. */
export const handler = serveJson({
  caller: requireServiceRole,
  body: jobBodySchema,
  work: async ({ as_of }) => {
    const due = await claimPayouts(as_of)
    const paid = await forEachAtMost(4, due, pay)
    return { due: due.length, paid }
  },
})

async function pay(payout: ClaimedPayout): Promise<void> {
  try {
    const sent = (await earlierTransfer(payout)) ?? (await wantedTransfer(payout))
    await (sent ? recordPayout(payout.id, sent) : releasePayout(payout.id))
  } catch (cause) {
    // Only a clear no starts a new attempt. After silence the same key asks again.
    if (isRefusal(cause)) await recordPayoutRefusal(payout.id, payout.attempt, cause.message)
    throw cause
  }
}

/** A transfer made before a crash, found even after Stripe has forgotten its idempotency key. */
async function earlierTransfer(payout: ClaimedPayout): Promise<Stripe.Transfer | undefined> {
  const { data } = await stripeClient().transfers.list({
    transfer_group: transferGroupOf(payout.payment_id),
    limit: 100,
  })
  return data.find(
    ({ metadata, reversed }) =>
      metadata.payout_id === payout.id &&
      (metadata.number ?? '1') === String(payout.number) &&
      !reversed,
  )
}

/** Null when the payout was called off, even since it was claimed. */
async function wantedTransfer(payout: ClaimedPayout): Promise<Stripe.Transfer | null> {
  const isWanted = payout.is_payable && (await beginTransfer(payout.id, payout.attempt))
  return isWanted ? transfer(payout) : null
}

function transfer(payout: ClaimedPayout): Promise<Stripe.Transfer> {
  const { id, booking_id, number, attempt } = payout
  return stripeClient().transfers.create(
    {
      amount: payout.amount_minor,
      currency: payout.currency.toLowerCase(),
      destination: payout.stripe_account_id,
      source_transaction: payout.stripe_charge_id,
      transfer_group: transferGroupOf(payout.payment_id),
      metadata: { payout_id: id, booking_id, number: String(number) },
    },
    { idempotencyKey: `payout:${id}:${number}:${attempt}` },
  )
}
