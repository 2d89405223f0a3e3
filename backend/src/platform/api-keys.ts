import { createHash, createHmac } from 'node:crypto'

/** API keys: `publishable` for browsers (role anon), `secret` for servers (service_role). */
export type ApiKeys = { publishable: string; secret: string }

/** Derives the `sb_…` API keys from the JWT secret, so that all processes accept the same keys. */
export function deriveApiKeys(jwtSecret: string): ApiKeys {
  return {
    publishable: keyOf('publishable', jwtSecret),
    secret: keyOf('secret', jwtSecret),
  }
}

function keyOf(kind: keyof ApiKeys, jwtSecret: string): string {
  const body = createHmac('sha256', jwtSecret).update(`api key: ${kind}`).digest('base64url')
  const start = `sb_${kind}_${body.slice(0, 22)}`
  // The checksum at the end lets secret scanners recognize the key, as in hosted Supabase.
  return `${start}_${createHash('sha256').update(start).digest('base64url').slice(0, 8)}`
}

/** Whether a credential is an API key (`sb_…`) rather than a JWT. */
export function isApiKey(credential: string): boolean {
  return credential.startsWith('sb_')
}
