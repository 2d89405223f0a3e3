/**
 * Stands in for the parts of supabase-js that the browser never asks for (vite.config.ts): every
 * client has them at hand, so the library would bring them all.
 */
// oxlint-disable-next-line typescript/no-extraneous-class -- It is made with `new`.
class Unused {}
export {
  Unused as IcebergRestCatalog,
  Unused as RealtimePostgresFilterBuilder,
  Unused as WebAuthnApi,
}

/** @throws always: whoever begins to use such a part has to take it back in. */
function unused(): never {
  throw new Error('This part of supabase-js is left out of the browser’s build.')
}

export {
  unused as browserSupportsWebAuthn,
  unused as createCredential,
  unused as createSiweMessage,
  unused as deserializeCredentialCreationOptions,
  unused as deserializeCredentialRequestOptions,
  unused as fromHex,
  unused as getAddress,
  unused as getCredential,
  unused as postgresChangesFilter,
  unused as serializeCredentialCreationResponse,
  unused as serializeCredentialRequestResponse,
  unused as toHex,
  unused as webAuthnAbortService,
}
