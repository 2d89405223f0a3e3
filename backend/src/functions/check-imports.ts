import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { findPackageJSON, isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ConfigError } from '#backend/config/config.ts'
import { entrypointOf, namePattern } from './load-function.ts'
import type { FunctionSettings } from './project-settings.ts'

/** Matches imports with a literal specifier, except type imports, which Node removes. */
const imports =
  /^\s*(?:import|export)\b(?!\s+type\b)(?:[^'"=();]*?\bfrom)?\s*(['"])(.+?)\1|\bimport\(\s*(['"])(.+?)\3/gm

/**
 * Checks the imports of enabled edge functions, because Node neither imports modules by URL
 * (`https:`, `jsr:`, `npm:`) nor reads the import map in deno.json. Throws ConfigError.
 */
export function checkImports(
  supabaseDir: string | null,
  settings: ReadonlyMap<string, FunctionSettings>,
): void {
  const folder = supabaseDir && join(supabaseDir, 'functions')
  if (!folder || !existsSync(folder)) return
  const names = readdirSync(folder).filter((name) => namePattern.test(name))
  for (const name of new Set([...names, ...settings.keys()])) {
    const { enabled = true, entrypoint } = settings.get(name) ?? {}
    const file = entrypointOf(supabaseDir, name, entrypoint)
    if (enabled && existsSync(file)) checkModule(file, name, supabaseDir, new Set())
  }
}

function checkModule(file: string, name: string, supabaseDir: string, seen: Set<string>): void {
  if (seen.has(file) || !existsSync(file)) return
  seen.add(file)
  for (const match of readFileSync(file, 'utf8').matchAll(imports)) {
    const specifier = match[2] ?? match[4] ?? ''
    const problem = problemWith(specifier, file)
    if (problem) {
      const place = relative(supabaseDir, file)
      throw new ConfigError(`edge function ${name}`, `${place} imports '${specifier}'; ${problem}`)
    }
    if (specifier.startsWith('.')) {
      checkModule(join(dirname(file), specifier), name, supabaseDir, seen)
    }
  }
}

function problemWith(specifier: string, file: string): string | null {
  if (/^(https?|jsr|npm):/.test(specifier)) {
    return (
      'Node cannot import modules by URL. Install the package with npm, import it by its name, ' +
      'and map the name to the URL in deno.json for hosted Supabase'
    )
  }
  if (/^[./#]|^\w+:/.test(specifier) || isBuiltin(specifier)) return null
  return isInstalled(specifier, file) ? null : 'the package is not installed'
}

function isInstalled(specifier: string, file: string): boolean {
  try {
    return findPackageJSON(specifier, pathToFileURL(file)) !== undefined
  } catch {
    return false
  }
}
