import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM encryption with a key derived from the server's secret and a purpose. */
export function createVault(secret: string, purpose: string) {
  const key = createHmac('sha256', secret).update(purpose).digest()
  return {
    seal(text: string): string {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
    },

    /** Returns null when the text was encrypted with another secret or modified. */
    open(sealed: string): string | null {
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
    },
  }
}
