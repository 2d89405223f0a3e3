import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'

const functionSchema = z.object({
  enabled: z.boolean().default(true),
  verify_jwt: z.boolean().optional(),
  /** Path of the entry file in the project folder. The default is `functions/<name>/index.ts`. */
  entrypoint: z.string().optional(),
})

const projectSchema = z.object({ functions: z.record(z.string(), functionSchema).default({}) })

export type FunctionSettings = z.output<typeof functionSchema>

/** Reads the `[functions.*]` sections of config.toml. Throws an Error if the file is invalid. */
export function functionSettings(
  supabaseDir: string | null,
): ReadonlyMap<string, FunctionSettings> {
  const file = supabaseDir && join(supabaseDir, 'config.toml')
  if (!file || !existsSync(file)) return new Map()
  const { functions } = projectSchema.parse(parse(readFileSync(file, 'utf8')))
  return new Map(Object.entries(functions))
}
