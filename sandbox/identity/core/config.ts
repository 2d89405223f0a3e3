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
  /** URL for browsers, without a trailing slash: http://localhost:3000/_sandbox/identity */
  pagesUrl: string
  /** URL for the client's server, with the same path. It is the issuer of ID tokens. */
  apiUrl: string
  clients: readonly Client[]
  /** Configuration of the SAML provider, which runs only when this is set. */
  saml?: SamlSandboxConfig
}
