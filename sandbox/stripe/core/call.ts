import type { Time } from './clock.ts'
import type { StripeSandboxConfig } from './config.ts'
import type { FormRecord } from './form.ts'
import type { Store } from './store.ts'

/** What every part of the sandbox works with. */
export type World = {
  config: StripeSandboxConfig
  store: Store
  clock: Time
}

/** What events say about the request that caused them. */
type Origin = {
  id: string | null
  idempotency_key: string | null
}

/** The world, and who is acting in it: events name the request that caused them. */
export type Acting = {
  origin: Origin
} & World

/** What happens by itself or on a hosted page has no API request behind it. */
export const noRequest: Origin = { id: null, idempotency_key: null }

/** One API request, decoded, on its way to a handler. */
export type Call = {
  /** Who asks: the server with its secret key, or a browser with the publishable one. */
  audience: 'secret' | 'publishable'
  params: FormRecord
  /** The object's id from the path, '' where the path has none. */
  id: string
  /** The Stripe-Account header, or the platform. */
  owner: string
} & Acting

export type Handler = (call: Call) => object
