import type { Command } from 'commander'
import postgres, { type Sql } from 'postgres'
import { openEmbedded, runningDatabase } from '#launch/database.ts'
import { type Environment, readEnvironment } from '#launch/environment/environment.ts'
import { type Keys, loadKeys } from '#launch/keys.ts'
import { StartupError } from '#launch/startup-error.ts'

/** A command prints `data` if the option `--json` is set, and `text` otherwise. */
type Output = { data: unknown; text: string; failed?: boolean }

/** Sets the action of a command. The exit code is 1 if `work` throws or returns `failed`. */
export function setAction<Options extends object>(
  command: Command,
  work: (args: string[], options: Options) => Promise<Output>,
): void {
  command.option('--json', 'print JSON').action(async () => {
    const options = command.opts<Options & { json?: boolean }>()
    try {
      const { data, text, failed = false } = await work(command.processedArgs.flat(), options)
      if (failed) process.exitCode = 1
      console.log(options.json ? JSON.stringify(data, null, 2) : text)
    } catch (error) {
      process.exitCode = 1
      const message = error instanceof StartupError ? error.message : null
      if (options.json) console.log(JSON.stringify({ error: message ?? String(error) }))
      else console.error(message === null ? error : `✗ ${message}`)
    }
  })
}

export type CommandContext = { sql: Sql; databaseUrl: string; environment: Environment; keys: Keys }

/**
 * Calls `work` with a connection to DATABASE_URL or to the embedded PostgreSQL. Starts the embedded
 * PostgreSQL for the command if it is not running. Throws StartupError if there is no database.
 */
export async function withDatabase<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  const environment = readEnvironment(process.env)
  const keys = await loadKeys(environment.HOURSPACE_DATA_DIR)
  const running = await runningDatabase(environment, keys)
  const embedded = running === null ? await openEmbedded(environment, keys) : null
  const databaseUrl = running ?? embedded!.url
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} })
  try {
    return await work({ sql, databaseUrl, environment, keys })
  } finally {
    await sql.end()
    await embedded?.stop()
  }
}

export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths![column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
