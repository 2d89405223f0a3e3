import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const rows = readFileSync(join(root, 'docs/features.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (---|Screen |Specification )/.test(line))

const testPaths = globSync(
  '{web,domain,supabase,backend,sandbox,launch,e2e,tests}/**/*.{test,e2e}.{ts,tsx}',
  { cwd: root, exclude: ['**/node_modules'] },
)

const namesIn = (row: string) =>
  [...row.matchAll(/`([\w/.-]+\.(?:test|e2e)\.tsx?)`/g)].map(([, name = '']) => name)

test('every row of docs/features.md names at least one test file', () => {
  expect(rows.length).toBeGreaterThan(80)
  expect(rows.filter((row) => namesIn(row).length === 0)).toEqual([])
})

test('every test file name in docs/features.md matches exactly one file', () => {
  const wrong = rows
    .flatMap(namesIn)
    .filter((name) => testPaths.filter((path) => `/${path}`.endsWith(`/${name}`)).length !== 1)
  expect([...new Set(wrong)]).toEqual([])
})

test.each(['security', 'availability'])(
  'every test title quoted in docs/%s.md exists in the test file that the document names for it',
  (name) => {
    const text = readFileSync(join(root, `docs/${name}.md`), 'utf8')
    const quoted = [...text.matchAll(/`([\w/.-]+\.(?:test|e2e)\.ts)`: ([^|`;]+?) *[|;]/g)]
    expect(quoted.length).toBeGreaterThan(5)
    const missing = quoted.filter(([, file = '', title = '']) => {
      const paths = testPaths.filter((path) => `/${path}`.endsWith(`/${file}`))
      const code = paths.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
      // An ellipsis in a quoted title stands for a parameter of test.each.
      return title.split(/\(?…\)?/).some((part) => !code.includes(part.trim()))
    })
    expect(missing.map(([, file, title]) => `${file}: ${title}`)).toEqual([])
  },
)
