import { createHash } from 'node:crypto'
import { StripeError } from './errors.ts'
import type { Store } from './store.ts'

export type StoredResponse = { status: number; body: string; requestId: string }

export type KeyedRequest = { key: string; path: string; fingerprint: string }

export function keyedRequest(key: string, path: string, body: string): KeyedRequest {
  return { key, path, fingerprint: createHash('sha256').update(body).digest('hex') }
}

/**
 * Returns the stored response of an idempotency key; undefined if there is none. Throws StripeError
 * if the key was used for a different request.
 */
export function findResponse(store: Store, request: KeyedRequest): StoredResponse | undefined {
  const stored = store.row<KeyedRequest & StoredResponse>(
    `select path, fingerprint, status, body, request_id as "requestId"
     from idempotency where key = ?`,
    request.key,
  )
  if (!stored) return undefined
  if (stored.path !== request.path)
    throw conflict(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${request.path}' vs '${stored.path}'). Try using a key other than '${request.key}' if you meant to execute a different request.`,
    )
  if (stored.fingerprint !== request.fingerprint)
    throw conflict(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${request.key}' if you meant to execute a different request.`,
    )
  return stored
}

/** Stores a response for replay. Must run in the same transaction as the request's changes. */
export function storeResponse(store: Store, request: KeyedRequest, response: StoredResponse): void {
  store.run(
    'insert into idempotency (key, path, fingerprint, status, body, request_id) values (?, ?, ?, ?, ?, ?)',
    request.key,
    request.path,
    request.fingerprint,
    response.status,
    response.body,
    response.requestId,
  )
}

function conflict(message: string): StripeError {
  return new StripeError(400, { type: 'idempotency_error', message })
}
