import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createApp } from './app.ts'
import { parseConfig, type BackendConfigInput } from './config/config.ts'
import { mergeSettings, readProjectAuth } from './config/project-auth.ts'
import { createContext } from './context.ts'
import { createFunctions } from './functions/functions.ts'
import { createJobs } from './jobs/jobs.ts'
import { createRealtime } from './realtime/realtime.ts'
import { openObjectStore } from './storage/object-store/open-object-store.ts'
import { createStorage } from './storage/storage.ts'

/** A backend without an HTTP server. The caller passes HTTP requests to it. */
export type Backend = {
  fetch(request: Request): Promise<Response>
  /** Handles in-process requests of server-rendered pages on separate database connections. */
  fetchForPages(request: Request): Promise<Response>
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Starts background work, except parts set to false, which another process runs. */
  start(work?: { jobs?: boolean; realtime?: boolean }): Promise<void>
  runJobs(): Promise<void>
  close(): Promise<void>
}

/** Creates a backend. Throws ConfigError or ZodError for an invalid setting. */
export async function createBackend(input: BackendConfigInput): Promise<Backend> {
  // Settings passed by the caller override the settings in the project's config.toml.
  const auth = mergeSettings(readProjectAuth(input.supabaseDir ?? null), input.auth ?? {})
  const context = createContext(parseConfig({ ...input, auth }))
  const realtime = createRealtime(context)
  const { storageDir, storage: storageConfig } = context.config
  const storage = createStorage(context, await openObjectStore(storageDir, storageConfig.s3))
  const fetch = async (request: Request) => app.fetch(request)
  const functions = createFunctions(context, fetch)
  const app = createApp(context, { realtime, storage, functions })
  const jobs = createJobs(context, fetch, storage.jobs)
  return {
    fetch,
    fetchForPages: async (request) => app.fetch(request, { isPage: true }),
    upgrade: realtime.upgrade,
    start: async (work = {}) => {
      await context.keys.ready()
      if (work.realtime ?? true) await realtime.start()
      if (work.jobs ?? true) jobs.start()
    },
    runJobs: jobs.runAll,
    close: async () => {
      await jobs.close()
      await functions.close()
      await realtime.close()
      await context.database.close()
    },
  }
}
