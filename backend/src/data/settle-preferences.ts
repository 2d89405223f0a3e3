import { invalidPreferences, type Preferences } from './request/parse-prefer.ts'
import type { RestSettings } from './rest-settings.ts'
import { allowsOverride } from './surroundings.ts'

/**
 * The preferences as far as they can be honoured here: a time zone that PostgreSQL does not know
 * and an end of the transaction that is not for requests to choose are left out. Throws ApiError
 * PGRST122 for such a time zone in a strict request.
 */
export async function settlePreferences(
  prefer: Preferences,
  { txEnd }: Pick<RestSettings, 'txEnd'>,
  timezones: () => Promise<ReadonlySet<string>>,
): Promise<Preferences> {
  const tx = allowsOverride(txEnd) ? prefer.tx : null
  const { timezone } = prefer
  if (timezone === null || (await timezones()).has(timezone)) return { ...prefer, tx }
  if (prefer.handling === 'strict') throw invalidPreferences([`timezone=${timezone}`])
  return { ...prefer, tx, timezone: null }
}
