import { mkdirSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { ConfigError, type BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { createBackend } from '@hourspace/backend/main.ts'
import { withIdentitySandbox } from './identity.ts'
import { mailEnvironment, type MailSettings } from './mail.ts'
import { StartProblem } from './problem.ts'
import type { StandIns } from './stand-ins.ts'
import { stripeEnvironment, type StripeKeys } from './stripe.ts'
import { withTextSandbox } from './texts.ts'

/** What the backend of one installation is made of. */
export type WorldOptions = {
  siteUrl: string
  databaseUrl: string
  /** Folder of uploads. */
  dataDir: string
  supabaseDir: string | null
  jwtSecret: string
  anonKey: string
  serviceRoleKey: string
  stripe: StripeKeys | undefined
  /** The mail server; without one and without its stand-in mails wait. */
  mail?: MailSettings | undefined
  /** Further settings of the backend. */
  backend?: Partial<BackendConfigInput>
}

/** What a backend does by itself beside answering. */
type OwnWork = { jobs?: boolean; realtime?: boolean }

/** Backend and stand-ins behind one `fetch`. */
export type World = {
  /** Whether a path belongs to the backend or a stand-in rather than to the web app. */
  serves(pathname: string): boolean
  fetch(request: Request): Promise<Response>
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Starts what runs by itself: jobs and live changes unless told otherwise, webhook deliveries. */
  start(work?: OwnWork): Promise<void>
  /** Runs every background job that is due now. */
  runJobs(): Promise<void>
  close(): Promise<void>
}

const backendPaths = /^\/(auth|rest|storage|realtime|functions)\/v1(\/|$)|^\/healthz$/

/** Builds a backend on a migrated database, with stand-ins at its side. Nothing runs by itself before `start`. */
export async function openWorld(options: WorldOptions, standIns: StandIns): Promise<World> {
  const storageDir = join(options.dataDir, 'storage')
  mkdirSync(storageDir, { recursive: true, mode: 0o700 })
  const { links, now } = standIns
  const backend = await createBackend({
    databaseUrl: options.databaseUrl,
    siteUrl: options.siteUrl,
    jwtSecret: options.jwtSecret,
    anonKey: options.anonKey,
    serviceRoleKey: options.serviceRoleKey,
    storageDir,
    supabaseDir: options.supabaseDir,
    functionsEnv: {
      SITE_URL: options.siteUrl,
      ...stripeEnvironment(options.stripe, links.stripeApiBase),
      ...mailEnvironment(links.mail ?? options.mail),
    },
    // Jobs live in the stand-in's time, so that a test can move a booking into the past.
    ...(now && { now }),
    ...options.backend,
    auth: withStandIns(options.backend?.auth ?? {}, standIns),
  }).catch((cause: unknown) => {
    throw cause instanceof ConfigError ? new StartProblem(cause.message) : cause
  })
  await standIns.meet(backend)

  return {
    serves: (pathname) => backendPaths.test(pathname) || standIns.serves(pathname),
    fetch: (request) =>
      (standIns.serves(new URL(request.url).pathname) ? standIns : backend).fetch(request),
    upgrade: (request, socket, head) => {
      if (request.url?.startsWith('/realtime/v1/')) backend.upgrade(request, socket, head)
      else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    },
    start: async (work) => {
      await backend.start(work)
      standIns.start()
    },
    runJobs: backend.runJobs,
    close: async () => {
      await backend.close()
      await standIns.close()
    },
  }
}

/** Settings with stand-ins in the place of who is not configured. */
function withStandIns(
  auth: NonNullable<BackendConfigInput['auth']>,
  { links: { texts, identity } }: StandIns,
) {
  const withTexts = texts ? withTextSandbox(auth, texts) : auth
  return identity ? withIdentitySandbox(withTexts, identity) : withTexts
}
