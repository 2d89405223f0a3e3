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

/** A running backend without an HTTP server; the caller decides where the server listens. */
type Backend = {
  fetch(request: Request): Promise<Response>
  /** Handles a WebSocket handshake for /realtime/v1/websocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /**
   * Starts the change feed and the background jobs, except for those set to false, which another
   * process runs.
   */
  start(work?: { jobs?: boolean; realtime?: boolean }): Promise<void>
  /** Runs every background job immediately, for example after the sandbox clock was moved. */
  runJobs(): Promise<void>
  close(): Promise<void>
}

/**
 * Creates a backend; its background work begins with `start`. Throws ConfigError or ZodError for an
 * invalid setting.
 */
export async function createBackend(input: BackendConfigInput): Promise<Backend> {
  // Settings passed by the caller take precedence over the project's config.toml.
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
