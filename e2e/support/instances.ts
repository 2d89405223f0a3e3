import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { memoryFolder } from '@hourspace/launch/testing/memory-folder.ts'
import { stripeControls, type StripeControls } from '@hourspace/launch/testing/stripe-controls.ts'
import type { Database } from '@hourspace/web/data/database.types.ts'

/** Folder for the files of all instances and browsers. All processes of a run share it. */
export const temporaryFolder = (process.env['E2E_FOLDER'] ??= memoryFolder('e2e'))

const firstPort = Number(process.env['E2E_PORT'] ?? 3847)

export type Instance = { port: number; url: string; dataDir: string }

const instance = (name: string, index: number): Instance => {
  const port = firstPort + index
  const dataDir = join(temporaryFolder, `${name}-${port}`)
  return { port, url: `http://localhost:${port}`, dataDir }
}

/**
 * Servers that the specs use. Most specs run in parallel on `present`. Specs that advance the clock
 * of the Stripe fake run one after another on `future`, because an advanced clock makes payouts
 * due. `future` starts without demo data.
 */
export const instances = { present: instance('present', 0), future: instance('future', 1) }

export const screenshotInstance = instance('shown', 2)

/** The instance with error reporting, which error-reporting.e2e.ts starts. */
export const monitoredInstance = instance('reported', 3)

export type TestClients = {
  stripe: StripeControls
  /** Pays a PaymentIntent as Stripe.js does, with a card that succeeds. */
  pay(paymentIntent: { id: string; clientSecret: string }): Promise<void>
  /** Creates a client without a session. */
  visitor(): SupabaseClient<Database>
  /** Supabase client with the service role. */
  server: SupabaseClient<Database>
}

export function openClients({ url, dataDir }: Instance): TestClients {
  const keys = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as Record<
    'anonKey' | 'serviceRoleKey' | 'stripeSecretKey' | 'stripePublishableKey',
    string
  >
  const client = (key: string) =>
    createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  return {
    stripe: stripeControls(url, keys.stripeSecretKey),
    pay: async ({ id, clientSecret }) => {
      const response = await fetch(`${url}/_sandbox/stripe/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${keys.stripePublishableKey}` },
        body: new URLSearchParams({
          client_secret: clientSecret,
          payment_method: 'pm_card_visa',
          return_url: `${url}/booking-confirmation`,
        }),
      })
      if (!response.ok) throw new Error(`The payment failed: ${await response.text()}`)
    },
    visitor: () => client(keys.anonKey),
    server: client(keys.serviceRoleKey),
  }
}
