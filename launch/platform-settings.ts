import postgres from 'postgres'
import type { MarketplaceSettings } from './environment/marketplace.ts'

/**
 * Stores the settings that SQL functions read. Does nothing in a database without the marketplace
 * schema.
 */
export async function storePlatformSettings(
  databaseUrl: string,
  settings: MarketplaceSettings & { SECOND_FACTOR_REQUIRED: boolean },
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 })
  try {
    const [found] = await sql`
      select from pg_class where oid = to_regclass('public.account_limits')`
    if (!found) return
    const limits = {
      listings_per_day: settings.LISTINGS_PER_DAY,
      reports_per_day: settings.REPORTS_PER_DAY,
      space_types_per_day: settings.SPACE_TYPES_PER_DAY,
      conversations_per_day: settings.CONVERSATIONS_PER_DAY,
      messages_per_day: settings.MESSAGES_PER_DAY,
      free_bookings_per_day: settings.FREE_BOOKINGS_PER_DAY,
    }
    await sql`
      update public.account_limits set value = limits.value::integer
      from jsonb_each_text(${sql.json(limits)}) as limits
      where account_limits.name = limits.key and account_limits.value <> limits.value::integer`
    await sql`
      update public.platform_settings set second_factor_required = ${settings.SECOND_FACTOR_REQUIRED}`
  } finally {
    await sql.end()
  }
}
