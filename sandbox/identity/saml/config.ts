export type SamlSandboxConfig = {
  /** `company` is the organization that runs the SAML provider. */
  company: string
  entityId: string
  /** `privateKey` is in PEM format, `certificate` is base64-encoded DER. */
  privateKey: string
  certificate: string
  domains: readonly string[]
  application: {
    name: string
    entityId: string
    acsUrl: string
    /** `certificate` is base64-encoded DER and verifies the signatures of the service provider. */
    certificate: string
  }
}

export function samlMetadata(
  { entityId, certificate }: Pick<SamlSandboxConfig, 'entityId' | 'certificate'>,
  signInUrl: string,
): string {
  const saml = 'urn:oasis:names:tc:SAML:2.0'
  return `<?xml version="1.0"?>
<EntityDescriptor xmlns="${saml}:metadata" entityID="${entityId}">
  <IDPSSODescriptor protocolSupportEnumeration="${saml}:protocol" WantAuthnRequestsSigned="true">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <NameIDFormat>${saml}:nameid-format:persistent</NameIDFormat>
    <SingleSignOnService Binding="${saml}:bindings:HTTP-Redirect" Location="${signInUrl}"/>
  </IDPSSODescriptor>
</EntityDescriptor>
`
}
