import type { Hono } from 'hono'
import { readBody } from '#backend/auth/body.ts'
import { AuthError, invalid } from '#backend/auth/errors.ts'
import { findSsoProvider } from '#backend/auth/sso/sso-providers.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { presentProvider } from './present-provider.ts'
import { checkBody, providerBody } from './provider-body.ts'
import { clashOr, metadataOf, saveDomains, saveOidc, saveSaml } from './save-provider.ts'

/**
 * POST /admin/sso/providers: a company's provider, `type` saml by its metadata or oidc by its issuer
 * and what it knows us by. The latter is an extension of ours.
 */
export function registerCreateSsoProvider(app: Hono, world: AuthWorld): void {
  app.post('/admin/sso/providers', async (c) => {
    const body = await readBody(c.req.raw, providerBody)
    if (body.type !== 'saml' && body.type !== 'oidc') {
      throw invalid("Only 'saml' and 'oidc' supported for SSO provider type")
    }
    checkBody(body)
    const metadata = body.type === 'saml' ? await metadataOf(world, body) : null
    if (body.type === 'saml') {
      if (!metadata) throw invalid('Either metadata_xml or metadata_url must be set')
      await refuseKnown(world, metadata.entityId)
    } else if (!body.issuer || !body.client_id) {
      throw invalid('issuer and client_id have to be set')
    }
    const provider = await world.sql
      .begin(async (tx) => {
        const [row] = await tx<{ id: string }[]>`
          insert into auth.sso_providers (resource_id, disabled)
          values (${body.resource_id ?? null}, ${body.disabled ?? false}) returning id`
        const { id } = row!
        if (metadata) await saveSaml(tx, id, body, metadata)
        else await saveOidc(tx, world, id, body)
        await saveDomains(tx, id, body.domains ?? [])
        return findSsoProvider(tx, id)
      })
      .catch((cause: unknown) => {
        throw clashOr(cause)
      })
    return json(presentProvider(provider!), 201)
  })
}

async function refuseKnown(world: AuthWorld, entityId: string): Promise<void> {
  const known = await world.sql`
    select from auth.saml_providers where entity_id = ${entityId}`
  if (known.length === 0) return
  throw new AuthError(
    422,
    'saml_idp_already_exists',
    `SAML Identity Provider with this EntityID (${entityId}) already exists`,
  )
}
