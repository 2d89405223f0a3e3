import type { Stripe } from 'stripe'
import type { Currency } from '@hourspace/domain/money.ts'
import { query, queryValue } from '#functions/_shared/database.ts'
import { forEachAtMost, serveJob } from '#functions/_shared/jobs.ts'
import { transferGroupOf } from '#functions/_shared/payment-intents.ts'
import { isRefusal, isSpentKey, stripeClient } from '#functions/_shared/stripe.ts'

type ClaimedPayout = {
  id: string
  booking_id: string
  payment_id: string
  /** Amount to transfer, in minor units, after deducting the host's debts. */
  amount_minor: number
  currency: Currency
  number: number
  attempt: number
  key_number: number
  /** If `is_payable` is false, the job only searches for an earlier transfer. */
  is_payable: boolean
  /** `stripe_account_id` is null only if the payout is not payable. */
  stripe_account_id: string | null
  stripe_charge_id: string
  charged_minor: number
}

/** Transfers each due host share to its host exactly once. Safe to run concurrently. */
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
    const earlier = await transfersOf(payout)
    const transfer =
      earlier.find((candidate) => isTransferOf(payout, candidate)) ??
      (await createTransfer(payout, earlier))
    if (transfer) {
      await query`
        select record_payout(p_payout_id => ${id}, p_transfer_id => ${transfer.id},
          p_amount_minor => ${transfer.amount})`
    } else {
      await query`select release_payout(p_payout_id => ${id})`
    }
  } catch (cause) {
    // After a refusal, or if the idempotency key is unusable, the next attempt uses a new key.
    // After other errors, such as a timeout, Stripe may have made the transfer, so the retry uses
    // the same key.
    if (isRefusal(cause)) {
      await query`
        select record_payout_refusal(p_payout_id => ${id}, p_attempt => ${attempt},
          p_error => ${cause.message})`
    } else if (isSpentKey(cause)) {
      await query`
        select replace_payout_key(p_payout_id => ${id}, p_attempt => ${attempt},
          p_key_number => ${payout.key_number}, p_error => ${cause.message})`
    }
    throw cause
  }
}

/**
 * Returns all transfers of a payment. Stripe lists them even after it has forgotten their
 * idempotency keys.
 */
async function transfersOf({ payment_id }: ClaimedPayout): Promise<Stripe.Transfer[]> {
  const { data } = await stripeClient().transfers.list({
    transfer_group: transferGroupOf(payment_id),
    limit: 100,
  })
  return data
}

/** Returns true if the transfer was made for the payout, for example by a run that crashed. */
function isTransferOf(payout: ClaimedPayout, { metadata }: Stripe.Transfer): boolean {
  return metadata.payout_id === payout.id && (metadata.number ?? '1') === String(payout.number)
}

/**
 * Returns whether a transfer may name the charge as its source_transaction. Stripe refuses this if
 * the transfers of a charge exceed the charge, which a second transfer after a failed refund can
 * cause.
 */
function fitsCharge(payout: ClaimedPayout, earlier: readonly Stripe.Transfer[]): boolean {
  const used = earlier
    .filter(({ source_transaction }) => source_transaction === payout.stripe_charge_id)
    .reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0)
  return used + payout.amount_minor <= payout.charged_minor
}

/**
 * Requests a transfer from Stripe. Returns null if the payout is not payable, for example because
 * it was held or cancelled after it was claimed.
 */
async function createTransfer(
  payout: ClaimedPayout,
  earlier: readonly Stripe.Transfer[],
): Promise<Stripe.Transfer | null> {
  const { id, booking_id, number, attempt, key_number } = payout
  const key = `payout:${id}:${number}:${attempt}`
  if (!payout.is_payable || !payout.stripe_account_id) return null
  const isPayable = await queryValue<boolean>`
    select begin_transfer(p_payout_id => ${id}, p_attempt => ${attempt})`
  if (!isPayable) return null
  return stripeClient().transfers.create(
    {
      amount: payout.amount_minor,
      currency: payout.currency.toLowerCase(),
      destination: payout.stripe_account_id,
      ...(fitsCharge(payout, earlier) && { source_transaction: payout.stripe_charge_id }),
      transfer_group: transferGroupOf(payout.payment_id),
      metadata: { payout_id: id, booking_id, number: String(number) },
    },
    { idempotencyKey: key_number === 1 ? key : `${key}:${key_number}` },
  )
}
