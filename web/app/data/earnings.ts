import { queryOptions } from '@tanstack/react-query'
import type { Currency } from '@hourspace/domain/money.ts'
import { csvFile } from '#web/lib/save-csv.ts'
import { browserClient } from './browser-client.ts'
import { callFunction } from './functions.ts'
import { pagedQuery, readPage } from './keyset.ts'
import { userKey } from './query-client.ts'

const earningStates = ['upcoming', 'in_transit', 'on_hold', 'paid', 'none'] as const

export type EarningState = (typeof earningStates)[number]

/** The host's share of one booking. Amounts are decimal; `ended_on` is a local day (YYYY-MM-DD). */
export type EarningRow = {
  id: string
  space_title: string
  start_time: string
  end_time: string
  time_zone: string
  ended_on: string
  status: 'confirmed' | 'cancelled'
  currency: Currency
  rental: number
  commission: number
  returned: number
  earned: number
  withheld: number
  owed: number
  state: EarningState
  due_at: string
  paid_at: string | null
  /** Time at which Stripe refused the transfer for the third time. */
  refused_at: string | null
  /** Whether Stripe has transferred any of the host's share. */
  has_transfer: boolean
}

/**
 * A host's earnings per month, space and currency, in major units. `month` is the month's first
 * day.
 */
export type MonthlyEarnings = {
  month: string
  space_id: string
  space_title: string
  currency: Currency
  bookings: number
  earned: number
}

export type EarningTotal = {
  currency: Currency
  state: EarningState
  bookings: number
  earned: number
  owed: number
  first_due_at: string
  first_ended_on: string
}

const keyOf = (hostId: string | undefined) => [...userKey(hostId), 'earnings']

/** Query options of a host's total earnings per currency and state. */
export const earningTotals = (hostId: string | undefined) =>
  queryOptions({
    queryKey: [...keyOf(hostId), 'totals'],
    queryFn: async () => {
      const client = await browserClient()
      const { data } = await client
        .from('host_earning_totals')
        .select('currency, state, bookings, earned, owed, first_due_at, first_ended_on')
        .throwOnError()
      return data as EarningTotal[]
    },
    enabled: hostId !== undefined,
  })

export const earningsOfYear = (hostId: string | undefined, year: number) =>
  queryOptions({
    queryKey: [...keyOf(hostId), 'months', year],
    queryFn: async () => {
      const client = await browserClient()
      const { data } = await client
        .from('host_monthly_earnings')
        .select('month, space_id, space_title, currency, bookings, earned')
        .gte('month', `${year}-01-01`)
        .lt('month', `${year + 1}-01-01`)
        .order('month')
        .throwOnError()
      return data as MonthlyEarnings[]
    },
    enabled: hostId !== undefined,
  })

const rowsPerPage = 10

/**
 * Query options of a host's bookings that end in a given year. `state` selects only the bookings in
 * one state. The list of upcoming bookings is sorted soonest first, all other lists newest first.
 */
export const earningRows = (
  hostId: string | undefined,
  year: number,
  state: EarningState | undefined,
) =>
  pagedQuery(hostId, [...keyOf(hostId), 'rows', year, state], (client, _, after) => {
    const rows = client
      .from('host_earning_rows')
      .select(
        'id, space_title, start_time, end_time, time_zone, ended_on, status, currency, rental, commission, returned, earned, withheld, owed, state, due_at, paid_at, refused_at, has_transfer',
      )
      .gte('ended_on', `${year}-01-01`)
      .lt('ended_on', `${year + 1}-01-01`)
    const shown = state ? rows.eq('state', state) : rows
    return readPage<EarningRow, 'end_time'>(shown, 'end_time', {
      after,
      limit: rowsPerPage,
      ascending: state === 'upcoming',
    })
  })

/** Returns an earnings statement of a year, or of one month (1 to 12), as a file. */
export async function earningsStatement(
  year: number,
  month: number | null,
  format: 'pdf' | 'csv',
): Promise<Blob> {
  const file = await callFunction<Blob | string>('earnings-statement', {
    year,
    ...(month && { month }),
    format,
  })
  return format === 'pdf' ? new Blob([file], { type: 'application/pdf' }) : csvFile(file)
}
