import type { Screen } from './screen.ts'
import { accountScreens } from './screens-account.ts'
import { ownScreens } from './screens-own.ts'
import { publicScreens } from './screens-public.ts'
import type { Persona } from './sessions.ts'

/** Every screen of `web/app/routes.ts`, in each state that looks different. */
export const screens: readonly Screen[] = [...publicScreens, ...accountScreens, ...ownScreens]

/** True when a person may look at the screen; others are sent to where its `refusal` says. */
export function isFor({ refusal, who }: Screen, persona: Persona): boolean {
  if (!refusal) return true
  return who === 'admin' ? persona === 'admin' : persona !== 'visitor'
}
