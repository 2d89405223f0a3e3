import { mkdirSync } from 'node:fs'
import { proxy } from 'hono/proxy'
import type { createBackend } from '@hourspace/backend/main.ts'
import { serve } from './http/server.ts'
import { type IdentityLink, identityPath, openIdentitySandbox } from './identity.ts'
import { type MailSettings, openMailSandbox, outboxPath } from './mail.ts'
import { openStripeSandbox, stripePath, type StripeKeys } from './stripe.ts'
import type { TextSettings } from './texts.ts'

type Backend = Awaited<ReturnType<typeof createBackend>>

/** How the stand-ins of an installation are reached: plain data, good in every process of this machine. */
export type StandInLinks = {
  /** Answers what people ask below `paths` of the site: http://127.0.0.1:49152 */
  url: string
  paths: string[]
  stripeApiBase?: string
  mail?: MailSettings
  texts?: TextSettings
  identity?: IdentityLink
}

/** What stands in for outside services, in this process or in another. */
export type StandIns = {
  links: StandInLinks
  /** Whether a path of the site is one of theirs. */
  serves(pathname: string): boolean
  fetch(request: Request): Promise<Response>
  /** The time they live in, which a test may move; absent where they are elsewhere or have none. */
  now?: () => Date
  /** Makes them known to the backend that is to talk to them. */
  meet(backend: Backend): Promise<void>
  /** Sends webhooks from now on. */
  start(): void
  close(): Promise<void>
}

/** Which stand-ins are wanted, and what they have to know. */
type StandInOptions = {
  siteUrl: string
  /** Folder of their state. */
  dataDir: string
  serviceRoleKey: string
  stripe?: StripeKeys | undefined
  mail?: boolean
  identity?: boolean
  /** The site's own key for SAML, if it has one. */
  samlKey?: string | null
}

/**
 * Starts stand-ins. The site's processes reach them by a local port of their own, as they would reach the
 * services they stand for, so that payments under way can still be finished while the public port closes;
 * people's browsers reach them below the site's URL.
 */
export async function openStandIns(options: StandInOptions): Promise<StandIns> {
  mkdirSync(options.dataDir, { recursive: true })
  let backend: Backend | undefined
  // First of all, as some of them have to know where they are; nobody else does before they are there.
  const local = await serve({
    port: 0,
    host: '127.0.0.1',
    fetch: (request) => fetch(request),
    upgrade: (_request, socket) => socket.destroy(),
  })
  const url = `http://127.0.0.1:${local.port}`
  const stripe =
    options.stripe &&
    (await openStripeSandbox(options, options.stripe, async (request) =>
      backend ? backend.fetch(request) : new Response(null, { status: 503 }),
    ))
  const mail = options.mail ? await openMailSandbox(options) : undefined
  const identity = options.identity ? await openIdentitySandbox(options, url) : undefined
  const answering: [path: string, sandbox: { fetch: StandIns['fetch'] } | undefined][] = [
    [stripePath, stripe],
    [outboxPath, mail?.sandbox],
    [identityPath, identity?.sandbox],
  ]
  const running = answering.filter(([, sandbox]) => sandbox !== undefined)
  const find = (pathname: string) => running.find(([path]) => isBelow(path, pathname))?.[1]
  const fetch = async (request: Request) =>
    find(new URL(request.url).pathname)?.fetch(request) ?? new Response(null, { status: 404 })
  return {
    links: {
      url,
      paths: running.map(([path]) => path),
      ...(stripe && { stripeApiBase: `${url}${stripePath}` }),
      ...(mail && { mail: mail.settings, texts: mail.texts }),
      ...(identity && { identity: identity.link }),
    },
    serves: (pathname) => find(pathname) !== undefined,
    fetch,
    ...(stripe && { now: () => stripe.now() }),
    meet: async (met) => {
      backend = met
      await identity?.introduce(met.fetch)
      stripe?.onClockMoved(() => {
        met.runJobs().catch((error: unknown) => console.error(error))
      })
    },
    start: () => stripe?.start(),
    close: async () => {
      await local.close()
      await stripe?.close()
      await mail?.sandbox.close()
    },
  }
}

/** Stand-ins that another process of this machine runs; what people ask of them is passed on to it. */
export function distantStandIns(links: StandInLinks): StandIns {
  return {
    links,
    serves: (pathname) => links.paths.some((path) => isBelow(path, pathname)),
    fetch: (request) => {
      const { pathname, search } = new URL(request.url)
      return proxy(`${links.url}${pathname}${search}`, { raw: request, redirect: 'manual' })
    },
    meet: async () => {},
    start: () => {},
    close: async () => {},
  }
}

/** No stand-in at all: every service is the real one. */
export const noStandIns: StandIns = distantStandIns({ url: '', paths: [] })

function isBelow(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`)
}
