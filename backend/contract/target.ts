import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { BackendConfigInput } from '#backend/config/config.ts'
import { createBackend } from '#backend/main.ts'
import { Tokens } from '#backend/platform/jwt.ts'
import { createTestDatabase } from '#launch/testing.ts'

const ownSecret = 'a secret of the contract tests, 40 letters'

/** The service under test, seen as any client sees it. */
export type Target = {
  url: string
  anonKey: string
  serviceRoleKey: string
  jwtSecret: string
  /** Folder of stored bytes; null when another target is tested, whose disk is out of sight. */
  storageDir: string | null
  /** SQL as the owner; refuses when another target is tested. */
  sql: Awaited<ReturnType<typeof createTestDatabase>>['sql'] | null
  close(): Promise<void>
}

/** Whether the tests run against a server of our own, whose database and settings are at hand. */
export const isOwnTarget = !process.env['CONTRACT_URL']

/**
 * CONTRACT_URL with CONTRACT_ANON_KEY, CONTRACT_SERVICE_ROLE_KEY and CONTRACT_JWT_SECRET names a
 * running target; without it a backend of our own is started on a database of its own.
 */
export async function openTarget(settings: Partial<BackendConfigInput> = {}): Promise<Target> {
  const { CONTRACT_URL } = process.env
  if (CONTRACT_URL) return remoteTarget(CONTRACT_URL)
  const database = await createTestDatabase()
  const storageDir = await mkdtemp(join(tmpdir(), 'contract-'))
  const tokens = new Tokens(ownSecret)
  const keys = {
    jwtSecret: ownSecret,
    anonKey: tokens.sign({ role: 'anon' }),
    serviceRoleKey: tokens.sign({ role: 'service_role' }),
  }
  const backend = await createBackend({
    databaseUrl: database.url,
    siteUrl: 'http://localhost',
    storageDir,
    logLevel: 'error',
    ...keys,
    ...settings,
    // Nobody with a stopwatch watches; enumeration.test.ts does.
    auth: { answerBeat: 20, ...settings.auth },
  })
  const server = serve({ fetch: backend.fetch, port: 0 })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    ...keys,
    storageDir,
    sql: database.sql,
    close: async () => {
      await new Promise((resolve) => server.close(resolve))
      await backend.close()
      await database.drop()
      await rm(storageDir, { recursive: true, force: true })
    },
  }
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

/** A new person, signed in. */
export async function signedUp(target: Target) {
  const client = clientOf(target)
  const email = newEmail()
  const { data, error } = await client.auth.signUp({ email, password })
  if (error || !data.session || !data.user) throw error ?? new Error('no session')
  return { client, email, user: data.user, session: data.session }
}
