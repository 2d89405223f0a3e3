import { folded } from './folding.ts'

/**
 * Countries (ISO 3166) in which hosts can be paid. A Stripe platform in any of these countries can
 * pay hosts in all of them. Iceland is missing, because Stripe offers no accounts there.
 * https://docs.stripe.com/connect/cross-border-payouts#availability https://stripe.com/global
 */
export const payoutCountries: readonly string[] =
  'AT BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK US'.split(
    ' ',
  )

export const isPayoutCountry = (code: string): boolean => payoutCountries.includes(code)

const names = new Intl.DisplayNames('en', { type: 'region' })

export const payoutCountryName = (code: string): string => names.of(code) ?? code

const aliases: Record<string, string> = {
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'czech republic': 'CZ',
  holland: 'NL',
}

const codesByName: Record<string, string> = {
  ...Object.fromEntries(payoutCountries.map((code) => [folded(payoutCountryName(code)), code])),
  ...Object.fromEntries(payoutCountries.map((code) => [code.toLowerCase(), code])),
  ...aliases,
}

/**
 * Returns the code of the most frequent country. Returns null if the list is empty or Stripe cannot
 * pay hosts in this country.
 */
export function suggestPayoutCountry(countries: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const name of countries.map((country) => folded(country).trim()))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return (most && codesByName[most[0]]) ?? null
}
