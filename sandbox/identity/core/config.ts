import type { SamlSandboxConfig } from '../saml/config.ts'

export type Client = {
  id: string
  secret: string
  name: string
  /** Allowed prefixes of redirect URIs. */
  redirectUris: readonly string[]
}

export type IdentitySandboxConfig = {
  /** URL for browsers, without a trailing slash. */
  pagesUrl: string
  /** URL for the client's server and issuer of ID tokens, with the same path as `pagesUrl`. */
  apiUrl: string
  clients: readonly Client[]
  /** The SAML provider runs only if this is set. */
  saml?: SamlSandboxConfig
}
