import { existsSync, globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'smol-toml'
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

function importsOf(file: string): string[] {
  const imports =
    /^(?:import|export)\b[^'"`;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm
  return [...readFileSync(file, 'utf8').matchAll(imports)].map(
    ([, from, effect, dynamic]) => (from ?? effect ?? dynamic)!,
  )
}

test('Deno can resolve each import of the edge functions and of the folder domain', () => {
  const problems = files.flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      const problem = problemWith(specifier, file)
      return problem ? [`${file} imports '${specifier}': ${problem}`] : []
    }),
  )
  expect(problems).toEqual([])
})

test('config.toml deploys the fonts with each edge function that renders a PDF, and with no other function', () => {
  const readsFonts = (file: string): boolean =>
    file.endsWith('_shared/pdf.ts') ||
    importsOf(file).some(
      (specifier) =>
        (specifier.startsWith('#functions/') &&
          readsFonts(specifier.replace('#functions', functions))) ||
        (specifier.startsWith('.') && readsFonts(join(dirname(file), specifier))),
    )
  const names = globSync('*/index.ts', { cwd: functions }).map((file) => dirname(file))
  const config = parse(readFileSync(join(functions, '../config.toml'), 'utf8')) as {
    functions: Record<string, { static_files?: string[] }>
  }
  const deployed = names.filter((name) =>
    config.functions[name]?.static_files?.includes('./functions/_shared/fonts/*'),
  )
  expect(deployed).not.toEqual([])
  expect(deployed).toEqual(names.filter((name) => readsFonts(join(functions, name, 'index.ts'))))
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
