import { identifier, type Statement } from './plan/sql.ts'
import type { RestSettings } from './rest-settings.ts'
import type { Setting } from './schema/schema.ts'

/** What runs around the statement of a request, in its transaction. */
export type Surroundings = { before: readonly Statement[]; after: readonly Statement[] }

/**
 * `settings` hold from before the statement to the end of the transaction; `preRequest` may refuse
 * the request or set the response; a transaction that is rolled back keeps its answer.
 */
export function surroundings(options: {
  settings: readonly Setting[]
  preRequest: string | null
  isRolledBack: boolean
}): Surroundings {
  const { settings, preRequest, isRolledBack } = options
  return {
    before: [
      ...(settings.length > 0 ? [settingsStatement(settings)] : []),
      ...(preRequest === null ? [] : [preRequestStatement(preRequest)]),
    ],
    after: isRolledBack ? rollback : [],
  }
}

/** Whether a request leaves nothing behind, by the settings and by what it prefers. */
export function isRolledBack(
  txEnd: RestSettings['txEnd'],
  preferred: 'commit' | 'rollback' | null,
): boolean {
  return preferred === null ? txEnd.startsWith('rollback') : preferred === 'rollback'
}

/** Whether `Prefer: tx=…` is listened to. */
export function allowsOverride(txEnd: RestSettings['txEnd']): boolean {
  return txEnd.endsWith('-allow-override')
}

/** The value of `search_path`: the request's own schema first. */
export function searchPath(schemas: readonly string[]): string {
  return [...new Set(schemas)].map(identifier).join(', ')
}

function settingsStatement(settings: readonly Setting[]): Statement {
  const values: string[] = []
  const calls = settings.map(([name, value]) => {
    values.push(name, value)
    return `set_config($${values.length - 1}, $${values.length}, true)`
  })
  return { text: `select ${calls.join(', ')}`, values }
}

function preRequestStatement(name: string): Statement {
  return { text: `select ${name.split('.').map(identifier).join('.')}()`, values: [] }
}

/** What was deferred is looked at before, so that its errors are heard. */
const rollback: readonly Statement[] = [
  { text: 'set constraints all immediate', values: [] },
  { text: 'rollback', values: [] },
]
