import { amountCell, csvOf, type CsvColumns } from '@hourspace/domain/csv.ts'
import type { FoundBooking } from '#web/data/find-bookings.ts'

const shownMonths = 36

/** Returns `text` if it is a month as YYYY-MM, otherwise null. */
export const monthOf = (text: string | null) =>
  text && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : null

/** Returns the last 36 months as YYYY-MM, newest first, and `chosen` if it is an earlier month. */
export function monthsUntil(now: Date, chosen: string | null): string[] {
  const months = Array.from({ length: shownMonths }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index, 1))
      .toISOString()
      .slice(0, 7),
  )
  return chosen && !months.includes(chosen) ? [...months, chosen] : months
}

/**
 * Returns the name of a CSV file of bookings, with its filters: the month as YYYY-MM, the status and
 * the words of the search.
 */
export function csvName(filter: {
  month: string | null
  status: string | null
  text: string
}): string {
  const words = filter.text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('-')
    .slice(0, 60)
  return `${['bookings', filter.month, filter.status, words].filter(Boolean).join('-')}.csv`
}

const columns: CsvColumns<FoundBooking> = [
  ['Booked at (UTC)', ({ created_at }) => stamp(created_at)],
  ['Booking', ({ id }) => id],
  ['Status', ({ status }) => status],
  ['Space', ({ space_title }) => space_title],
  ['Guest', ({ guest_name }) => guest_name ?? ''],
  ['Host', ({ host_name }) => host_name ?? ''],
  ['Starts at (UTC)', ({ start_time }) => stamp(start_time)],
  ['Ends at (UTC)', ({ end_time }) => stamp(end_time)],
  ['Currency', ({ currency }) => currency],
  ['Rental with extras', (row) => amountCell(row.rental, row)],
  ['Platform fee', (row) => amountCell(row.platform_fee, row)],
  ['Total', (row) => amountCell(row.total_price, row)],
  ['Refunded', (row) => amountCell(row.refunded, row)],
  ['Host commission', (row) => amountCell(row.host_commission, row)],
  ['Host share', (row) => amountCell(row.host_share, row)],
]

/** Formats an ISO instant as '2026-11-27 15:00', which spreadsheets read as a time. */
const stamp = (at: string) => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

/** Returns bookings as CSV, with decimal amounts. */
export const bookingsAsCsv = (rows: readonly FoundBooking[]) => csvOf(columns, rows)
