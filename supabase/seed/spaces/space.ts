import type { CityName } from './cities.ts'

type HostName = 'maya' | 'kenji' | 'sofia'

/** A demo space. `cities.ts` defines the country, currency and time zone of its city. */
export type DemoSpace = {
  slug: string
  title: string
  description: string
  type: string
  city: CityName
  /** Price per hour, in the city's currency. */
  price: number
  capacity: number
  amenities: string[]
  policy: 'flexible' | 'moderate' | 'strict'
  host: HostName
  mark?: 'featured' | 'popular' | 'greatValue'
  /** Status of a space that is not available. */
  state?: 'unavailable' | 'rented' | 'maintenance'
  /** Number of images; `demo-pictures` renders them. */
  pictures: number
}
