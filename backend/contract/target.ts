import { afterAll, beforeAll } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { BackendConfigInput } from '#backend/config/config.ts'
import { createBackend } from '#backend/main.ts'
import { Tokens } from '#backend/platform/jwt.ts'
import { createTestDatabase } from '@hourspace/launch/testing/database.ts'
import { runFolder } from '@hourspace/launch/testing/run.ts'

const cheapHash = { memory: 8, passes: 1 }
const ownSecret = 'a secret of the contract tests, 40 letters'

/** The server under test. A remote server gives no access to its files and database. */
export type Target = {
  url: string
  anonKey: string
  serviceRoleKey: string
  jwtSecret: string
  /** Folder with the stored files, or null for a remote server. */
  storageDir: string | null
  /** Runs SQL as the database owner, or null for a remote server. */
  sql: Awaited<ReturnType<typeof createTestDatabase>>['sql'] | null
  /** Handles a request as if a page of the web app had sent it, or null for a remote server. */
  fetchForPages: ((request: Request) => Promise<Response>) | null
  /** Starts another backend process on the same database, or null for a remote server. */
  openPeer:
    | ((settings?: Partial<BackendConfigInput>) => Promise<{ url: string; close(): Promise<void> }>)
    | null
  close(): Promise<void>
}

/** Whether the tests started the server, so that they can access its database and settings. */
export const isOwnTarget = !process.env['CONTRACT_URL']

/**
 * Connects to the server at CONTRACT_URL (with CONTRACT_ANON_KEY, CONTRACT_SERVICE_ROLE_KEY and
 * CONTRACT_JWT_SECRET), or starts a backend on a new database.
 */
export async function openTarget(settings: Partial<BackendConfigInput> = {}): Promise<Target> {
  const { CONTRACT_URL } = process.env
  if (CONTRACT_URL) return remoteTarget(CONTRACT_URL)
  const database = await createTestDatabase()
  const storageDir = await mkdtemp(join(runFolder(), 'contract-'))
  // CONTRACT_BYTES=s3 runs the storage tests on a fake S3 server instead of a folder.
  const s3 = process.env['CONTRACT_BYTES'] === 's3' ? await openS3(storageDir) : null
  const tokens = new Tokens(ownSecret)
  const keys = {
    jwtSecret: ownSecret,
    anonKey: tokens.sign({ role: 'anon' }),
    serviceRoleKey: tokens.sign({ role: 'service_role' }),
  }
  const storage = { ...(s3 && { s3: s3.settings }), ...settings.storage }
  const own = { databaseUrl: database.url, storageDir, ...keys, ...settings, storage }
  const open = (changed: Partial<BackendConfigInput> = {}) => listen({ ...own, ...changed })
  const first = await open()
  return {
    url: first.url,
    ...keys,
    storageDir,
    sql: database.sql,
    fetchForPages: first.fetchForPages,
    openPeer: open,
    close: async () => {
      await first.close()
      await database.drop()
      await s3?.close()
      await rm(storageDir, { recursive: true, force: true })
    },
  }
}

/** Opens the server before the tests. Its properties can be read only inside tests and hooks. */
export function useTarget(settings: Partial<BackendConfigInput> = {}): Target {
  let opened: Target | undefined
  beforeAll(async () => {
    opened = await openTarget(settings)
  })
  afterAll(() => opened?.close())
  return new Proxy({} as Target, {
    get(_, property) {
      if (!opened) throw new Error('The target is open only while its tests run')
      return Reflect.get(opened, property) as unknown
    },
  })
}

async function listen(settings: BackendConfigInput | Omit<BackendConfigInput, 'siteUrl'>) {
  const backend = await createBackend({
    siteUrl: 'http://localhost',
    logLevel: 'error',
    ...settings,
    // A short minimum response time, a cheap password hash and no check of password strength keep
    // tests fast. account-enumeration.test.ts tests the timing, sign-in.test.ts the default cost,
    // and password-rules.test.ts the strength.
    auth: { answerBeat: 20, passwordHash: cheapHash, passwordMinScore: 0, ...settings.auth },
  })
  await backend.start({ jobs: false })
  const server = serve({ fetch: backend.fetch, port: 0 }) as Server
  server.on('upgrade', backend.upgrade)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    fetchForPages: backend.fetchForPages,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      await backend.close()
      await closed
    },
  }
}

async function openS3(storageDir: string) {
  const { createS3Sandbox } = await import('@hourspace/sandbox/s3/server.ts')
  const { close, ...settings } = await createS3Sandbox({ dir: join(storageDir, 's3') })
  return { close, settings: { ...settings, forcePathStyle: true } }
}

function remoteTarget(url: string): Target {
  const need = (name: string) => {
    const value = process.env[name]
    if (!value) throw new Error(`CONTRACT_URL is set, ${name} is not`)
    return value
  }
  return {
    url,
    anonKey: need('CONTRACT_ANON_KEY'),
    serviceRoleKey: need('CONTRACT_SERVICE_ROLE_KEY'),
    jwtSecret: need('CONTRACT_JWT_SECRET'),
    storageDir: null,
    sql: null,
    fetchForPages: null,
    openPeer: null,
    close: async () => {},
  }
}

export function clientOf(target: Target, key = target.anonKey): SupabaseClient {
  return createClient(target.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

export const password = 'correct horse 1'

export function newEmail(): string {
  return `p${crypto.randomUUID()}@example.com`
}

export async function signedUp(target: Target) {
  const client = clientOf(target)
  const email = newEmail()
  const { data, error } = await client.auth.signUp({ email, password })
  if (error || !data.session || !data.user) throw error ?? new Error('no session')
  return { client, email, user: data.user, session: data.session }
}
