import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@hourspace/backend/platform/database.ts'
import type { Context } from '@hourspace/backend/context.ts'
import { createDataApi } from '@hourspace/backend/data/data-api.ts'
import type { Scenario } from './scenarios.ts'
import { claims, spaceCount } from './tables.ts'

type Statement = { text: string; values: readonly (string | null)[] }

/**
 * Id in the HTTP request that `scriptOf` converts to a script. In each transaction, the script uses
 * a random id in place of this id.
 */
const someId = '1234'

/** Returns whether `pgbench` is installed. Debian ships it in postgresql-contrib. */
export function hasPgbench(): boolean {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export async function scriptOf(
  context: Context,
  name: string,
  scenario: Scenario,
  folder: string,
): Promise<string> {
  const statement = await plannedStatement(context, scenario)
  const text = statement.text.replace(/\$(\d+)/g, (_, index: string) => {
    const value = statement.values[Number(index) - 1] ?? null
    if (value === null) return 'null'
    return value === someId ? ':id' : `'${value.replaceAll("'", "''")}'`
  })
  const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.sql`)
  // Removes the colons of `:bytes:` in the SQL text, because pgbench would replace `:bytes` as a
  // variable.
  const sql = text.replaceAll(/\s+/g, ' ').replaceAll(':bytes:', ' bytes ')
  writeFileSync(file, `\\set id random(1, ${spaceCount})\n${sql};\n`)
  return file
}

async function plannedStatement(context: Context, scenario: Scenario): Promise<Statement> {
  const seen: Statement[] = []
  const watched = Object.create(context.database) as Database
  watched.batchAsCaller = async (caller, statements, options) => {
    seen.push(...statements)
    return context.database.batchAsCaller(caller, statements, options)
  }
  const api = createDataApi({ ...context, database: watched })
  const { method, body } = scenario
  const path = scenario.path().replace(/id=eq\.\d+/, `id=eq.${someId}`)
  const authorization = `Bearer ${context.tokens.sign(claims)}`
  const response = await api.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: body ?? null,
    }),
  )
  if (!response.ok) throw new Error(await response.text())
  const [statement] = seen
  if (!statement) throw new Error(`${path} was answered without a statement`)
  return statement
}

/** Measures transactions per second of a pgbench script. Sets role and claims once per session. */
export function transactionsPerSecond(
  script: string,
  databaseUrl: string,
  load: { clients: number; milliseconds: number },
): number {
  const settings = `-c role=${claims.role} -c request.jwt.claims=${JSON.stringify(claims)}`
  return runsPerSecond(script, databaseUrl, { ...load, settings })
}

type Load = {
  clients: number
  milliseconds: number
  /** Settings of each session, in the form of PGOPTIONS. */
  settings?: string
  /** Initial values of the script's variables. */
  variables?: Record<string, number>
}

/** Returns how many times per second pgbench runs a script. */
export function runsPerSecond(
  script: string,
  databaseUrl: string,
  { clients, milliseconds, settings = '', variables = {} }: Load,
): number {
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  const output = execFileSync(
    'pgbench',
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      `${clients}`,
      '-j',
      '2',
      '-T',
      `${seconds}`,
      '-f',
      script,
      ...Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      databaseUrl,
    ],
    { env: { ...process.env, PGOPTIONS: settings }, stdio: ['ignore', 'pipe', 'inherit'] },
  ).toString()
  return Number(/tps = ([\d.]+)/.exec(output)?.[1])
}
