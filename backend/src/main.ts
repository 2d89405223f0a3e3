import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createApp } from './app.ts'
import { parseConfig, type BackendConfigInput } from './config/config.ts'
import { layered, projectAuth } from './config/project-auth.ts'
import { createContext } from './context.ts'
import { createJobs } from './jobs/jobs.ts'
import { createRealtime } from './realtime/realtime.ts'
import { openBytes } from './storage/bytes/open-bytes.ts'
import { createStorage } from './storage/storage.ts'

/** A running backend, free of any server: whoever starts it decides where it listens. */
type Backend = {
  fetch(request: Request): Promise<Response>
  /** Hands over a WebSocket handshake for /realtime/v1/websocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Starts what runs in the background: change feed and jobs, unless another process has them. */
  start(work?: { jobs?: boolean; realtime?: boolean }): Promise<void>
  /** Runs every job now, as after a sandbox's clock was moved. */
  runJobs(): Promise<void>
  close(): Promise<void>
}

/** Builds a backend; nothing runs by itself before `start`. Throws an Error that names a bad setting. */
export async function createBackend(input: BackendConfigInput): Promise<Backend> {
  // What the project says of its accounts counts where whoever starts it says nothing.
  const auth = layered(projectAuth(input.supabaseDir ?? null), input.auth ?? {})
  const context = createContext(parseConfig({ ...input, auth }))
  const realtime = createRealtime(context)
  const { storageDir, storage: storageConfig } = context.config
  const storage = createStorage(context, await openBytes(storageDir, storageConfig.s3))
  const app = createApp(context, realtime, storage)
  const fetch = async (request: Request) => app.fetch(request)
  const jobs = createJobs(context, fetch, storage.chores)
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
      await realtime.close()
      await context.database.close()
    },
  }
}
