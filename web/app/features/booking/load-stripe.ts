import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { environment } from '#web/data/environment.ts'

/**
 * URL of the sandbox's script. It defines a fake `window.Stripe`, which Stripe's loader then uses.
 */
const sandboxScript = '/_sandbox/stripe/stripe.js'

let stripe: Promise<Stripe | null> | undefined

/** Loads Stripe.js once, for the first payment. After a failed load, the next call tries again. */
export function stripeClient(): Promise<Stripe | null> {
  stripe ??= connect().catch((error: unknown) => {
    stripe = undefined
    throw error
  })
  return stripe
}

async function connect(): Promise<Stripe | null> {
  const { stripePublishableKey, stripeSandbox } = environment()
  if (stripeSandbox) await loadScript(sandboxScript)
  return loadStripe(stripePublishableKey)
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () =>
      reject(new Error('The payment form could not be loaded')),
    )
    document.head.append(script)
  })
}
