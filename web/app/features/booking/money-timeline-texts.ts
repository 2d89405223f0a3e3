import { company } from '@hourspace/domain/company.ts'
import { formatMinor } from '@hourspace/domain/money.ts'
import { bankFailureText } from '#web/lib/bank-failure-text.ts'
import { formatDay, formatMoment } from '#web/lib/times.ts'
import type { MoneyEvent, MoneyViewer } from '#web/data/money-timeline.ts'

type MoneyText = {
  title: string
  note?: string
}

type Context = { money: string; reason: string | null; isHost: boolean; isDone: boolean }

/** Returns the text of a money event for its viewer: guest, host or admin. */
export function moneyText(event: MoneyEvent, viewer: MoneyViewer): MoneyText {
  const { kind, amount_minor: minor, currency, reason, state } = event
  const context = {
    money: minor === null ? '' : formatMinor(minor, currency),
    reason,
    isHost: viewer === 'host',
    isDone: state === 'done',
  }
  if (kind === 'held') return heldText(context, viewer)
  const texts: Record<string, (context: Context) => MoneyText> =
    viewer === 'guest' ? guestTexts : hostTexts
  return (texts[kind] ?? sharedTexts[kind])?.(context) ?? { title: kind.replaceAll('_', ' ') }
}

/**
 * Formats the ISO instant of a money event. Formats the arrival at a bank as a UTC day: Stripe
 * reports midnight UTC, which is the day before in an American time zone.
 */
export function moneyTimeText(kind: string, at: string, timeZone: string): string {
  return kind.endsWith('_bank')
    ? formatDay(new Date(at), 'UTC')
    : formatMoment(new Date(at), timeZone)
}

const sharedTexts: Record<string, (context: Context) => MoneyText> = {
  refunded_otherwise: ({ money }) => ({ title: `${money} refunded another way` }),
  dispute_won: ({ money }) => ({ title: `Dispute of ${money} closed: the payment stands` }),
  stripe_fee: ({ money }) => ({ title: `Stripe’s fee of ${money}` }),
  written_off: ({ money }) => ({
    title: `Debt of ${money} written off`,
    note: 'The host has deleted the account.',
  }),
}

const guestTexts: Record<string, (context: Context) => MoneyText> = {
  authorized: ({ money, isDone }) => ({
    title: `${money} authorized on your card`,
    ...(!isDone && { note: 'Your card is charged only if the host accepts.' }),
  }),
  authorization_ends: () => ({ title: 'Without an answer, the authorization ends' }),
  authorization_released: () => ({
    title: 'Authorization released',
    note: 'Your card was not charged. Some banks take a few days to show it.',
  }),
  paid: ({ money, reason }) => ({
    title: reason === 'change' ? `${money} more paid for the change` : `You paid ${money}`,
  }),
  refunded: ({ money }) => ({
    title: `${money} refunded to your card`,
    note: 'Banks take 5 to 7 business days to show a refund.',
  }),
  refund_returned: ({ money }) => ({ title: `Your bank returned the refund of ${money}` }),
  refund_on_its_way: ({ money, reason }) => ({
    title: `Refund of ${money} ${reason === 'dispute' ? 'on hold' : 'on its way'}`,
    note:
      reason === 'dispute'
        ? 'We send it once your bank has decided your dispute.'
        : reason === 'needs_admin'
          ? `The refund failed. ${company.name} is looking for another way and will write to you.`
          : reason === 'processing'
            ? 'Your bank is processing it.'
            : 'We are sending it to your card.',
  }),
  inquiry: () => ({ title: 'Your bank asked about this payment' }),
  disputed: ({ money }) => ({
    title: `You disputed ${money} with your bank`,
    note: 'Your bank decides. This can take up to three months.',
  }),
  dispute_lost: ({ money }) => ({ title: `Your bank returned ${money} to you` }),
}

const hostTexts: Record<string, (context: Context) => MoneyText> = {
  authorized: ({ money, isHost }) => ({
    title: isHost ? `${money} authorized on the guest’s card` : `${money} authorized`,
  }),
  authorization_ends: () => ({
    title: 'Without an answer, the authorization ends',
    note: 'Accept the request before then to be paid.',
  }),
  authorization_released: () => ({ title: 'Authorization released, nothing charged' }),
  paid: ({ money, reason }) => ({
    title:
      reason === 'change'
        ? `The guest paid ${money} more for the change`
        : `The guest paid ${money}`,
  }),
  refunded: ({ money }) => ({ title: `${money} refunded to the guest` }),
  refund_returned: ({ money, reason }) => ({
    title: `The guest’s bank returned the refund of ${money}`,
    ...(reason && { note: `Reason: ${reason.replaceAll('_', ' ')}.` }),
  }),
  refund_on_its_way: ({ money, reason }) => ({
    title: `Refund of ${money} to the guest ${reason === 'dispute' ? 'on hold' : 'on its way'}`,
    ...(reason === 'dispute' && { note: 'It is sent once the dispute is decided.' }),
    ...(reason === 'needs_admin' && { note: `The refund failed. ${company.name} is handling it.` }),
  }),
  inquiry: () => ({
    title: 'The guest’s bank asked about this payment',
    note: `${company.name} is responding. You don’t need to do anything.`,
  }),
  disputed: ({ money, isDone }) => ({
    title: `The guest disputed ${money} with their bank`,
    ...(!isDone && {
      note: `${company.name} is responding with the booking’s details and your messages.`,
    }),
  }),
  dispute_lost: ({ money }) => ({ title: `The dispute was lost: ${money} went back to the guest` }),
  sent: ({ money, isHost }) => ({
    title: isHost ? `${money} sent to your Stripe account` : `${money} sent to the host`,
  }),
  sent_back: ({ money }) => ({ title: `${money} of the transfer reversed` }),
  debt_deducted: ({ money }) => ({
    title: `${money} deducted for an earlier refund`,
    note: 'The refund was for a booking that we had already paid out.',
  }),
  debt_repaid: ({ money }) => ({ title: `${money} repaid from a later payout` }),
  owed: ({ money, isHost }) => ({
    title: isHost ? `You owe ${money}` : `The host owes ${money}`,
    note: 'The guest was refunded after the payout. We deduct it from the next payouts.',
  }),
  expected_at_bank: ({ money, reason, isHost }) => ({
    title: `${money} expected at ${isHost ? 'your' : 'the host’s'} bank`,
    note:
      reason === 'manual'
        ? `Stripe pays out when ${isHost ? 'you ask' : 'the host asks'} for it in Stripe.`
        : `Stripe pays out ${scheduleWords[reason ?? ''] ?? 'every business day'}.`,
  }),
  at_bank: ({ money, isHost }) => ({
    title: `${money} arrived at ${isHost ? 'your' : 'the host’s'} bank`,
    note: 'As part of a payout by Stripe.',
  }),
  bank_refused: ({ reason, isHost }) => ({
    title: `${isHost ? 'Your' : 'The host’s'} bank refused the payout`,
    note: isHost
      ? bankFailureText(reason)
      : `Stripe’s reason: ${(reason ?? 'unknown').replaceAll('_', ' ')}.`,
  }),
}

const scheduleWords: Record<string, string> = {
  daily: 'every business day',
  weekly: 'once a week',
  monthly: 'once a month',
}

function heldText({ money, reason, isHost }: Context, viewer: MoneyViewer): MoneyText {
  if (viewer === 'guest')
    return {
      title:
        reason === 'until_a_day_after_end'
          ? 'The host is paid 24 hours after the end'
          : 'The host’s payment is on hold',
      note:
        reason === 'until_a_day_after_end'
          ? `Until then, ${company.name} holds the host’s share.`
          : reason === 'dispute'
            ? 'Your bank is looking into the payment.'
            : 'We are looking into your report.',
    }
  return {
    title:
      reason === 'until_a_day_after_end'
        ? `${money} held until 24 hours after the end`
        : `${money} held`,
    note: heldNotes(isHost)[reason ?? ''] ?? 'It is being sent.',
  }
}

const heldNotes = (isHost: boolean): Record<string, string> => ({
  until_a_day_after_end: `Then it is sent to ${isHost ? 'your' : 'the host’s'} Stripe account.`,
  dispute:
    'The guest’s bank is looking into the payment. The money is sent once the bank has decided.',
  problem: isHost
    ? `The guest reported a problem. ${company.name} will decide and email you both.`
    : 'The guest reported a problem. The money is sent or refunded after the decision.',
  reversed_by_hand: `${company.name} reversed the transfer and is checking the payment.`,
  not_connected: isHost
    ? 'Connect a Stripe account on your dashboard to receive it.'
    : 'The host has not connected a Stripe account.',
  incomplete: isHost
    ? 'Finish setting up your Stripe account on your dashboard to receive it.'
    : 'The host has not finished setting up the Stripe account.',
  pending: `Stripe is checking ${isHost ? 'your' : 'the host’s'} details. The money is sent once that is done.`,
  restricted: isHost
    ? 'Stripe needs an update from you first. Open Stripe from your dashboard.'
    : 'Stripe has restricted the host’s account.',
  refused_by_stripe: 'Stripe did not accept the transfer. We will try again automatically.',
  being_sent: `It is being sent to ${isHost ? 'your' : 'the host’s'} Stripe account.`,
})
