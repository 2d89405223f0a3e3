import { z } from 'zod'
import { count, flag, list, webUrl } from './values.ts'

/**
 * Settings of the marketplace. `supabase/schemas/quotas.sql` enforces the daily limits per account.
 */
export const marketplaceSection = z.object({
  EXCHANGE_RATES_URL: webUrl
    .optional()
    .describe(
      'Source of approximate exchange rates in the format of frankfurter.dev with the base USD, such as `https://api.frankfurter.dev/v1/latest?base=USD`, read once a day; without it, the rates of the schema stay and nothing is requested',
    ),
  LISTINGS_PER_DAY: count
    .default(20)
    .describe('Maximum number of spaces that one account lists in a day (UTC)'),
  REPORTS_PER_DAY: count
    .default(10)
    .describe('Maximum number of spaces that one account reports in a day (UTC)'),
  SPACE_TYPES_PER_DAY: count
    .default(3)
    .describe('Maximum number of space types that one account adds in a day (UTC)'),
  CONVERSATIONS_PER_DAY: count
    .default(20)
    .describe('Maximum number of conversations that one account starts in a day (UTC)'),
  MESSAGES_PER_DAY: count
    .default(300)
    .describe('Maximum number of messages that one account sends in a day (UTC)'),
  FREE_BOOKINGS_PER_DAY: count
    .default(10)
    .describe('Maximum number of free bookings that one account makes in a day (UTC)'),
  SECOND_FACTOR_REQUIRED: flag
    .optional()
    .describe(
      'Requires a second factor of admins, and of hosts who change their payout account; booking never requires one',
    ),
  CALENDAR_FEEDS_ALLOW_LOOPBACK: flag
    .default(false)
    .describe(
      'Lets hosts import calendars from this machine, for tests; works only where fake services may run',
    ),
  MAP_STYLE_URL: webUrl
    .optional()
    .describe('URL of a MapLibre style with map tiles; without it, maps show shipped outlines'),
  MAP_HOSTS: list
    .optional()
    .describe(
      'Further origins that the style loads from, such as `https://tiles.example.com`, separated by commas',
    ),
})

export type MarketplaceSettings = Omit<
  z.output<typeof marketplaceSection>,
  'SECOND_FACTOR_REQUIRED'
>
