import type { Time } from './clock.ts'
import type { FormRecord } from './form.ts'
import type { Store } from './store.ts'

/** Configuration, storage and clock, shared by all parts of the fake. */
export type StripeContext = {
  config: StripeSandboxConfig
  store: Store
  clock: Time
}

/** The API request that caused an event. */
type Origin = {
  id: string | null
  idempotency_key: string | null
}

/** A context whose changes emit events; events name the request that caused them. */
export type EventContext = {
  origin: Origin
} & StripeContext

/** Origin of changes without an API request, such as a payment completed on a hosted page. */
export const noRequest: Origin = { id: null, idempotency_key: null }

/** A decoded API request. */
export type Call = {
  /** Key of the caller: `secret` for servers, `publishable` for browsers. */
  audience: 'secret' | 'publishable'
  params: FormRecord
  /** The object's id from the path, or '' if the path contains no id. */
  id: string
  /** The account of the Stripe-Account header, or the platform. */
  owner: string
} & EventContext

export type Handler = (call: Call) => object

export type StripeSandboxConfig = {
  /** SQLite file for all state; ':memory:' for tests. */
  dataFile: string
  /** URL of the fake without a trailing slash, such as http://localhost:3000/_sandbox/stripe */
  baseUrl: string
  secretKey: string
  publishableKey: string
  /** Signing secret of webhook deliveries (whsec_…). */
  webhookSecret: string
  webhookUrl: string
  /** Sends a webhook request; the global `fetch` by default. */
  deliver?: (request: Request) => Promise<Response>
}

/** The API version of all responses, pinned by the package stripe 23.1.0. */
export const apiVersion = '2026-10-28.endive'
