import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { proxy } from 'hono/proxy'
import { company } from '@hourspace/domain/company.ts'
import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import type { Backend } from '@hourspace/backend/main.ts'
import type { MailSettings, SmsSettings } from './environment/mail.ts'
import type { StripeKeys } from './environment/stripe.ts'
import { identityPath, type IdentitySettings, startFakeIdentity } from './fake-identity.ts'
import { startServer } from './http/server.ts'
import { connectEvents, platformEvents } from './webhook-events.ts'

type AuthSettings = NonNullable<BackendConfigInput['auth']>

const stripePath = '/_sandbox/stripe'
const outboxPath = '/_sandbox/outbox'
const mailPreviewsPath = '/_sandbox/mails'

/** URLs and credentials of the running fake services, as plain JSON that can be sent to workers. */
export type FakeEndpoints = {
  url: string
  paths: string[]
  stripeApiBase?: string
  mail?: MailSettings
  sms?: SmsSettings
  identity?: IdentitySettings
}

/** Fakes of external services (Stripe, mail, SMS, identity provider) in this or another process. */
export type FakeServices = {
  endpoints: FakeEndpoints
  handles(pathname: string): boolean
  fetch(request: Request): Promise<Response>
  /** Clock of the Stripe fake; undefined if this process has no Stripe fake. */
  now?: () => Date
  connect(backend: Backend): Promise<void>
  start(): void
  close(): Promise<void>
}

type FakeServicesOptions = {
  siteUrl: string
  dataDir: string
  serviceRoleKey: string
  stripe?: StripeKeys | undefined
  /** Milliseconds until the first delivery of a webhook. Default: 0. */
  webhookDelayMs?: number
  mail?: boolean
  identity?: boolean
  samlKey?: string | null
}

/**
 * Starts the fake services on a separate local port, so that payments in flight can finish while
 * the public port closes. Browsers reach the fake services through paths of the site.
 */
export async function startFakeServices(options: FakeServicesOptions): Promise<FakeServices> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o711 })
  let backend: Backend | undefined
  // Opens the port first, because the fake identity provider must know its own URL.
  const local = await startServer({
    port: 0,
    host: '127.0.0.1',
    fetch: (request) => fetch(request),
    upgrade: (_request, socket) => socket.destroy(),
  })
  const url = `http://127.0.0.1:${local.port}`
  const stripe =
    options.stripe &&
    (await startFakeStripe(options, options.stripe, async (request) =>
      backend ? backend.fetch(request) : new Response(null, { status: 503 }),
    ))
  const mail = options.mail ? await startFakeMail(options) : undefined
  const identity = options.identity ? await startFakeIdentity(options, url) : undefined
  const all: [path: string, fake: Pick<FakeServices, 'fetch'> | undefined][] = [
    [stripePath, stripe],
    [outboxPath, mail?.fake],
    [mailPreviewsPath, mail?.previews],
    [identityPath, identity?.fake],
  ]
  const running = all.filter(([, fake]) => fake !== undefined)
  const find = (pathname: string) => running.find(([path]) => isBelow(path, pathname))?.[1]
  const fetch = async (request: Request) =>
    find(new URL(request.url).pathname)?.fetch(request) ?? new Response(null, { status: 404 })
  return {
    endpoints: {
      url,
      paths: running.map(([path]) => path),
      ...(stripe && { stripeApiBase: `${url}${stripePath}` }),
      ...(mail && { mail: mail.settings, sms: mail.sms }),
      ...(identity && { identity: identity.settings }),
    },
    handles: (pathname) => find(pathname) !== undefined,
    fetch,
    ...(stripe && { now: () => stripe.now() }),
    connect: async (connected) => {
      backend = connected
      await identity?.registerProviders(connected.fetch)
      stripe?.onClockMoved(() => {
        connected
          .runJobs()
          .catch((error: unknown) => console.error('Jobs failed after a clock change:', error))
      })
    },
    start: () => stripe?.start(),
    close: async () => {
      await local.close()
      await stripe?.close()
      await mail?.fake.close()
    },
  }
}

/** Returns a client of fake services that run in another process of this machine. */
export function remoteFakeServices(endpoints: FakeEndpoints): FakeServices {
  return {
    endpoints,
    handles: (pathname) => endpoints.paths.some((path) => isBelow(path, pathname)),
    fetch: (request) => {
      const { pathname, search } = new URL(request.url)
      return proxy(`${endpoints.url}${pathname}${search}`, { raw: request, redirect: 'manual' })
    },
    connect: async () => {},
    start: () => {},
    close: async () => {},
  }
}

export const noFakeServices: FakeServices = remoteFakeServices({ url: '', paths: [] })

export function withFakeSms(auth: AuthSettings, sms: SmsSettings): AuthSettings {
  if (auth.sms) return auth
  return { ...auth, sms, mfa: { ...auth.mfa, phone: auth.mfa?.phone ?? true } }
}

/**
 * Creates a SQLite file that only its owner can read. SQLite gives its journals the same
 * permissions.
 */
function privateFile(dataDir: string, name: string): string {
  const file = join(dataDir, name)
  closeSync(openSync(file, 'a', 0o600))
  // Makes an existing file readable only by its owner.
  chmodSync(file, 0o600)
  return file
}

type Site = { siteUrl: string; dataDir: string }

async function startFakeStripe(
  { siteUrl, dataDir, webhookDelayMs = 0 }: FakeServicesOptions,
  keys: StripeKeys,
  deliver: (request: Request) => Promise<Response>,
) {
  const { createStripeSandbox } = await import('@hourspace/sandbox/stripe/server.ts')
  const [webhookSecret = '', connectWebhookSecret = ''] = keys.webhookSecrets
  return createStripeSandbox({
    secretKey: keys.secretKey,
    publishableKey: keys.publishableKey,
    webhookSecret,
    connectWebhookSecret,
    dataFile: privateFile(dataDir, 'stripe.sqlite'),
    baseUrl: `${siteUrl}${stripePath}`,
    webhookUrl: `${siteUrl}/functions/v1/stripe-webhook`,
    enabledEvents: [...platformEvents, ...connectEvents],
    webhookDelayMs,
    deliver,
  })
}

async function startFakeMail({ siteUrl, dataDir }: Site) {
  const { createMailSandbox } = await import('@hourspace/sandbox/mail/server.ts')
  const credentials = { user: 'sandbox', pass: 'sandbox' }
  const textCredentials = { accountSid: 'ACsandbox', authToken: 'sandbox' }
  const fake = await createMailSandbox({
    dataFile: privateFile(dataDir, 'mail.sqlite'),
    baseUrl: `${siteUrl}${outboxPath}`,
    credentials,
    textCredentials,
  })
  const settings: MailSettings = {
    ...credentials,
    host: '127.0.0.1',
    port: fake.smtpPort,
    adminEmail: company.email,
    senderName: company.name,
  }
  const sms: SmsSettings = { ...textCredentials, from: 'MGsandbox', url: fake.textsUrl }
  const { createMailPreviews } = await import('./mail-previews.ts')
  return { fake, settings, sms, previews: createMailPreviews(siteUrl, mailPreviewsPath) }
}

function isBelow(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`)
}
