import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { StartProblem } from './problem.ts'

const projectDir = fileURLToPath(new URL('..', import.meta.url))

const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((text) => text === 'true' || text === '1')
const count = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)
const list = z.string().transform((text) => text.split(',').map((item) => item.trim()))
const webUrl = z.url({ protocol: /^https?$/, error: 'must be a URL such as https://example.com' })
const key = (prefix: RegExp, example: string) =>
  z.string().regex(prefix, `must begin with ${example}`)

/** Every variable the start commands read. Names follow Supabase's self-hosting and its services where one exists. */
const environmentSchema = z.object({
  NODE_ENV: z.string().optional(),
  PORT: count
    .refine((port) => port >= 1 && port <= 65535, 'must be a port from 1 to 65535')
    .default(3000),
  HOST: z.string().optional(),
  SITE_URL: webUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be a URL such as postgresql://user:password@host:5432/name',
    })
    .optional(),
  HOURSPACE_DATA_DIR: z.string().default('.hourspace'),
  SUPABASE_DIR: z.string().default('supabase'),
  SEED: z.enum(['demo', 'none'], 'must be demo or none').optional(),
  SANDBOX: flag.optional(),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ANON_KEY: z.string().optional(),
  SERVICE_ROLE_KEY: z.string().optional(),
  STRIPE_SECRET_KEY: key(/^[sr]k_/, 'sk_ or rk_').optional(),
  STRIPE_PUBLISHABLE_KEY: key(/^pk_/, 'pk_').optional(),
  STRIPE_WEBHOOK_SECRET: key(/^whsec_/, 'whsec_').optional(),
  DISABLE_SIGNUP: flag.optional(),
  ENABLE_EMAIL_AUTOCONFIRM: flag.optional(),
  GOTRUE_JWT_EXP: count.optional(),
  GOTRUE_PASSWORD_MIN_LENGTH: count.optional(),
  PGRST_DB_SCHEMAS: list.optional(),
  PGRST_DB_EXTRA_SEARCH_PATH: list.optional(),
  PGRST_DB_MAX_ROWS: count.optional(),
  FILE_SIZE_LIMIT: count.optional(),
})

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
    const value = /SECRET|KEY|DATABASE/.test(name) ? '' : ` (it is "${variables[name]}")`
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
