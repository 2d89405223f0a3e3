import type { CityName } from './cities.ts'

type HostName = 'maya' | 'kenji' | 'sofia'

/** A demo listing. `cities.ts` has country, currency and time zone of its city. */
export type DemoSpace = {
  slug: string
  title: string
  description: string
  type: string
  city: CityName
  /** Per hour, in the city's currency. */
  price: number
  capacity: number
  amenities: string[]
  policy: 'flexible' | 'moderate' | 'strict'
  host: HostName
  mark?: 'featured' | 'popular' | 'greatValue'
  /** A status other than available. */
  state?: 'unavailable' | 'rented' | 'maintenance'
  /** Number of pictures; `demo-pictures` renders them. */
  pictures: number
}
