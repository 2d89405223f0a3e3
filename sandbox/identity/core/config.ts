import type { SamlSandboxConfig } from '../saml/config.ts'

export type Client = {
  id: string
  secret: string
  name: string
  /** `redirectUris` are prefixes of the redirect URIs that the OAuth client may use. */
  redirectUris: readonly string[]
}

export type IdentitySandboxConfig = {
  /** `pagesUrl` is the base URL of the pages that browsers open, without a trailing slash. */
  pagesUrl: string
  /**
   * `apiUrl` is the base URL for requests from servers, and the issuer of the ID tokens. `apiUrl`
   * and `pagesUrl` must have the same path.
   */
  apiUrl: string
  clients: readonly Client[]
  /** Without `saml`, the SAML provider is disabled. */
  saml?: SamlSandboxConfig
}
