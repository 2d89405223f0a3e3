import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const rows = readFileSync(join(root, 'docs/features.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (---|Screen |Specification )/.test(line))

const testFiles = new Set(
  globSync('{web,domain,supabase,backend,sandbox,launch,e2e,tests}/**/*.{test,e2e}.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules'],
  }).map((path) => basename(path)),
)

const namesIn = (row: string) =>
  [...row.matchAll(/`([\w.-]+\.(?:test|e2e)\.tsx?)`/g)].map(([, name = '']) => name)

test('every row of docs/features.md names at least one test file', () => {
  expect(rows.length).toBeGreaterThan(80)
  expect(rows.filter((row) => namesIn(row).length === 0)).toEqual([])
})

test('every test file named in docs/features.md exists', () => {
  const missing = rows.flatMap(namesIn).filter((name) => !testFiles.has(name))
  expect([...new Set(missing)]).toEqual([])
})
