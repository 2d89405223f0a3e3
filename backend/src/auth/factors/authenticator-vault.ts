import { createVault, type Vault } from '#backend/platform/vault.ts'

const plaintext = /^[A-Z2-7]{16,}$/

/**
 * Encrypts the TOTP secrets of authenticators. Also reads the plaintext secrets of accounts
 * imported from hosted Supabase, which the next server start encrypts.
 */
export function createAuthenticatorVault(secrets: readonly string[]): Vault {
  const vault = createVault(secrets, 'authenticators')
  return {
    ...vault,
    open: (stored) => vault.open(stored) ?? (plaintext.test(stored) ? stored : null),
  }
}
