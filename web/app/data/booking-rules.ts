import { queryOptions } from '@tanstack/react-query'
import { type BookingRules, groupPriceRows, priceRows } from '@hourspace/domain/booking-rules.ts'
import type { Currency } from '@hourspace/domain/money.ts'
import { browserClient } from './browser-client.ts'
import type { Client } from './client.ts'
import { listingKeys } from './listings.ts'
import { ruleColumns } from './space-details.ts'

export type HostRules = {
  space: {
    id: string
    slug: string | null
    title: string
    /** `price` is the space's decimal price per hour for all hours without a price rule. */
    price: number
    currency: Currency
    time_zone: string
  }
  rules: BookingRules
}

/** Query options of a space's booking rules; null data if the caller does not host the space. */
export const hostRules = (hostId: string | undefined, spaceId: string) =>
  queryOptions({
    queryKey: [...listingKeys.ofUser(hostId), 'rules', spaceId],
    queryFn: async (): Promise<HostRules | null> => {
      const client = await browserClient()
      const { data } = await client
        .from('spaces')
        .select(
          `id, slug, title, price, currency, time_zone, booking_mode, instant_needs_verified, ${ruleColumns}` as const,
        )
        .eq('id', spaceId)
        .eq('user_id', hostId ?? '')
        .is('withdrawn_at', null)
        .maybeSingle()
        .throwOnError()
      if (!data) return null
      const { id, slug, title, price, currency, time_zone, price_rules, ...rules } = data
      const date_exceptions = rules.date_exceptions.toSorted((one, other) =>
        one.date.localeCompare(other.date),
      )
      return {
        space: { id, slug, title, price: Number(price), currency: currency as Currency, time_zone },
        rules: {
          ...rules,
          booking_mode: rules.booking_mode === 'request' ? 'request' : 'instant',
          date_exceptions,
          price_rules: groupPriceRows(price_rules),
        },
      }
    },
    enabled: hostId !== undefined,
    // Never starts from cached rules, because the form saves all fields and could undo other changes.
    gcTime: 0,
    staleTime: 0,
  })

/** Replaces all booking rules of a space in one transaction. */
export async function saveRules(
  client: Client,
  spaceId: string,
  { price_rules, ...rules }: BookingRules,
): Promise<void> {
  await client
    .rpc('set_booking_rules', {
      p_space_id: spaceId,
      p_rules: { ...rules, price_rules: priceRows(price_rules) },
    })
    .throwOnError()
}
