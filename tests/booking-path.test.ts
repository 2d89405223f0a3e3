import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const section = /## From the booking form to the constraint\n([\s\S]*?)\n## /.exec(text)?.[1] ?? ''

const stops = [...section.matchAll(/^\d+\. `([^`]+)`: `([^`]+)`/gm)].map(
  ([, file = '', name = '']) => ({
    file,
    name,
  }),
)

test('ARCHITECTURE.md describes the path from the booking form to the database constraint in at most 28 steps', () => {
  expect(stops.length).toBeGreaterThan(20)
  expect(stops.length).toBeLessThanOrEqual(28)
})

test.each(stops)(
  'the file $file of the booking path exists and contains $name',
  ({ file, name }) => {
    const path = join(root, file)
    expect(existsSync(path)).toBe(true)
    expect(readFileSync(path, 'utf8')).toContain(name)
  },
)
