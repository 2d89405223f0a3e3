import { createHash, createHmac } from 'node:crypto'

/** Short names of a project's two roles: what a browser may know, and what only servers may. */
export type ApiKeys = { publishable: string; secret: string }

/**
 * The keys of the form `sb_…` that follow from a project's JWT secret, so that every process that
 * shares the secret agrees on them. Whoever knows a key learns nothing of the secret.
 */
export function deriveApiKeys(jwtSecret: string): ApiKeys {
  return {
    publishable: keyOf('publishable', jwtSecret),
    secret: keyOf('secret', jwtSecret),
  }
}

function keyOf(kind: keyof ApiKeys, jwtSecret: string): string {
  const body = createHmac('sha256', jwtSecret).update(`api key: ${kind}`).digest('base64url')
  const start = `sb_${kind}_${body.slice(0, 22)}`
  // As with hosted keys the end is a checksum, by which a leaked one is told from chance.
  return `${start}_${createHash('sha256').update(start).digest('base64url').slice(0, 8)}`
}

/** Whether a credential has the form of such a key rather than of a token. */
export function isApiKey(credential: string): boolean {
  return credential.startsWith('sb_')
}
