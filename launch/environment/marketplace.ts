import { z } from 'zod'
import { count } from './values.ts'

/** Daily limits per account, which `supabase/schemas/quotas.sql` enforces. */
export const marketplaceSection = z.object({
  LISTINGS_PER_DAY: count
    .default(20)
    .describe('Maximum number of spaces that one account lists in a day (UTC)'),
  REPORTS_PER_DAY: count
    .default(10)
    .describe('Maximum number of spaces that one account reports in a day (UTC)'),
  SPACE_TYPES_PER_DAY: count
    .default(3)
    .describe('Maximum number of space types that one account adds in a day (UTC)'),
})

export type MarketplaceSettings = z.output<typeof marketplaceSection>
