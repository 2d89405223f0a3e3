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
  /**
   * Base URL for requests from servers, and issuer of the ID tokens. Must have the same path as
   * `pagesUrl`.
   */
  apiUrl: string
  clients: readonly Client[]
  /** The SAML provider runs only if this is set. */
  saml?: SamlSandboxConfig
}
