import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createBackend } from '#backend/main.ts'
import type { BackendConfigInput } from '#backend/config/config.ts'
import { createStripeSandbox } from '#sandbox/stripe/server.ts'
import { serve } from './http/server.ts'
import { identityPath, openIdentitySandbox, withIdentitySandbox } from './identity.ts'
import { mailEnvironment, openMailSandbox, outboxPath, type MailSettings } from './mail.ts'
import { freePort } from './postgres/port.ts'
import { withTextSandbox, type TextSettings } from './texts.ts'

type AuthSettings = NonNullable<BackendConfigInput['auth']>

/** Keys of Stripe, or of the stand-in that answers in its place. */
export type StripeKeys = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
}

/** What the backend and the stand-ins of one installation are made of. */
type WorldOptions = {
  siteUrl: string
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
  /** The mail server, its stand-in, or none: then mails wait. */
  mail?: MailSettings | 'sandbox' | undefined
  /** Whether people may sign in with the stand-in for identity providers, where no provider is configured. */
  identitySandbox?: boolean
  /** Further settings of the backend. */
  backend?: Partial<BackendConfigInput>
}

/** Backend and stand-ins behind one `fetch`. */
export type World = {
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

const sandboxPath = '/_sandbox/stripe'
const backendPaths = /^\/(auth|rest|storage|realtime|functions)\/v1(\/|$)|^\/healthz$/

/** Builds backend and stand-ins on a migrated database. Nothing runs by itself before `start`. */
export async function openWorld(options: WorldOptions): Promise<World> {
  const storageDir = join(options.dataDir, 'storage')
  mkdirSync(storageDir, { recursive: true, mode: 0o700 })
  const stripe = options.stripeSandbox
    ? await openSandbox(options, (request) => backend.fetch(request))
    : undefined
  const sandbox = stripe?.sandbox
  const mail = options.mail === 'sandbox' ? await openMailSandbox(options) : undefined
  const mailSettings = options.mail === 'sandbox' ? mail?.settings : options.mail
  const auth = options.backend?.auth ?? {}
  const identity = options.identitySandbox ? await openIdentitySandbox(options, auth) : undefined
  const standInFor = (pathname: string) => {
    if (isBelow(identityPath, pathname)) return identity?.sandbox
    if (isBelow(sandboxPath, pathname)) return sandbox
    return isBelow(outboxPath, pathname) ? mail?.sandbox : undefined
  }
  const backend = await createBackend({
    databaseUrl: options.databaseUrl,
    siteUrl: options.siteUrl,
    jwtSecret: options.jwtSecret,
    anonKey: options.anonKey,
    serviceRoleKey: options.serviceRoleKey,
    storageDir,
    supabaseDir: options.supabaseDir,
    functionsEnv: {
      ...functionsEnvironment(options, stripe?.apiBase),
      ...mailEnvironment(mailSettings),
    },
    // Jobs live in the stand-in's time, so that a test can move a booking into the past.
    ...(sandbox && { now: () => sandbox.now() }),
    ...options.backend,
    auth: withStandIns(auth, mail?.texts, identity),
  })
  await identity?.introduce((request) => backend.fetch(request))
  sandbox?.onClockMoved(() => {
    backend.runJobs().catch((error: unknown) => console.error(error))
  })

  return {
    serves: (pathname) => backendPaths.test(pathname) || standInFor(pathname) !== undefined,
    fetch: (request) => (standInFor(new URL(request.url).pathname) ?? backend).fetch(request),
    upgrade: (request, socket, head) => {
      if (request.url?.startsWith('/realtime/v1/')) backend.upgrade(request, socket, head)
      else refuseUpgrade(request, socket)
    },
    start: async () => {
      await backend.start()
      sandbox?.start()
    },
    runJobs: backend.runJobs,
    close: async () => {
      await backend.close()
      await stripe?.close()
      await mail?.sandbox.close()
      await identity?.close()
    },
  }
}

/** Settings with stand-ins in the place of who is not configured. */
function withStandIns(
  auth: AuthSettings,
  texts: TextSettings | undefined,
  identity: Awaited<ReturnType<typeof openIdentitySandbox>> | undefined,
): AuthSettings {
  const withTexts = texts ? withTextSandbox(auth, texts) : auth
  return identity ? withIdentitySandbox(withTexts, identity.provider, identity.saml) : withTexts
}

function refuseUpgrade(_request: IncomingMessage, socket: Duplex): void {
  socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
}

function isBelow(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`)
}

/**
 * The product's Stripe client reaches the stand-in by a local port of its own, so that payments under way can still be
 * finished while the public port closes. People's browsers reach it below the site's URL.
 */
async function openSandbox(
  options: WorldOptions,
  deliver: (request: Request) => Promise<Response>,
) {
  if (!options.stripe) throw new Error('The Stripe sandbox needs keys.')
  const sandbox = createStripeSandbox({
    ...options.stripe,
    dataFile: join(options.dataDir, 'stripe.sqlite'),
    baseUrl: `${options.siteUrl}${sandboxPath}`,
    webhookUrl: `${options.siteUrl}/functions/v1/stripe-webhook`,
    deliver,
  })
  const port = await freePort()
  const closeServer = await serve({
    port,
    host: '127.0.0.1',
    fetch: sandbox.fetch,
    upgrade: refuseUpgrade,
  })
  return {
    sandbox,
    apiBase: `http://127.0.0.1:${port}${sandboxPath}`,
    close: async () => {
      await closeServer()
      await sandbox.close()
    },
  }
}

function functionsEnvironment({ siteUrl, stripe }: WorldOptions, stripeApiBase?: string) {
  return {
    SITE_URL: siteUrl,
    ...(stripe && {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    }),
    ...(stripeApiBase && { STRIPE_API_BASE: stripeApiBase }),
  }
}
