import { createVault } from '#backend/platform/vault.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import type { Queryable } from '#backend/platform/database.ts'
import type { AttributeMapping } from '#backend/auth/saml/attributes.ts'

export type SsoProvider = {
  id: string
  resource_id: string | null
  disabled: boolean
  created_at: Date
  updated_at: Date
  domains: { domain: string; created_at: string; updated_at: string }[]
  saml: {
    entity_id: string
    metadata_xml: string
    metadata_url: string | null
    attribute_mapping: AttributeMapping | null
    name_id_format: string | null
  } | null
  oidc: { issuer: string; client_id: string; scopes: string } | null
}

const columns = (sql: Queryable) => sql`
  p.id, p.resource_id, coalesce(p.disabled, false) as disabled, p.created_at, p.updated_at,
  (select coalesce(json_agg(json_build_object('domain', d.domain, 'created_at', d.created_at,
      'updated_at', d.updated_at) order by d.domain), '[]')
    from auth.sso_domains d where d.sso_provider_id = p.id) as domains,
  (select json_build_object('entity_id', s.entity_id, 'metadata_xml', s.metadata_xml,
      'metadata_url', s.metadata_url, 'attribute_mapping', s.attribute_mapping,
      'name_id_format', s.name_id_format)
    from auth.saml_providers s where s.sso_provider_id = p.id) as saml,
  (select json_build_object('issuer', o.issuer, 'client_id', o.client_id, 'scopes', o.scopes)
    from auth_internal.sso_oidc_providers o where o.sso_provider_id = p.id) as oidc`

export function listSsoProviders(sql: Queryable): Promise<SsoProvider[]> {
  return sql<SsoProvider[]>`
    select ${columns(sql)} from auth.sso_providers p order by p.created_at, p.id`
}

export async function findSsoProvider(sql: Queryable, id: string) {
  const [provider] = await sql<SsoProvider[]>`
    select ${columns(sql)} from auth.sso_providers p where p.id = ${id}`
  return provider
}

export async function findSsoProviderByDomain(sql: Queryable, domain: string) {
  const [provider] = await sql<SsoProvider[]>`
    select ${columns(sql)} from auth.sso_providers p
    join auth.sso_domains d on d.sso_provider_id = p.id
    where lower(d.domain) = ${domain.toLowerCase()}`
  return provider
}

/** Whether an enabled SSO provider can be found by the domain of a user's email. */
export async function hasSsoProviders(sql: Queryable, isSamlOn: boolean): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (
      select from auth.sso_providers p
      join auth.sso_domains d on d.sso_provider_id = p.id
      where not coalesce(p.disabled, false) and (
        exists (select from auth_internal.sso_oidc_providers o where o.sso_provider_id = p.id)
        or ${isSamlOn} and exists (select from auth.saml_providers s where s.sso_provider_id = p.id)
      )
    ) as found`
  return row?.found ?? false
}

export async function hasOidcProviders(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from auth_internal.sso_oidc_providers) as found`
  return row?.found ?? false
}

export const ssoPrefix = 'sso:'

export function ssoSecrets(context: AuthContext) {
  return createVault(context.secrets, 'sso client secrets')
}
