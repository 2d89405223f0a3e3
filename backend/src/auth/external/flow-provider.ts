import type { AuthWorld } from '#backend/auth/world.ts'
import { findProvider, type ExternalProvider } from './providers.ts'
import { findCompanyProvider, ssoPrefix } from './sso-oidc.ts'

/** The provider that a flow was begun with: one of the configuration, or a company's own. */
export async function findFlowProvider(world: AuthWorld, name: string): Promise<ExternalProvider> {
  return name.startsWith(ssoPrefix)
    ? findCompanyProvider(world, name.slice(ssoPrefix.length))
    : findProvider(world.config.auth, name)
}
