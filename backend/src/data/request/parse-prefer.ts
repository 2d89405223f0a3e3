import { ApiError } from '../respond/errors.ts'

const known = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['minimal', 'representation', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const

type Known = typeof known

export type Preferences = {
  [Name in keyof Known]: Known[Name][number] | null
} & {
  /** Time zone name, which has not yet been checked against PostgreSQL's list. */
  timezone: string | null
  maxAffected: number | null
}

export type PreferenceName = keyof Preferences

/** Parses `Prefer`. With handling=strict, throws ApiError PGRST122 for an unknown preference. */
export function parsePrefer(header: string | null): Preferences {
  const found: Record<string, string> = {}
  const unknown: string[] = []
  for (const preference of (header ?? '').split(',').map((part) => part.trim())) {
    if (preference === '') continue
    const [name = '', value = ''] = preference.split('=').map((part) => part.trim())
    // PostgREST ignores a max-affected that is not a number, even with handling=strict.
    if (name === 'max-affected' && !/^-?\d{1,15}$/.test(value)) continue
    if (isKnown(name, value)) found[name] ??= value
    else unknown.push(preference)
  }
  if (found['handling'] === 'strict' && unknown.length > 0) throw invalidPreferences(unknown)
  const names = Object.keys(known) as (keyof Known)[]
  return {
    ...Object.fromEntries(names.map((name) => [name, found[name] ?? null])),
    timezone: found['timezone'] ?? null,
    maxAffected: found['max-affected'] === undefined ? null : Number(found['max-affected']),
  } as Preferences
}

export function invalidPreferences(preferences: readonly string[]): ApiError {
  return new ApiError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${preferences.join(', ')}`,
  })
}

/** Formats the header `Preference-Applied`, with the preferences in PostgREST's order. */
export function appliedPreferences(
  preferences: Preferences,
  supported: readonly PreferenceName[],
): string {
  return order
    .filter((name) => supported.includes(name) && preferences[name] !== null)
    .filter((name) => name !== 'maxAffected' || preferences.handling === 'strict')
    .map((name) => `${name === 'maxAffected' ? 'max-affected' : name}=${preferences[name]}`)
    .join(', ')
}

const order: readonly PreferenceName[] = [
  ...(Object.keys(known) as (keyof Known)[]),
  'timezone',
  'maxAffected',
]

function isKnown(name: string, value: string): boolean {
  if (name === 'max-affected') return true
  if (name === 'timezone') return value !== ''
  if (!Object.hasOwn(known, name)) return false
  return (known[name as keyof Known] as readonly string[]).includes(value)
}
