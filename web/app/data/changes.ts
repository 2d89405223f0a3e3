import type { BookedExtra, Extra } from '@hourspace/domain/extras.ts'
import type { Currency } from '@hourspace/domain/money.ts'
import { queryOptions } from '@tanstack/react-query'
import { bookingKeys } from './bookings.ts'
import { browserClient } from './browser-client.ts'
import { callFunction } from './functions.ts'

export type ChangeStatus =
  'unpaid' | 'open' | 'accepted' | 'done' | 'declined' | 'withdrawn' | 'expired' | 'failed'

/**
 * A proposed change of a booking. Amounts are in minor units of the booking's currency. Times are
 * ISO instants.
 */
export type BookingChange = {
  id: string
  proposed_by: 'guest' | 'host'
  status: ChangeStatus
  old_start_time: string
  old_end_time: string
  old_guest_count: number
  old_extras: BookedExtra[]
  old_total_minor: number
  start_time: string
  end_time: string
  guest_count: number
  extras: BookedExtra[]
  total_minor: number
  host_share_minor: number
  currency: Currency
  answer_by: string
  answered_at: string | null
}

const columns =
  'id, proposed_by, status, old_start_time, old_end_time, old_guest_count, old_extras, old_total_minor, start_time, end_time, guest_count, extras, total_minor, host_share_minor, currency, answer_by, answered_at' as const

/** Polling interval in milliseconds while a proposed change has no answer. */
const pollMs = 10_000

/** Query options of a booking's proposed changes, newest first. */
export const bookingChanges = (userId: string | undefined, bookingId: string) =>
  queryOptions({
    queryKey: [...bookingKeys.ofUser(userId), bookingId, 'changes'],
    queryFn: async () => {
      const { data } = await (
        await browserClient()
      )
        .from('booking_changes')
        .select(columns)
        .eq('booking_id', bookingId)
        .neq('status', 'unpaid')
        .order('created_at', { ascending: false })
        .throwOnError()
      return data as BookingChange[]
    },
    enabled: userId !== undefined,
    refetchInterval: ({ state }) => {
      const status = state.data?.[0]?.status
      return status === 'open' || status === 'accepted' ? pollMs : false
    },
  })

/** Query options of a booking's newest proposed change. The data is null if none exists. */
export const lastChange = (userId: string | undefined, bookingId: string) => ({
  ...bookingChanges(userId, bookingId),
  select: (changes: BookingChange[]) => changes[0] ?? null,
})

type WantedChange = {
  bookingId: string
  startTime: string
  endTime: string
  guests: number
  extras: readonly string[]
}

/** The price of a proposed change. Amounts are decimal. */
export type ChangePrice = {
  currency: Currency
  /** `offers` are the extras that the guest can choose, at the prices that apply to the booking. */
  offers: Extra[]
  oldTotal: number
  newTotal: number
  /** `difference` is positive if the guest pays it, and negative if it is refunded. */
  difference: number
  newShare: number
}

export type ChangePayment = { clientSecret: string; paymentIntentId: string }

export const changePrice = (userId: string | undefined, wanted: WantedChange) =>
  queryOptions({
    queryKey: [...bookingKeys.ofUser(userId), 'change price', wanted],
    queryFn: () => callFunction<ChangePrice>('propose-change', wanted),
    retry: false,
    staleTime: 60_000,
  })

/**
 * Proposes a change. `difference` is the price difference that the proposer saw. If a guest
 * proposes a higher price, the host sees the proposal only after the guest has authorized
 * `payment`.
 */
export function proposeChange(
  wanted: WantedChange & { difference: number },
): Promise<{ changeId: string; status: ChangeStatus; payment: ChangePayment | null }> {
  return callFunction('propose-change', wanted)
}

/**
 * Answers a proposed change. The receiver accepts or declines; the proposer withdraws. A guest who
 * accepts a higher price gets a payment to complete.
 */
export function answerChange(answer: {
  changeId: string
  answer: 'accepted' | 'declined' | 'withdrawn'
}): Promise<{ status: ChangeStatus; payment: ChangePayment | null }> {
  return callFunction('answer-change', answer)
}
