import type { HostName } from '../people.ts'
import type { CityName } from './cities.ts'

/** A demo space. Its country, currency and time zone are those of its city in `cities.ts`. */
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
  /** Why the space cannot be booked. Absent if it can be booked. */
  state?: 'unavailable' | 'rented' | 'maintenance'
  /** Number of images, which `demo-pictures` renders. */
  pictures: number
}
