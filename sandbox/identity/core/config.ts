import type { SamlSandboxConfig } from '../saml/config.ts'

export type Client = {
  id: string
  secret: string
  name: string
  /** Prefixes of the redirect URIs that the client may use. */
  redirectUris: readonly string[]
}

export type IdentitySandboxConfig = {
  /** Base URL of the pages for browsers, without a trailing slash. */
  pagesUrl: string
  /** Base URL for server requests, also the issuer of ID tokens. Same path as `pagesUrl`. */
  apiUrl: string
  clients: readonly Client[]
  /** The SAML provider runs only if this is set. */
  saml?: SamlSandboxConfig
}
