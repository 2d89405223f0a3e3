import { z } from 'zod'
import { invalid } from '#backend/auth/errors.ts'
import { isLoopback } from '#backend/auth/redirects.ts'
import { attributeMappingSchema } from '#backend/auth/saml/attributes.ts'
import { nameIdFormats } from '#backend/auth/saml/service-provider.ts'

/** What may be said of a provider; a change leaves out what stays as it is. */
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

/** Refuses (400) what is wrong in itself, whatever kind of provider it is about. */
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

/** Tokens go over HTTPS, but on this machine. */
function checkIssuer(issuer: string): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  const isHere = url && (url.hostname === 'localhost' || isLoopback(url.hostname))
  if (!url || !(url.protocol === 'https:' || (isHere && url.protocol === 'http:'))) {
    throw invalid('issuer is not a HTTPS URL')
  }
}
