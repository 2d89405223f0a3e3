import type { HostName } from '../people.ts'
import type { CityName } from './cities.ts'

/** A demo space. Its city in `cities.ts` determines country, currency and time zone. */
export type DemoSpace = {
  slug: string
  title: string
  description: string
  type: string
  city: CityName
  price: number
  capacity: number
  amenities: string[]
  policy: 'flexible' | 'moderate' | 'strict'
  host: HostName
  mark?: 'featured' | 'popular' | 'greatValue'
  /** Reason why the space cannot be booked. Absent if it can be booked. */
  state?: 'unavailable' | 'rented' | 'maintenance'
  /** Number of images, which `demo-pictures` renders. */
  pictures: number
}
