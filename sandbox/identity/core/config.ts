import type { SamlSandboxConfig } from '../saml/config.ts'

export type Client = {
  id: string
  secret: string
  name: string
  /** Prefixes of the redirect URIs that the OAuth client may use. */
  redirectUris: readonly string[]
}

export type IdentitySandboxConfig = {
  /** Base URL of the pages that browsers open, without a trailing slash. */
  pagesUrl: string
  /**
   * Base URL for requests from servers, which is also the issuer of the ID tokens. Must have the
   * same path as `pagesUrl`.
   */
  apiUrl: string
  clients: readonly Client[]
  /** Settings of the SAML provider, which is disabled without them. */
  saml?: SamlSandboxConfig
}
