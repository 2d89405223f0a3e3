import { randomBytes } from 'node:crypto'
import type { BackendConfigInput } from '#backend/config/config.ts'
import { createIdentitySandbox } from '#sandbox/identity/server.ts'
import { serve } from './http/server.ts'
import { freePort } from './postgres/port.ts'

type AuthSettings = NonNullable<BackendConfigInput['auth']>

/** Where the stand-in's pages are. */
export const identityPath = '/_sandbox/identity'

/**
 * Starts the stand-in for identity providers. The backend reaches it by a local port of its own, as
 * the site's address may lead elsewhere from here; people's browsers reach it below the site's URL.
 */
export async function openIdentitySandbox({ siteUrl }: { siteUrl: string }) {
  const port = await freePort()
  const apiUrl = `http://127.0.0.1:${port}${identityPath}`
  const client = {
    id: 'sandbox',
    secret: randomBytes(24).toString('base64url'),
    name: new URL(siteUrl).host,
    redirectUris: [`${siteUrl}/auth/v1/`],
  }
  const sandbox = createIdentitySandbox({
    pagesUrl: `${siteUrl}${identityPath}`,
    apiUrl,
    clients: [client],
  })
  const close = await serve({
    port,
    host: '127.0.0.1',
    fetch: sandbox.fetch,
    upgrade: (_request, socket) => socket.destroy(),
  })
  const provider = {
    clientId: client.id,
    clientSecret: client.secret,
    issuer: `${apiUrl}/oidc`,
    label: 'Sandbox ID',
  }
  return { sandbox, provider, close }
}

/** Settings with the stand-in as the one provider where no other is configured. */
export function withIdentitySandbox(
  auth: AuthSettings,
  provider: NonNullable<AuthSettings['external']>[string],
): AuthSettings {
  const isConfigured = Object.keys(auth.external ?? {}).length > 0
  return isConfigured ? auth : { ...auth, external: { sandbox: provider } }
}
