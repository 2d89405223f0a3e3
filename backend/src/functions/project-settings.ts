import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'

const functionSchema = z.object({
  enabled: z.boolean().default(true),
  verify_jwt: z.boolean().optional(),
  /** Where its handler stands instead of `functions/<name>/index.ts`; seen from the project's folder. */
  entrypoint: z.string().optional(),
})

const projectSchema = z.object({ functions: z.record(z.string(), functionSchema).default({}) })

/** What a project's config.toml says of one of its functions. */
type FunctionSettings = z.output<typeof functionSchema>

/** The functions that config.toml says something of, by their names. Throws an Error for a bad file. */
export function functionSettings(
  supabaseDir: string | null,
): ReadonlyMap<string, FunctionSettings> {
  const file = supabaseDir && join(supabaseDir, 'config.toml')
  if (!file || !existsSync(file)) return new Map()
  const { functions } = projectSchema.parse(parse(readFileSync(file, 'utf8')))
  return new Map(Object.entries(functions))
}
