import type { Random } from '@hourspace/supabase/seed/random.ts'
import type { Stage } from './stage.ts'

/** Where the outside is drawn: pixels, with the horizon and the unit of size. */
export type Canvas = {
  width: number
  height: number
  horizon: number
  unit: number
  stage: Stage
  random: Random
}
