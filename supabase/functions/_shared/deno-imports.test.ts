import { existsSync, globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const functions = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const importMap: Record<string, string> = read(join(functions, 'deno.json')).imports
const installed: Record<string, { version: string }> = read(
  join(functions, '../../package-lock.json'),
).packages

const domain = join(functions, '../../domain')
const files = [
  ...globSync('**/*.ts', { cwd: functions, exclude: ['tests', '**/*.test.ts'] }).map((file) =>
    join(functions, file),
  ),
  ...globSync('*.ts', { cwd: domain, exclude: ['*.test.ts'] }).map((file) => join(domain, file)),
]

function problemWith(specifier: string, file: string): string | null {
  if (specifier.startsWith('node:')) return null
  if (isBuiltin(specifier)) return 'a built-in module without node:'
  if (specifier.startsWith('.'))
    return existsSync(join(dirname(file), specifier)) && /\.\w+$/.test(specifier)
      ? null
      : 'a relative import without its file extension'
  const key = Object.keys(importMap).find((name) =>
    name.endsWith('/') ? specifier.startsWith(name) : specifier === name,
  )
  if (!key) return 'missing in deno.json'
  if (!key.endsWith('/')) return null
  const target = join(functions, importMap[key]!, specifier.slice(key.length))
  return existsSync(target) ? null : `no file at ${target}`
}

test('Deno can resolve each import of the edge functions and of the folder domain', () => {
  const imports =
    /^(?:import|export)\b[^'"`;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm
  const problems = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(imports)].flatMap(([, from, effect, dynamic]) => {
      const specifier = (from ?? effect ?? dynamic)!
      const problem = problemWith(specifier, file)
      return problem ? [`${file} imports '${specifier}': ${problem}`] : []
    }),
  )
  expect(problems).toEqual([])
})

test('deno.json maps each npm package to the installed version', () => {
  const wanted = Object.entries(importMap).filter(([, target]) => target.startsWith('npm:'))
  const versions = wanted.map(([name]) => {
    const version = (
      installed[`supabase/node_modules/${name}`] ?? installed[`node_modules/${name}`]
    )?.version
    return [name, `npm:${name}@${version}`]
  })
  expect(wanted).toEqual(versions)
})
