import type { Currency } from '#domain/money.ts'
import type { Client } from './client.ts'

/** Counts of the whole platform. */
export type PlatformCounts = {
  total_bookings: number
  cancelled_bookings: number
  available_spaces: number
  total_spaces: number
  /** Mean of the spaces that are rated; null when none is. */
  average_rating: number | null
  rated_spaces: number
  total_users: number
}

/** What the platform has taken in one currency, decimal. Cancelled bookings count nowhere. */
export type PlatformRevenue = {
  currency: Currency
  /** What guests paid. */
  total_revenue: number
  /** Paid by guests on top of the rental. */
  total_fees: number
  /** Kept from the hosts' rental. */
  total_host_commission: number
  total_bookings: number
  /** First day (UTC) of the last whole month, YYYY-MM-DD. */
  last_month: string
  /** That month against the one before it; null when there is nothing to compare with. */
  growth_percentage: number | null
}

export type SpacesOfType = { type: string; label: string; spaces: number }

export type PlatformStatistics = {
  counts: PlatformCounts
  /** The currency of most bookings first. */
  revenue: PlatformRevenue[]
  types: SpacesOfType[]
}

/** Figures of the whole platform, for admins; throws for anybody else. */
export async function platformStatistics(client: Client): Promise<PlatformStatistics> {
  const [counts, revenue, types] = await Promise.all([
    client.from('platform_statistics').select().single().throwOnError(),
    client
      .from('platform_revenue')
      .select()
      .order('total_bookings', { ascending: false })
      .order('currency')
      .throwOnError(),
    client
      .from('platform_spaces_by_type')
      .select()
      .order('spaces', { ascending: false })
      .order('label')
      .throwOnError(),
  ])
  return {
    counts: counts.data as PlatformCounts,
    revenue: revenue.data as PlatformRevenue[],
    types: types.data as SpacesOfType[],
  }
}

/** One month of one currency, decimal amounts. */
export type MonthlyFees = {
  /** First day of the month (UTC), YYYY-MM-DD. */
  month: string
  currency: Currency
  total_fees: number
  total_host_commission: number
  total_bookings: number
  total_revenue: number
}

/** Months in the table of fees (spec, section 9). */
const shownMonths = 12

/** The last twelve months in a currency, the newest first. */
export async function monthlyFees(client: Client, currency: Currency): Promise<MonthlyFees[]> {
  const { data } = await client
    .from('total_platform_fees')
    .select('month, currency, total_fees, total_host_commission, total_bookings, total_revenue')
    .eq('currency', currency)
    .order('month', { ascending: false })
    .limit(shownMonths)
    .throwOnError()
  return data as MonthlyFees[]
}
