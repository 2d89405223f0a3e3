import { acoustics } from './acoustics.ts'
import { clock } from './clock.ts'
import { doubleBookings } from './double-bookings.ts'
import { filmCrew } from './film-crew.ts'
import { neighbors } from './neighbors.ts'
import { photographARoom } from './photograph-a-room.ts'
import type { Post } from './post.ts'
import { priceARoom } from './price-a-room.ts'
import { tokyo } from './tokyo.ts'
import { windowLight } from './window-light.ts'

/** All blog posts, newest first. Server only, so that browsers receive only the shown post. */
export const posts: readonly Post[] = [
  neighbors,
  photographARoom,
  acoustics,
  priceARoom,
  tokyo,
  filmCrew,
  windowLight,
  doubleBookings,
  clock,
]
