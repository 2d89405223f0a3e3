import type { Hono } from 'hono'
import { readBody } from '#backend/auth/body.ts'
import { invalid } from '#backend/auth/errors.ts'
import { findSsoProvider } from '#backend/auth/sso/sso-providers.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { requireProviderOfPath } from './find-provider.ts'
import { presentProvider } from './present-provider.ts'
import { checkBody, providerBody } from './provider-body.ts'
import { changeSaml, clashOr, metadataOf, saveDomains, saveOidc } from './save-provider.ts'

/** PUT /admin/sso/providers/{id}: changes what the body speaks of; the kind of provider stays. */
export function registerUpdateSsoProvider(app: Hono, world: AuthWorld): void {
  app.put('/admin/sso/providers/:id', async (c) => {
    const { id, saml } = await requireProviderOfPath(world.sql, c.req.param('id'))
    const body = await readBody(c.req.raw, providerBody)
    checkBody(body)
    if (body.type && body.type !== (saml ? 'saml' : 'oidc')) {
      throw invalid('The type of an SSO provider cannot be changed')
    }
    const metadata = saml ? await metadataOf(world, body) : null
    const changed = await world.sql
      .begin(async (tx) => {
        const provider = await requireProviderOfPath(tx, id)
        await tx`
          update auth.sso_providers set updated_at = now(),
            disabled = ${body.disabled ?? provider.disabled},
            resource_id = ${body.resource_id ?? provider.resource_id}
          where id = ${id}`
        if (provider.saml) await changeSaml(tx, provider, body, metadata)
        else await saveOidc(tx, world, id, body)
        if (body.domains) await saveDomains(tx, id, body.domains)
        return findSsoProvider(tx, id)
      })
      .catch((cause: unknown) => {
        throw clashOr(cause)
      })
    return json(presentProvider(changed!))
  })
}
