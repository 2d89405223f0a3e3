import { ApiError } from '../respond/errors.ts'

const known = {
  return: ['minimal', 'representation', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
} as const

type Known = typeof known

export type Preferences = {
  [Name in keyof Known]: Known[Name][number] | null
} & { maxAffected: number | null }

/** Parses `Prefer`. Under `handling=strict` an unknown preference is ApiError PGRST122. */
export function parsePrefer(header: string | null): Preferences {
  const found: Record<string, string> = {}
  const unknown: string[] = []
  for (const preference of (header ?? '').split(',').map((part) => part.trim())) {
    if (preference === '') continue
    const [name = '', value = ''] = preference.split('=').map((part) => part.trim())
    const isKnown =
      name === 'max-affected'
        ? /^\d{1,9}$/.test(value)
        : Object.hasOwn(known, name) &&
          (known[name as keyof Known] as readonly string[]).includes(value)
    if (isKnown) found[name] ??= value
    else if (name !== 'timezone') unknown.push(preference)
  }
  if (found['handling'] === 'strict' && unknown.length > 0) {
    throw new ApiError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ')}`,
    })
  }
  const names = Object.keys(known) as (keyof Known)[]
  return {
    ...Object.fromEntries(names.map((name) => [name, found[name] ?? null])),
    maxAffected: found['max-affected'] === undefined ? null : Number(found['max-affected']),
  } as Preferences
}

/** The preferences that were honoured, for `Preference-Applied`. */
export function appliedPreferences(
  preferences: Preferences,
  honoured: readonly (keyof Known)[],
): string {
  return honoured
    .filter((name) => preferences[name] !== null)
    .map((name) => `${name}=${preferences[name]}`)
    .join(', ')
}
