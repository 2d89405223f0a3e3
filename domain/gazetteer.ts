import data from './cities.json' with { type: 'json' }
import { folded } from './folding.ts'

export type City = {
  name: string
  countryCode: string
  /** State or province of the city. Empty if it is unknown or has the same name as the city. */
  province: string
  latitude: number
  longitude: number
  timeZone: string
  population: number
}

type CityRow = [string, string, string, number, number, number, number]

export const cities: readonly City[] = (data.cities as CityRow[]).map(
  ([name, countryCode, province, latitude, longitude, zone, thousands]) => ({
    name,
    countryCode,
    province,
    latitude,
    longitude,
    timeZone: data.zones[zone] ?? 'UTC',
    population: thousands * 1000,
  }),
)

const foldedNames = cities.map(({ name }) => folded(name))

/**
 * Returns up to `limit` cities whose name has a word that starts with `text`. Text after a comma
 * must occur in the name of the state or country. Returns no cities for fewer than two letters.
 */
export function suggestCities(text: string, limit = 6): City[] {
  const [name = '', ...rest] = folded(text).split(',')
  const start = name.trim()
  if (start.length < 2) return []
  const region = rest.join(' ').trim()
  const found = (matches: (name: string) => boolean) =>
    cities.filter(
      (city, index) =>
        matches(foldedNames[index] ?? '') &&
        folded(`${city.province} ${countryName(city.countryCode)}`).includes(region),
    )
  const first = found((name) => name.startsWith(start))
  const later = found((name) => name.includes(` ${start}`))
  return [...new Set([...first, ...later])].slice(0, limit)
}

const aliases: Record<string, string> = {
  us: 'united states',
  usa: 'united states',
  uk: 'united kingdom',
  uae: 'united arab emirates',
}

const foldedCountry = (country: string) => {
  const name = folded(country).trim()
  return aliases[name] ?? name
}

/**
 * Returns the cities with this name, optionally only those of one country. Ignores case and
 * accents.
 */
export function citiesNamed(name: string, country = ''): City[] {
  const [wanted, land] = [folded(name).trim(), foldedCountry(country)]
  return cities.filter(
    ({ countryCode }, index) =>
      foldedNames[index] === wanted && (!land || folded(countryName(countryCode)) === land),
  )
}

/**
 * Returns the city that a name most likely means. Returns null if no city has this name, or if the
 * second largest city of this name has at least a fifth of the population of the largest.
 */
export function likelyCity(name: string, country = ''): City | null {
  const [first, second] = citiesNamed(name, country)
  if (!first || (second && first.population <= 5 * second.population)) return null
  return first
}

/**
 * Returns the time zone of a city; null if it is unclear. If the name is ambiguous, all cities of
 * this name must share a time zone. If the name is unknown, the country must have only one time
 * zone.
 */
export function timeZoneOf(location: string, country = ''): string | null {
  if (!location.trim()) return null
  const city = likelyCity(location, country)
  if (city) return city.timeZone
  const named = citiesNamed(location, country)
  const land = foldedCountry(country)
  const possible =
    named.length > 0
      ? named
      : cities.filter(({ countryCode }) => folded(countryName(countryCode)) === land)
  const [zone, ...others] = new Set(possible.map(({ timeZone }) => timeZone))
  return zone !== undefined && others.length === 0 ? zone : null
}

export function nearestCity(point: Point, kilometers: number): City | undefined {
  let nearest: City | undefined
  let distance = kilometers * 1000
  for (const city of cities) {
    if (Math.abs(city.latitude - point.latitude) > 1) continue
    const meters = metersBetween(point, city)
    if (meters < distance) [nearest, distance] = [city, meters]
  }
  return nearest
}

/** Coordinates in degrees (WGS 84). */
export type Point = { latitude: number; longitude: number }

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Returns the distance between two points in meters (haversine formula). */
export function metersBetween(one: Point, other: Point): number {
  const north = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2
  const east = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2
  const cosines = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude))
  return 2 * 6_371_000 * Math.asin(Math.sqrt(north + cosines * east))
}

const displayNames = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' })

/** Names for countries that Intl.DisplayNames calls 'Hong Kong SAR China' and 'Macao SAR China'. */
const ownNames: Record<string, string> = { HK: 'Hong Kong', MO: 'Macao' }

const names = new Map<string, string>()

export function countryName(code: string): string {
  let name = names.get(code)
  if (name === undefined) names.set(code, (name = ownNames[code] ?? displayNames.of(code) ?? code))
  return name
}
