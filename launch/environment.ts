import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { environmentSchema } from './environment-schema.ts'
import { StartProblem } from './problem.ts'

const projectDir = fileURLToPath(new URL('..', import.meta.url))

/** The environment, checked and completed. */
export type Environment = Omit<
  z.output<typeof environmentSchema>,
  'SITE_URL' | 'SUPABASE_DIR' | 'SEED'
> & {
  SITE_URL: string
  /** Absolute; null for a bare backend. */
  SUPABASE_DIR: string | null
  SEED: 'demo' | 'none'
  /** Whether stand-ins for outside services may run. */
  standIns: boolean
}

/**
 * Reads the environment; an empty variable counts as missing.
 *
 * @throws StartProblem with one line that names the first bad variable.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const result = environmentSchema.safeParse(given)
  if (!result.success) {
    const issue = result.error.issues[0]
    const name = String(issue?.path[0])
    const value = /SECRET|KEY|TOKEN|DATABASE/.test(name) ? '' : ` (it is "${variables[name]}")`
    throw new StartProblem(`${name} ${issue?.message}${value}.`)
  }
  const values = result.data
  const standIns = values.NODE_ENV !== 'production' || values.SANDBOX === true
  return {
    ...values,
    SITE_URL: values.SITE_URL ?? `http://localhost:${values.PORT}`,
    HOURSPACE_DATA_DIR: fromProject(values.HOURSPACE_DATA_DIR),
    SUPABASE_DIR: values.SUPABASE_DIR === 'none' ? null : fromProject(values.SUPABASE_DIR),
    // The demo's people have a published password: nothing for a real installation.
    SEED: values.SEED ?? (standIns ? 'demo' : 'none'),
    standIns,
  }
}

function fromProject(path: string): string {
  return isAbsolute(path) ? path : resolve(projectDir, path)
}
