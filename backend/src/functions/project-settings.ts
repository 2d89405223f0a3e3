import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'

const projectSchema = z.object({
  functions: z.record(z.string(), z.object({ verify_jwt: z.boolean().default(true) })).default({}),
})

/** Names of the functions that `config.toml` opens to callers without a token. */
export function openFunctions(supabaseDir: string | null): ReadonlySet<string> {
  const file = supabaseDir && join(supabaseDir, 'config.toml')
  if (!file || !existsSync(file)) return new Set()
  const { functions } = projectSchema.parse(parse(readFileSync(file, 'utf8')))
  return new Set(Object.keys(functions).filter((name) => !functions[name]?.verify_jwt))
}
