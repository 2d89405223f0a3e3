import { readFile } from 'node:fs/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import type { BackendConfigInput } from '#backend/config/config.ts'
import { Tokens, type Claims } from '#backend/platform/jwt.ts'
import { openTarget } from '../target.ts'

/** A test database with the film archive of schema.sql, which the data API under test serves. */
export type Archive = {
  /**
   * Sends a request as service_role to the schema `contract`, unless `headers` set another role or
   * schema.
   */
  fetch(path: string, init?: RequestInit): Promise<Response>
  token(claims: Claims): string
  client(token?: string): SupabaseClient<never, 'contract', 'contract'>
  sql: postgres.Sql
  close(): Promise<void>
}

/**
 * Connects to the server under test and creates the schema `contract` in its database. A remote
 * server must expose the schemas `public` and `contract` and needs CONTRACT_DATABASE_URL.
 * `settings` apply only to a server that the tests start.
 */
export async function openArchive(settings: BackendConfigInput['rest'] = {}): Promise<Archive> {
  const target = await openTarget({
    rest: { schemas: ['public', 'contract'], ...settings },
    poolSize: 2,
    logLevel: 'silent',
  })
  const sql =
    target.sql ?? postgres(process.env['CONTRACT_DATABASE_URL'] ?? '', { onnotice: () => {} })
  await sql.unsafe(await readFile(new URL('schema.sql', import.meta.url), 'utf8'))

  const tokens = new Tokens(target.jwtSecret)
  const token = (claims: Claims) =>
    tokens.sign({ exp: Math.floor(Date.now() / 1000) + 600, ...claims })
  const service = token({ role: 'service_role' })
  const asService = {
    authorization: `Bearer ${service}`,
    'accept-profile': 'contract',
    'content-profile': 'contract',
  }
  return {
    sql,
    token,
    fetch: (path, init) =>
      fetch(`${target.url}/rest/v1${path}`, {
        ...init,
        headers: { ...asService, ...(init?.headers as Record<string, string>) },
      }),
    client: (bearer = service) =>
      createClient(target.url, bearer, {
        db: { schema: 'contract' },
        auth: { persistSession: false, autoRefreshToken: false },
      }) as unknown as SupabaseClient<never, 'contract', 'contract'>,
    close: async () => {
      if (!target.sql) await sql.end()
      await target.close()
    },
  }
}
