import { StartupError } from '../startup-error.ts'
import type { Environment } from './environment.ts'
import { isLoopback } from './values.ts'

/** Throws StartupError if a server without fakes has an unencrypted public URL or demo data. */
export function requireSafeSettings(
  environment: Pick<Environment, 'allowFakes' | 'SITE_URL' | 'SEED'>,
): void {
  const { allowFakes, SITE_URL, SEED } = environment
  if (allowFakes) return
  if (SITE_URL.startsWith('http:') && !isLoopback(SITE_URL))
    throw new StartupError(
      `SITE_URL must begin with https:// (it is "${SITE_URL}"), because passwords and tokens would cross the network unencrypted. For a public demo, set SANDBOX=1.`,
    )
  if (SEED === 'demo')
    throw new StartupError(
      'SEED=demo is refused, because the password of the demo accounts is public: remove SEED, or set SANDBOX=1 for a public demo.',
    )
}
