import type { SsoProvider } from '#backend/auth/sso/sso-providers.ts'

/** A provider as administrators see it; never the secret we are known by. */
export function presentProvider(provider: SsoProvider) {
  const { id, resource_id, disabled, domains, saml, oidc, created_at, updated_at } = provider
  return {
    id,
    resource_id: resource_id ?? undefined,
    disabled: disabled || undefined,
    saml: saml
      ? {
          entity_id: saml.entity_id,
          metadata_xml: saml.metadata_xml,
          metadata_url: saml.metadata_url ?? undefined,
          attribute_mapping: saml.attribute_mapping ?? {},
          name_id_format: saml.name_id_format ?? undefined,
        }
      : undefined,
    oidc: oidc ?? undefined,
    domains,
    created_at,
    updated_at,
  }
}

/** The same without its metadata, which would make a list of many very long. */
export function presentInList(provider: SsoProvider) {
  const shown = presentProvider(provider)
  return { ...shown, saml: shown.saml && { ...shown.saml, metadata_xml: undefined } }
}
