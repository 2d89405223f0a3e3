import type { Time } from './clock.ts'
import type { FormRecord } from './form.ts'
import type { Store } from './store.ts'

export type StripeContext = { config: StripeSandboxConfig; store: Store; clock: Time }

/**
 * Simulated outage of the API: `error` rejects requests with status 500 before they take effect;
 * `timeout` executes requests but responds only after 60 s, with status 504.
 */
export type Outage = { kind: 'none' | 'error' | 'timeout' }

type Origin = { id: string | null; idempotency_key: string | null }

/**
 * The context in which an object changes. `origin` is the API request that causes the change.
 * Events about the change name this request.
 */
export type EventContext = { origin: Origin } & StripeContext

/** The `origin` of changes that no API request caused, such as a payment on a hosted page. */
export const noRequest: Origin = { id: null, idempotency_key: null }

export type Call = {
  /**
   * `audience` is the caller's kind of API key: `secret` for servers, `publishable` for browsers.
   */
  audience: 'secret' | 'publishable'
  params: FormRecord
  /** `id` is the object id in the request path; '' if the path contains no id. */
  id: string
  /**
   * `owner` is the account in the `Stripe-Account` header. Without this header, it is the platform.
   */
  owner: string
} & EventContext

export type Handler<T extends object = object> = (call: Call) => T

export type StripeSandboxConfig = {
  /** `dataFile` is the SQLite file with all state, or ':memory:' in tests. */
  dataFile: string
  /** `baseUrl` is the URL of the Stripe fake without a trailing slash. */
  baseUrl: string
  secretKey: string
  publishableKey: string
  /** `webhookSecret` signs events of the platform. */
  webhookSecret: string
  /** `connectWebhookSecret` signs events of connected accounts, which have the field `account`. */
  connectWebhookSecret: string
  webhookUrl: string
  /** Types of the events that the webhook endpoints receive. By default, they receive all types. */
  enabledEvents?: readonly string[]
  /** Milliseconds from an event to its first delivery. Default: 0. */
  webhookDelayMs?: number
  deliver?: (request: Request) => Promise<Response>
}

/** API version of all responses. The package stripe 23.1.0 expects this version. */
export const apiVersion = '2026-10-28.endive'
