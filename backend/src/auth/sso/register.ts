import type { Hono } from 'hono'
import { registerSamlAcs } from '#backend/auth/saml/acs.ts'
import { registerSamlMetadata } from '#backend/auth/saml/own-metadata.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { registerCreateSsoProvider } from './admin/create-provider.ts'
import { registerDeleteSsoProvider } from './admin/delete-provider.ts'
import { registerGetSsoProvider, registerListSsoProviders } from './admin/read-providers.ts'
import { registerUpdateSsoProvider } from './admin/update-provider.ts'
import { registerSso } from './sso.ts'

/** Sign-in through somebody's company. */
export function registerCompanySignIn(app: Hono, world: AuthWorld): void {
  registerSso(app, world)
  registerSamlMetadata(app, world)
  registerSamlAcs(app, world)
}

/** Companies' providers, for the project's own servers. */
export function registerSsoAdmin(app: Hono, world: AuthWorld): void {
  registerListSsoProviders(app, world)
  registerCreateSsoProvider(app, world)
  registerGetSsoProvider(app, world)
  registerUpdateSsoProvider(app, world)
  registerDeleteSsoProvider(app, world)
}
