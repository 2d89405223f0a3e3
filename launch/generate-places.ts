import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isTimeZone } from '@hourspace/domain/slots.ts'

const require = createRequire(import.meta.url)

type SourceCity = {
  city: string
  iso2: string
  province: string | null
  lat: number
  lng: number
  timezone: string | null
  pop: number
}

/** Places that the package city-timezones lacks. */
const additions: SourceCity[] = [
  place('Bali', 'ID', 'Bali', -8.65, 115.2, 'Asia/Makassar', 4_300_000),
  place('Ubud', 'ID', 'Bali', -8.51, 115.26, 'Asia/Makassar', 74_000),
  place('Santorini', 'GR', 'South Aegean', 36.42, 25.43, 'Europe/Athens', 15_000),
  place('Mykonos', 'GR', 'South Aegean', 37.45, 25.33, 'Europe/Athens', 10_000),
  place('Brooklyn', 'US', 'New York', 40.65, -73.95, 'America/New_York', 90_000),
  place('Queens', 'US', 'New York', 40.73, -73.79, 'America/New_York', 80_000),
  place('Santa Monica', 'US', 'California', 34.02, -118.49, 'America/Los_Angeles', 93_000),
  place('Palo Alto', 'US', 'California', 37.44, -122.14, 'America/Los_Angeles', 68_000),
]

function place(
  city: string,
  iso2: string,
  province: string,
  lat: number,
  lng: number,
  timezone: string,
  pop: number,
): SourceCity {
  return { city, iso2, province, lat, lng, timezone, pop }
}

const rounded = (degrees: number) => Math.round(degrees * 1000) / 1000

/** Writes cities by descending population, each as an array to keep the file small. */
async function writeCities(): Promise<void> {
  const source = require('city-timezones/data/cityMap.json') as SourceCity[]
  const all = [...source, ...additions].filter(
    ({ city, iso2, timezone }) =>
      city && /^[A-Z]{2}$/.test(iso2) && iso2 !== 'AQ' && timezone && isTimeZone(timezone),
  )
  const zones = [...new Set(all.map(({ timezone }) => timezone))].sort()
  const lines = all
    .sort((a, b) => b.pop - a.pop || a.city.localeCompare(b.city, 'en'))
    .map(({ city, iso2, province, lat, lng, timezone, pop }) => [
      city,
      iso2,
      // Omits a province that has the same name as the city.
      province === city ? '' : (province ?? ''),
      rounded(lat),
      rounded(lng),
      zones.indexOf(timezone),
      Math.round(pop / 1000),
    ])
    .map((row) => JSON.stringify(row))
  await write(
    '../domain/cities.json',
    `{"zones":${JSON.stringify(zones)},\n"cities":[\n${lines.join(',\n')}\n]}\n`,
  )
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(fileURLToPath(new URL(path, import.meta.url)), text)
}

await writeCities()
