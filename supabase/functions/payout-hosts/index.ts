import type { Stripe } from 'stripe'
import type { Currency } from '@hourspace/domain/money.ts'
import { query, queryValue } from '#functions/_shared/database.ts'
import { forEachAtMost, serveJob } from '#functions/_shared/jobs.ts'
import { transferGroupOf } from '#functions/_shared/payment-intents.ts'
import { isRefusal, stripeClient } from '#functions/_shared/stripe.ts'

type ClaimedPayout = {
  id: string
  booking_id: string
  payment_id: string
  /** Amount to transfer, in minor units, after deducting the host's debts. */
  amount_minor: number
  currency: Currency
  /** Number of this transfer among all transfers of the payout, starting at 1. */
  number: number
  attempt: number
  /** False if the payout was cancelled. The job then only searches for an earlier transfer. */
  is_payable: boolean
  stripe_account_id: string
  stripe_charge_id: string
}

/** Transfers each due share to its host exactly once. Safe to run concurrently. */
Deno.serve(
  serveJob(async ({ as_of }) => {
    const due = await query<ClaimedPayout>`select * from claim_payouts(p_as_of => ${as_of})`
    const paid = await forEachAtMost(4, due, pay)
    return { due: due.length, paid }
  }),
)

async function pay(payout: ClaimedPayout): Promise<void> {
  const { id, attempt } = payout
  try {
    const transfer = (await findTransfer(payout)) ?? (await createTransfer(payout))
    if (transfer) {
      await query`
        select record_payout(p_payout_id => ${id}, p_transfer_id => ${transfer.id},
          p_amount_minor => ${transfer.amount})`
    } else {
      await query`select release_payout(p_payout_id => ${id})`
    }
  } catch (cause) {
    // A timeout is not recorded here, so the retry uses the same idempotency key.
    if (isRefusal(cause)) {
      await query`
        select record_payout_refusal(p_payout_id => ${id}, p_attempt => ${attempt},
          p_error => ${cause.message})`
    }
    throw cause
  }
}

/** Finds a transfer made before a crash, even if Stripe has forgotten its idempotency key. */
async function findTransfer(payout: ClaimedPayout): Promise<Stripe.Transfer | undefined> {
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

/** Requests the transfer. Returns null if the payout was cancelled after it was claimed. */
async function createTransfer(payout: ClaimedPayout): Promise<Stripe.Transfer | null> {
  const { id, booking_id, number, attempt } = payout
  const isPayable =
    payout.is_payable &&
    (await queryValue<boolean>`
      select begin_transfer(p_payout_id => ${id}, p_attempt => ${attempt})`)
  if (!isPayable) return null
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
