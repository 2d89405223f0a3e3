import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
import { isUuid } from '#backend/platform/is-uuid.ts'
import { checkBody, presentInList, presentProvider, providerBody } from './provider-body.ts'
import { type SsoProvider, findSsoProvider, listSsoProviders } from './providers.ts'
import type { Queryable } from '#backend/platform/database.ts'
import {
  metadataOf,
  saveDomains,
  saveOidc,
  saveSaml,
  throwConflict,
  updateSaml,
} from './save-provider.ts'

export function registerSsoProviderAdmin(app: Hono, context: AuthContext): void {
  app.get('/admin/sso/providers', async () => {
    const providers = await listSsoProviders(context.sql)
    return json({ items: providers.map(presentInList) })
  })
  app.get('/admin/sso/providers/:id', async (c) =>
    json(presentProvider(await requireProviderById(context.sql, c.req.param('id')))),
  )
  registerCreateSsoProvider(app, context)
  registerUpdateSsoProvider(app, context)
  registerDeleteSsoProvider(app, context)
}

/** POST /admin/sso/providers: creates a SAML or (unlike GoTrue) OpenID Connect provider. */
function registerCreateSsoProvider(app: Hono, context: AuthContext): void {
  app.post('/admin/sso/providers', async (c) => {
    const body = await readBody(c.req.raw, providerBody)
    if (body.type !== 'saml' && body.type !== 'oidc') {
      throw invalid("Only 'saml' and 'oidc' supported for SSO provider type")
    }
    checkBody(body)
    const metadata = body.type === 'saml' ? await metadataOf(context, body) : null
    if (body.type === 'saml') {
      if (!metadata) throw invalid('Either metadata_xml or metadata_url must be set')
      await requireNewEntityId(context, metadata.entityId)
    } else if (!body.issuer || !body.client_id) {
      throw invalid('issuer and client_id have to be set')
    }
    const provider = await context.sql
      .begin(async (tx) => {
        const [row] = await tx<{ id: string }[]>`
          insert into auth.sso_providers (resource_id, disabled)
          values (${body.resource_id ?? null}, ${body.disabled ?? false}) returning id`
        const { id } = row!
        if (metadata) await saveSaml(tx, id, body, metadata)
        else await saveOidc(tx, context, id, body)
        await saveDomains(tx, id, body.domains ?? [])
        return findSsoProvider(tx, id)
      })
      .catch(throwConflict)
    return json(presentProvider(provider!), 201)
  })
}

async function requireNewEntityId(context: AuthContext, entityId: string): Promise<void> {
  const known = await context.sql`
    select from auth.saml_providers where entity_id = ${entityId}`
  if (known.length === 0) return
  throw new AuthError(
    422,
    'saml_idp_already_exists',
    `SAML Identity Provider with this EntityID (${entityId}) already exists`,
  )
}

/** PUT /admin/sso/providers/{id}: changes the given fields. The provider's type cannot change. */
function registerUpdateSsoProvider(app: Hono, context: AuthContext): void {
  app.put('/admin/sso/providers/:id', async (c) => {
    const { id, saml } = await requireProviderById(context.sql, c.req.param('id'))
    const body = await readBody(c.req.raw, providerBody)
    checkBody(body)
    if (body.type && body.type !== (saml ? 'saml' : 'oidc')) {
      throw invalid('The type of an SSO provider cannot be changed')
    }
    const metadata = saml ? await metadataOf(context, body) : null
    const changed = await context.sql
      .begin(async (tx) => {
        const provider = await requireProviderById(tx, id)
        await tx`
          update auth.sso_providers set updated_at = now(),
            disabled = ${body.disabled ?? provider.disabled},
            resource_id = ${body.resource_id ?? provider.resource_id}
          where id = ${id}`
        if (provider.saml) await updateSaml(tx, provider, body, metadata)
        else await saveOidc(tx, context, id, body)
        if (body.domains) await saveDomains(tx, id, body.domains)
        return findSsoProvider(tx, id)
      })
      .catch(throwConflict)
    return json(presentProvider(changed!))
  })
}

/**
 * DELETE /admin/sso/providers/{id}: deletes a provider, its sign-in flows and its sessions. Keeps
 * the users' accounts.
 */
function registerDeleteSsoProvider(app: Hono, context: AuthContext): void {
  app.delete('/admin/sso/providers/:id', async (c) => {
    const provider = await context.sql.begin(async (tx) => {
      const found = await requireProviderById(tx, c.req.param('id'))
      await tx`delete from auth.sso_providers where id = ${found.id}`
      // Locks the accounts before their sessions, as all code paths do, to prevent deadlocks.
      await tx`
        select from auth.users u where exists (
          select from auth.identities i
          where i.user_id = u.id and i.provider = ${`sso:${found.id}`})
        order by u.id for no key update`
      await tx`
        delete from auth.sessions s using auth.identities i
        where i.user_id = s.user_id and i.provider = ${`sso:${found.id}`}`
      await tx`delete from auth.flow_state where provider_type = ${`sso:${found.id}`}`
      return found
    })
    return json(presentProvider(provider))
  })
}

async function requireProviderById(sql: Queryable, id: string): Promise<SsoProvider> {
  const provider = isUuid(id) ? await findSsoProvider(sql, id) : undefined
  if (provider) return provider
  throw new AuthError(404, 'sso_provider_not_found', 'SSO Identity Provider not found')
}
