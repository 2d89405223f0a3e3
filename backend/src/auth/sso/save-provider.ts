import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { AuthError, isUniqueViolation } from '#backend/auth/core/errors.ts'
import { fetchMetadata } from '#backend/auth/saml/fetch-metadata.ts'
import { readMetadata } from '#backend/auth/saml/metadata.ts'
import type { ProviderBody } from './provider-body.ts'
import { type SsoProvider, ssoSecrets } from './providers.ts'

/**
 * Returns SAML metadata from the request body or its metadata URL, or null if it has neither.
 * Throws AuthError (400) if the metadata is unavailable or invalid.
 */
export async function metadataOf(
  context: AuthContext,
  body: ProviderBody,
): Promise<{ xml: string; entityId: string } | null> {
  const { metadata_xml: given, metadata_url: url } = body
  const xml = url ? await fetchMetadata(url, context.settings.saml) : given
  return xml ? { xml, entityId: readMetadata(xml).entityId } : null
}

export async function saveSaml(
  tx: Tx,
  id: string,
  body: ProviderBody,
  metadata: { xml: string; entityId: string },
): Promise<void> {
  await tx`
    insert into auth.saml_providers (sso_provider_id, entity_id, metadata_xml, metadata_url,
      attribute_mapping, name_id_format)
    values (${id}, ${metadata.entityId}, ${metadata.xml}, ${body.metadata_url ?? null},
      ${tx.json(body.attribute_mapping ?? {})}, ${body.name_id_format ?? null})`
}

/** Updates the given fields of a SAML provider. New metadata must have the same entity id. */
export async function updateSaml(
  tx: Tx,
  { id, saml }: SsoProvider,
  body: ProviderBody,
  metadata: { xml: string; entityId: string } | null,
): Promise<void> {
  if (metadata && metadata.entityId !== saml?.entity_id) {
    throw new AuthError(
      400,
      'saml_entity_id_mismatch',
      `SAML Metadata can be updated only if the EntityIDs match for the provider; expected '${saml?.entity_id}' but got '${metadata.entityId}'`,
    )
  }
  const { attribute_mapping: mapping } = body
  await tx`
    update auth.saml_providers set updated_at = now(),
      metadata_xml = coalesce(${metadata?.xml ?? null}, metadata_xml),
      metadata_url = case when ${metadata !== null} then ${body.metadata_url ?? null}
        else metadata_url end,
      attribute_mapping = coalesce(${mapping ? tx.json(mapping) : null}, attribute_mapping),
      name_id_format = coalesce(${body.name_id_format ?? null}, name_id_format)
    where sso_provider_id = ${id}`
}

export async function saveOidc(tx: Tx, context: AuthContext, id: string, body: ProviderBody) {
  const sealed = body.client_secret ? ssoSecrets(context).seal(body.client_secret) : null
  await tx`
    insert into auth_internal.sso_oidc_providers as p
      (sso_provider_id, issuer, client_id, encrypted_client_secret, scopes)
    select ${id}, coalesce(${body.issuer ?? null}, o.issuer),
      coalesce(${body.client_id ?? null}, o.client_id), ${sealed},
      coalesce(${body.scopes ?? null}, o.scopes, 'openid email profile')
    from (select) one left join auth_internal.sso_oidc_providers o on o.sso_provider_id = ${id}
    on conflict (sso_provider_id) do update
      set issuer = excluded.issuer, client_id = excluded.client_id, scopes = excluded.scopes,
        encrypted_client_secret =
          coalesce(excluded.encrypted_client_secret, p.encrypted_client_secret)`
}

/**
 * Replaces the email domains of an SSO provider. Throws AuthError (400) if one of the domains
 * already belongs to another provider.
 */
export async function saveDomains(tx: Tx, id: string, domains: readonly string[]): Promise<void> {
  const wanted = tx`
    select jsonb_array_elements_text(${tx.json(domains.map((domain) => domain.toLowerCase()))})`
  const [taken] = await tx<{ domain: string; sso_provider_id: string }[]>`
    select domain, sso_provider_id from auth.sso_domains
    where lower(domain) in (${wanted}) and sso_provider_id <> ${id}`
  if (taken) {
    throw new AuthError(
      400,
      'sso_domain_already_exists',
      `SSO Domain '${taken.domain}' is already assigned to an SSO identity provider (${taken.sso_provider_id})`,
    )
  }
  await tx`
    delete from auth.sso_domains
    where sso_provider_id = ${id} and lower(domain) not in (${wanted})`
  await tx`
    insert into auth.sso_domains (sso_provider_id, domain)
    select ${id}, domain from (${wanted}) as wanted (domain) on conflict do nothing`
}

/** Maps a unique violation of the entity id or `resource_id` to an AuthError (422). */
export function throwConflict(cause: unknown): never {
  if (!isUniqueViolation(cause)) throw cause
  if (cause.constraint_name !== 'saml_providers_entity_id_key') {
    throw new AuthError(422, 'conflict', 'Another SSO provider has this resource_id')
  }
  throw new AuthError(
    422,
    'saml_idp_already_exists',
    'SAML Identity Provider with this EntityID already exists',
  )
}
