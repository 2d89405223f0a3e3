/** The company whose people the SAML provider knows, and the one application it signs them in to. */
export type SamlSandboxConfig = {
  /** How it calls itself. */
  company: string
  /** Its name among SAML's parties; stays the same wherever it runs. */
  entityId: string
  /** PEM, with the certificate it is known by (base64 of its DER form). */
  privateKey: string
  certificate: string
  /** People with an address of one of these work there. */
  domains: readonly string[]
  application: {
    name: string
    entityId: string
    acsUrl: string
    /** Of the key its requests are signed with; base64 of the DER form. */
    certificate: string
  }
}
