import { createVault, type Vault } from '#backend/platform/vault.ts'

const plaintext = /^[A-Z2-7]{16,}$/

/**
 * Encrypts the TOTP secrets of authenticators. Also reads secrets in plaintext, which accounts
 * imported from hosted Supabase have until the next start encrypts them.
 */
export function createAuthenticatorVault(secrets: readonly string[]): Vault {
  const vault = createVault(secrets, 'authenticators')
  return {
    ...vault,
    open: (stored) => vault.open(stored) ?? (plaintext.test(stored) ? stored : null),
  }
}
