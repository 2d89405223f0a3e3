import type { Random } from '@hourspace/supabase/seed/random.ts'
import type { Stage } from './stage.ts'

/** Size, horizon and scale in pixels of the view through the windows. */
export type Canvas = {
  width: number
  height: number
  horizon: number
  unit: number
  stage: Stage
  random: Random
}
