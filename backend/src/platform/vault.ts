import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/**
 * Purpose of an encryption key. A text that was encrypted for one purpose cannot be decrypted for
 * another purpose.
 */
type Purpose = 'signing keys' | 'sso client secrets' | 'authenticators'

export type Vault = ReturnType<typeof createVault>

/**
 * AES-256-GCM encryption with keys derived from the server's secrets and a purpose. Encrypts with
 * the first secret. Decrypts texts that were encrypted with any of the secrets.
 */
export function createVault(secrets: readonly string[], purpose: Purpose) {
  const keys = secrets.map((secret) => createHmac('sha256', secret).update(purpose).digest())
  const [current] = keys
  if (!current) throw new Error('A vault needs a secret')
  return {
    seal(text: string): string {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', current, iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
    },

    /**
     * Decrypts a text. Returns null if the text was modified or encrypted with an unknown secret.
     */
    open(sealed: string): string | null {
      for (const key of keys) {
        const opened = openWith(key, sealed)
        if (opened !== null) return opened
      }
      return null
    },

    /** Whether a text is encrypted with the first secret. */
    isCurrent: (sealed: string): boolean => openWith(current, sealed) !== null,
  }
}

function openWith(key: Buffer, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < ivBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    const opened = [decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]
    return Buffer.concat(opened).toString('utf8')
  } catch {
    return null
  }
}
