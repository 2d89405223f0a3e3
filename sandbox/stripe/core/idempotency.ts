import { createHash } from 'node:crypto'
import { StripeError } from './errors.ts'
import type { Store } from './store.ts'

export type Answer = {
  status: number
  body: string
  requestId: string
}

/** The first request with an idempotency key. */
export type KeyedRequest = {
  key: string
  path: string
  fingerprint: string
}

export function keyedRequest(key: string, path: string, body: string): KeyedRequest {
  return { key, path, fingerprint: createHash('sha256').update(body).digest('hex') }
}

/** Returns the stored response of the key, if any. Throws when the key was used for a different request. */
export function recall(store: Store, request: KeyedRequest): Answer | undefined {
  const kept = store.row<{
    path: string
    fingerprint: string
    status: number
    body: string
    request_id: string
  }>('select * from idempotency where key = ?', request.key)
  if (!kept) return undefined
  if (kept.path !== request.path)
    throw conflict(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${request.path}' vs '${kept.path}'). Try using a key other than '${request.key}' if you meant to execute a different request.`,
    )
  if (kept.fingerprint !== request.fingerprint)
    throw conflict(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${request.key}' if you meant to execute a different request.`,
    )
  return { status: kept.status, body: kept.body, requestId: kept.request_id }
}

/** Stores the response. Must run in the transaction of the change. */
export function remember(store: Store, request: KeyedRequest, answer: Answer): void {
  store.run(
    'insert into idempotency (key, path, fingerprint, status, body, request_id) values (?, ?, ?, ?, ?, ?)',
    request.key,
    request.path,
    request.fingerprint,
    answer.status,
    answer.body,
    answer.requestId,
  )
}

function conflict(message: string): StripeError {
  return new StripeError(400, { type: 'idempotency_error', message })
}
