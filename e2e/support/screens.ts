import type { Screen } from './screen.ts'
import { accountScreens } from './screens-account.ts'
import { ownScreens } from './screens-own.ts'
import { publicScreens } from './screens-public.ts'
import type { Persona } from './sessions.ts'

/** Every screen of `web/app/routes.ts`, in each of its distinct states. */
export const screens: readonly Screen[] = [...publicScreens, ...accountScreens, ...ownScreens]

/**
 * Returns whether a persona may open the screen; other personas are redirected as `refusal` says.
 */
export function isFor({ refusal, who }: Screen, persona: Persona): boolean {
  if (!refusal) return true
  return who === 'admin' ? persona === 'admin' : persona !== 'visitor'
}
