import { z } from 'zod'
import { invalid } from '#backend/auth/core/errors.ts'
import { isLoopback } from '#backend/auth/core/redirects.ts'
import { attributeMappingSchema } from '#backend/auth/saml/attributes.ts'
import { nameIdFormats } from '#backend/auth/saml/service-provider.ts'
import type { SsoProvider } from './providers.ts'

/** Body of POST and PUT /admin/sso/providers. PUT leaves missing fields unchanged. */
export const providerBody = z.object({
  type: z.string().nullish(),
  resource_id: z.string().max(200).nullish(),
  disabled: z.boolean().nullish(),
  domains: z.array(z.string()).nullish(),
  metadata_xml: z.string().nullish(),
  metadata_url: z.string().nullish(),
  attribute_mapping: attributeMappingSchema.nullish(),
  name_id_format: z.string().nullish(),
  issuer: z.string().nullish(),
  client_id: z.string().nullish(),
  client_secret: z.string().nullish(),
  scopes: z.string().nullish(),
})

export type ProviderBody = z.output<typeof providerBody>

const formats = Object.keys(nameIdFormats)

/**
 * Validates the fields of a SAML or OpenID Connect provider. Throws AuthError (400) for an invalid
 * field.
 */
export function checkBody(body: ProviderBody): void {
  if (body.metadata_xml && body.metadata_url) {
    throw invalid('Only one of metadata_xml or metadata_url needs to be set')
  }
  if (body.name_id_format && !formats.includes(body.name_id_format)) {
    throw invalid(`name_id_format must be one of ${formats.join(', ')}`)
  }
  for (const domain of body.domains ?? []) {
    if (!/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i.test(domain)) {
      throw invalid(`${JSON.stringify(domain)} is not a domain`)
    }
  }
  if (body.issuer) checkIssuer(body.issuer)
}

function checkIssuer(issuer: string): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  const isHere = url && (url.hostname === 'localhost' || isLoopback(url.hostname))
  if (!url || !(url.protocol === 'https:' || (isHere && url.protocol === 'http:'))) {
    throw invalid('issuer is not a HTTPS URL')
  }
}

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

/** Formats an SSO provider for list responses, without the long SAML metadata. */
export function presentInList(provider: SsoProvider) {
  const shown = presentProvider(provider)
  return { ...shown, saml: shown.saml && { ...shown.saml, metadata_xml: undefined } }
}
