import type { Time } from './clock.ts'
import type { FormRecord } from './form.ts'
import type { Store } from './store.ts'

export type StripeContext = { config: StripeSandboxConfig; store: Store; clock: Time }

/**
 * How the API fails: `error` refuses requests with status 500 before they take effect, `timeout`
 * carries them out and leaves them without an answer.
 */
export type Outage = { kind: 'none' | 'error' | 'timeout' }

type Origin = { id: string | null; idempotency_key: string | null }

/**
 * The context of a change, with the API request that caused it. Events about the change contain the
 * id of this request.
 */
export type EventContext = { origin: Origin } & StripeContext

/** Origin of changes that no API request caused, such as a payment on a hosted page. */
export const noRequest: Origin = { id: null, idempotency_key: null }

export type Call = {
  /** Kind of API key that the caller used: `secret` on servers, `publishable` in browsers. */
  audience: 'secret' | 'publishable'
  params: FormRecord
  /** The object id in the request path, or '' if the path contains no id. */
  id: string
  /** The account in the Stripe-Account header, or the platform without this header. */
  owner: string
} & EventContext

export type Handler<T extends object = object> = (call: Call) => T

export type StripeSandboxConfig = {
  /** SQLite file that stores all state, or ':memory:' in tests. */
  dataFile: string
  /** URL of the fake without a trailing slash. */
  baseUrl: string
  secretKey: string
  publishableKey: string
  /** Signs events of the platform. */
  webhookSecret: string
  /** Signs events of connected accounts, which have the field `account`. */
  connectWebhookSecret: string
  webhookUrl: string
  deliver?: (request: Request) => Promise<Response>
}

/** API version of all responses. The package stripe 23.1.0 expects this version. */
export const apiVersion = '2026-10-28.endive'
