import { join } from 'node:path'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createBackend } from '#backend/main.ts'
import type { BackendConfigInput } from '#backend/config/config.ts'
import { createStripeSandbox } from '#sandbox/stripe/server.ts'

/** Keys of Stripe, or of the stand-in that answers in its place. */
export interface StripeKeys {
  secretKey: string
  publishableKey: string
  webhookSecret: string
}

/** What the backend and the stand-ins of one installation are made of. */
export interface WorldOptions {
  siteUrl: string
  /** Where this process reaches its own server; the Stripe client is pointed at the stand-in there. */
  ownUrl: string
  databaseUrl: string
  /** Folder of uploads and of the stand-ins' state. */
  dataDir: string
  supabaseDir: string | null
  jwtSecret: string
  anonKey: string
  serviceRoleKey: string
  stripe: StripeKeys | undefined
  /** Whether `stripe` names the stand-in rather than Stripe. */
  stripeSandbox: boolean
  /** Further settings of the backend. */
  backend?: Partial<BackendConfigInput>
}

/** Backend and stand-ins behind one `fetch`. */
export interface World {
  /** Whether a path belongs to the backend or a stand-in rather than to the web app. */
  serves(pathname: string): boolean
  fetch(request: Request): Promise<Response>
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Starts what runs by itself: jobs, live changes, webhook deliveries. */
  start(): Promise<void>
  /** Runs every background job that is due now. */
  runJobs(): Promise<void>
  close(): Promise<void>
}

const SANDBOX_PATH = '/_sandbox/stripe'
const backendPaths = /^\/(auth|rest|storage|realtime|functions)\/v1(\/|$)|^\/healthz$/

/** Builds backend and stand-ins on a migrated database. Nothing runs by itself before `start`. */
export async function openWorld(options: WorldOptions): Promise<World> {
  const sandbox = options.stripeSandbox
    ? openSandbox(options, (request) => backend.fetch(request))
    : undefined
  const backend = await createBackend({
    databaseUrl: options.databaseUrl,
    siteUrl: options.siteUrl,
    jwtSecret: options.jwtSecret,
    anonKey: options.anonKey,
    serviceRoleKey: options.serviceRoleKey,
    storageDir: join(options.dataDir, 'storage'),
    supabaseDir: options.supabaseDir,
    functionsEnv: functionsEnvironment(options),
    // Jobs live in the stand-in's time, so that a test can move a booking into the past.
    ...(sandbox && { now: () => sandbox.now() }),
    ...options.backend,
  })
  sandbox?.onClockMoved(() => {
    backend.runJobs().catch((error: unknown) => console.error(error))
  })

  return {
    serves: (pathname) => backendPaths.test(pathname) || (!!sandbox && inSandbox(pathname)),
    fetch: (request) =>
      sandbox && inSandbox(new URL(request.url).pathname)
        ? sandbox.fetch(request)
        : backend.fetch(request),
    upgrade: backend.upgrade,
    start: async () => {
      await backend.start()
      sandbox?.start()
    },
    runJobs: backend.runJobs,
    close: async () => {
      await sandbox?.close()
      await backend.close()
    },
  }
}

function inSandbox(pathname: string): boolean {
  return pathname === SANDBOX_PATH || pathname.startsWith(`${SANDBOX_PATH}/`)
}

function openSandbox(options: WorldOptions, deliver: (request: Request) => Promise<Response>) {
  if (!options.stripe) throw new Error('The Stripe sandbox needs keys.')
  return createStripeSandbox({
    ...options.stripe,
    dataFile: join(options.dataDir, 'stripe.sqlite'),
    baseUrl: `${options.siteUrl}${SANDBOX_PATH}`,
    webhookUrl: `${options.siteUrl}/functions/v1/stripe-webhook`,
    deliver,
  })
}

function functionsEnvironment({ siteUrl, ownUrl, stripe, stripeSandbox }: WorldOptions) {
  return {
    SITE_URL: siteUrl,
    ...(stripe && {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    }),
    ...(stripeSandbox && { STRIPE_API_BASE: `${ownUrl}${SANDBOX_PATH}` }),
  }
}
