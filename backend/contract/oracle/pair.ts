import { readFile } from 'node:fs/promises'
import type postgres from 'postgres'
import { parseConfig } from '#backend/config/config.ts'
import { createContext, type Context } from '#backend/context.ts'
import { createDataApi } from '#backend/data/data-api.ts'
import { Tokens } from '#backend/platform/jwt.ts'
import { createTestDatabase } from '@hourspace/launch/testing/database.ts'
import { startPostgrest } from './postgrest.ts'
import type { TestRequest, Role } from './request-line.ts'

const jwtSecret = 'a secret of the oracle, of thirty-two characters or more'
const schemas = ['contract', 'public', 'film lab']
const searchPath = ['public', 'extensions']
const maxRows = 1000

/** User id in the token of the role `user`. */
const userId = '00000000-0000-4000-8000-00000000000a'

/** The parts of a response that are compared between the data API and PostgREST. */
export type Answer = { status: number; headers: Headers; body: string }

/** The data API, which runs in this process without a socket and has its own test database. */
export type Ours = {
  ask(request: TestRequest): Promise<Answer>
  context: Context
  databaseUrl: string
  sql: postgres.Sql
  close(): Promise<void>
}

/** The data API and PostgREST, which share one test database. */
export type Pair = Ours & { askOracle(request: TestRequest): Promise<Answer> }

/**
 * Opens the data API on a new test database, after running the SQL statements in `more`. Requires a
 * running PostgreSQL server.
 */
export async function openOurs(more = ''): Promise<Ours> {
  const database = await createTestDatabase()
  const { sql } = database
  for (const file of ['../data/schema.sql', 'schema.sql'])
    await sql.unsafe(await readFile(new URL(file, import.meta.url), 'utf8'))
  if (more !== '') await sql.unsafe(more)
  const context = createContext(
    parseConfig({
      databaseUrl: database.url,
      siteUrl: 'http://localhost',
      jwtSecret,
      anonKey: 'unused',
      serviceRoleKey: 'unused',
      storageDir: '/nowhere',
      logLevel: 'silent',
      poolSize: 4,
      rest: {
        schemas,
        extraSearchPath: searchPath,
        maxRows,
        aggregates: true,
        plan: true,
        txEnd: 'commit-allow-override',
      },
    }),
  )
  const api = createDataApi(context)
  return {
    context,
    databaseUrl: database.url,
    sql,
    ask: async (request) => toAnswer(await api.fetch(toRequest('http://localhost', request))),
    close: async () => {
      await context.database.close()
      await database.drop()
    },
  }
}

/** Opens the data API and PostgREST on the same test database. */
export async function openPair(): Promise<Pair> {
  const ours = await openOurs()
  const oracle = await startPostgrest({
    databaseUrl: await loginUrl(ours),
    jwtSecret,
    schemas,
    searchPath,
    maxRows,
  })
  return {
    ...ours,
    askOracle: async (request) => {
      // Sets a timeout, because PostgREST retries errors such as serialization failures forever.
      const signal = AbortSignal.timeout(10_000)
      return toAnswer(await fetch(toRequest(oracle.url, request), { signal }))
    },
    close: async () => {
      await oracle.stop()
      await ours.close()
    },
  }
}

/** Starts a temporary PostgreSQL, as Vitest's setup does. Returns a function that stops it. */
export async function ensureCluster(): Promise<() => Promise<void>> {
  const { default: setUp } = await import('@hourspace/launch/testing/global-setup.ts')
  return setUp()
}

/**
 * Creates PostgREST's login role, which can act only as anon, authenticated or service_role.
 * Returns its connection URL.
 */
async function loginUrl({ sql, databaseUrl }: Ours): Promise<string> {
  await sql.unsafe(`do $$ begin
    if not exists (select from pg_roles where rolname = 'oracle') then
      create role oracle login noinherit password 'oracle';
      grant anon, authenticated, service_role to oracle;
    end if;
  end $$`)
  const url = new URL(databaseUrl)
  url.username = 'oracle'
  url.password = 'oracle'
  return url.href
}

const tokens = new Tokens(jwtSecret)
const expires = { exp: Math.floor(Date.now() / 1000) + 24 * 3600 }
const bearers: Record<Role, string | null> = {
  anon: null,
  user: tokens.sign({ role: 'authenticated', sub: userId, ...expires }),
  service: tokens.sign({ role: 'service_role', ...expires }),
}

function toRequest(base: string, { as, method, path, headers, body }: TestRequest): Request {
  const bearer = bearers[as]
  return new Request(base + path, {
    method,
    headers: {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(body !== null && { 'content-type': 'application/json' }),
      ...headers,
    },
    body,
  })
}

async function toAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response
  return { status, headers, body: await response.text() }
}
