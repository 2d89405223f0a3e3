import type { SamlSandboxConfig } from '../saml/config.ts'

/** An application that may ask for a sign-in. */
export type Client = {
  id: string
  secret: string
  /** As people read it. */
  name: string
  /** Where answers may go; what begins with one of these is taken. */
  redirectUris: readonly string[]
}

export type IdentitySandboxConfig = {
  /** Where people's browsers reach the providers, without a trailing slash: http://localhost:3000/_sandbox/identity */
  pagesUrl: string
  /** Where the application's server reaches them; the same path. It is what ID tokens name as issuer. */
  apiUrl: string
  clients: readonly Client[]
  /** A company's SAML provider; none if not said. */
  saml?: SamlSandboxConfig
}
