import { formatMinor, isCurrency } from '@hourspace/domain/money.ts'
import type { Notification } from '#web/data/notifications.ts'
import { notificationText } from './texts.ts'

/** A line of the notification list. A line can stand for several notifications. */
export type ShownNotification = {
  ids: readonly string[]
  kind: string
  path: string
  title: string
  detail: string
  createdAt: Date
  isUnread: boolean
}

/** Maximum number of milliseconds between payouts that are shown in one line. */
const burstMs = 10 * 60_000

/**
 * Groups notifications into lines, newest first. Consecutive payouts at most 10 minutes apart share
 * a line: when a host connects Stripe, all waiting payouts are sent together.
 */
export function shownNotifications(rows: readonly Notification[]): ShownNotification[] {
  const bursts: Notification[][] = []
  for (const row of rows) {
    const burst = bursts.at(-1)
    const last = burst?.at(-1)
    const isSameBurst =
      last?.kind === 'payout-sent' &&
      row.kind === 'payout-sent' &&
      Date.parse(last.created_at) - Date.parse(row.created_at) <= burstMs
    if (burst && isSameBurst) burst.push(row)
    else bursts.push([row])
  }
  return bursts.map((burst) => {
    const newest = burst[0] as Notification
    return {
      ids: burst.map(({ id }) => id),
      kind: newest.kind,
      path: newest.path,
      ...(burst.length === 1 ? notificationText(newest.kind, newest.data) : payoutsText(burst)),
      createdAt: new Date(newest.created_at),
      isUnread: burst.some(({ read_at }) => !read_at),
    }
  })
}

function payoutsText(burst: readonly Notification[]): { title: string; detail: string } {
  const sums = new Map<string, number>()
  for (const { data } of burst) {
    const { currency, sent_minor: minor } = data
    if (typeof currency === 'string' && typeof minor === 'number')
      sums.set(currency, (sums.get(currency) ?? 0) + minor)
  }
  const amounts = [...sums].flatMap(([currency, minor]) =>
    isCurrency(currency) ? [formatMinor(minor, currency)] : [],
  )
  return { title: `${burst.length} payouts are on their way to you`, detail: amounts.join(' · ') }
}
