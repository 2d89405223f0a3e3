import type { SamlSandboxConfig } from '../saml/config.ts'

/** A registered OAuth client. */
export type Client = {
  id: string
  secret: string
  /** Name shown on the sign-in page. */
  name: string
  /** Allowed prefixes of redirect URIs. */
  redirectUris: readonly string[]
}

export type IdentitySandboxConfig = {
  /** URL for browsers, without a trailing slash, such as http://localhost:3000/_sandbox/identity */
  pagesUrl: string
  /** URL that the client's server calls, with the same path as `pagesUrl`. It is also the issuer of ID tokens. */
  apiUrl: string
  clients: readonly Client[]
  /** Configuration of the SAML provider, which runs only when this is set. */
  saml?: SamlSandboxConfig
}
