import type { Currency } from '@hourspace/domain/money.ts'
import type { Client } from '#web/data/client.ts'
import { anyPattern, containing, type SpaceFilter } from '#web/data/spaces-filter.ts'

export type LocationRate = {
  currency: Currency
  spaces: number
  /** Mean hourly price as a decimal amount with at most two decimal places. */
  averagePrice: number
}

/** Returns the mean hourly price per currency of the spaces whose location equals `location`. */
export async function locationRates(client: Client, location: string): Promise<LocationRate[]> {
  const { data } = await client
    .from('location_rates')
    .select('currency, spaces, average_price')
    .eq('location', location)
    .throwOnError()
  return data.map((row) => ({
    currency: row.currency as Currency,
    spaces: row.spaces ?? 0,
    averagePrice: Number(row.average_price),
  }))
}

/** Returns the number of spaces of each type in the given location, keyed by type name. */
export async function locationTypes(
  client: Client,
  { location, locationContains }: Pick<SpaceFilter, 'location' | 'locationContains'>,
): Promise<Map<string, number>> {
  let query = client.from('location_types').select('type, spaces')
  if (location) query = query.eq('location', location)
  if (locationContains) {
    const patterns = locationContains.map(containing)
    query = query.or(anyPattern('location_text', patterns))
  }
  const { data } = await query.throwOnError()

  // Uses a Map, because a space type may be named 'constructor', a property that plain objects
  // inherit.
  const counts = new Map<string, number>()
  for (const { type, spaces } of data)
    if (type) counts.set(type, (counts.get(type) ?? 0) + (spaces ?? 0))
  return counts
}
