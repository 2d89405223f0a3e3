import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Person } from '../people.ts'
import type { Client } from './config.ts'
import type { FaultName } from './faults.ts'

export type Grant = {
  client: Client
  person: Person
  redirectUri: string
  scope: string
  nonce: string | null
  /** `challenge` is the PKCE code challenge (S256); null if the client sent none. */
  challenge: string | null
  fault: FaultName | null
}

const codeLifeMs = 60_000
const tokenLifeMs = 3_600_000

/** Issues single-use authorization codes and reusable access tokens, and finds their grants. */
export class Grants {
  readonly #codes = new Map<string, { grant: Grant; until: number }>()
  readonly #tokens = new Map<string, { grant: Grant; until: number }>()

  issueCode(grant: Grant): string {
    return store(this.#codes, grant, codeLifeMs)
  }

  /**
   * Consumes an authorization code. Returns its grant; undefined if the code is invalid or belongs
   * to another client, redirect URI or PKCE verifier.
   */
  redeemCode(
    code: string,
    by: { clientId: string; redirectUri: string; verifier: string },
  ): Grant | undefined {
    const grant = find(this.#codes, code)
    this.#codes.delete(code)
    if (!grant || grant.client.id !== by.clientId) return undefined
    if (grant.redirectUri !== by.redirectUri) return undefined
    if (grant.challenge === null) return by.verifier ? undefined : grant
    const challenge = createHash('sha256').update(by.verifier).digest('base64url')
    return challenge === grant.challenge ? grant : undefined
  }

  issueToken(grant: Grant): string {
    return store(this.#tokens, grant, tokenLifeMs)
  }

  /** Finds the grant of an access token in a header `Bearer …`, or `token …` as GitHub allows. */
  bearer(authorization: string | undefined): Grant | undefined {
    const token = /^(?:bearer|token) (\S+)$/i.exec(authorization ?? '')?.[1]
    return token ? find(this.#tokens, token) : undefined
  }
}

function store(stored: Map<string, { grant: Grant; until: number }>, grant: Grant, lifeMs: number) {
  const now = Date.now()
  for (const [key, { until }] of stored) if (until < now) stored.delete(key)
  const key = randomBytes(24).toString('base64url')
  stored.set(key, { grant, until: now + lifeMs })
  return key
}

function find(stored: Map<string, { grant: Grant; until: number }>, key: string) {
  const found = stored.get(key)
  return found && found.until > Date.now() ? found.grant : undefined
}

/** Authenticates an OAuth client by credentials in the `Authorization` header or the body. */
export function authenticate(
  clients: readonly Client[],
  authorization: string | undefined,
  body: Record<string, string>,
): Client | undefined {
  const basic = /^basic (\S+)$/i.exec(authorization ?? '')?.[1]
  const [id, secret] = basic
    ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    : [body['client_id'], body['client_secret']]
  const client = clients.find((candidate) => candidate.id === id)
  return client && isSame(client.secret, secret ?? '') ? client : undefined
}

function isSame(expected: string, received: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(received)]
  return a.length === b.length && timingSafeEqual(a, b)
}
