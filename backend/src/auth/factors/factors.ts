import type { Hono } from 'hono'
import type { AuthWorld } from '#backend/auth/world.ts'
import { registerChallengeFactor } from './challenge.ts'
import { registerEnrollFactor } from './enroll.ts'
import { registerRecoverFactors } from './recover.ts'
import { registerRecoveryCodes } from './recovery-codes.ts'
import { registerUnenrollFactor } from './unenroll.ts'
import { registerVerifyFactor } from './verify.ts'

/** Second factors: setting them up, proving them, giving them up, and the way back without them. */
export function registerFactors(app: Hono, world: AuthWorld): void {
  registerRecoveryCodes(app, world)
  registerRecoverFactors(app, world)
  registerEnrollFactor(app, world)
  registerChallengeFactor(app, world)
  registerVerifyFactor(app, world)
  registerUnenrollFactor(app, world)
}
