import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Paths named in the tree of ARCHITECTURE.md, such as `web/app/ui`. */
function mappedPaths(): string[] {
  const tree = /```\n(web\/[\s\S]*?)```/.exec(read('ARCHITECTURE.md'))?.[1] ?? ''
  let room = ''
  return tree
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, indent = '', name = ''] = /^( *)(\S+)/.exec(line) ?? []
      if (!indent) room = name
      return indent ? join(room, name) : name
    })
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the map in ARCHITECTURE.md is true', () => {
  test.each(mappedPaths())('%s exists', (path) => {
    expect(existsSync(join(root, path))).toBe(true)
  })

  test('no room is missing from it', () => {
    const rooms = readdirSync(root).filter(
      (name) => !name.startsWith('.') && statSync(join(root, name)).isDirectory(),
    )
    const aside = [
      'node_modules',
      'docs',
      'tests',
      'test-results',
      'playwright-report',
      'screenshots',
    ]
    const mapped = new Set(mappedPaths().map((path) => path.split('/')[0]))
    expect(rooms.filter((room) => !mapped.has(room) && !aside.includes(room))).toEqual([])
  })
})

describe('links in the documents lead somewhere', () => {
  test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s', (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)]
    const broken = links
      .map(([, path]) => path as string)
      .filter((path) => !existsSync(join(root, path)))
    expect(broken).toEqual([])
  })
})

test('every picture says how large it is before it has arrived, so that nothing moves', () => {
  const app = join(root, 'web/app')
  const silent = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) =>
      [...readFileSync(join(app, name), 'utf8').matchAll(/<img\b[^]*?\/>/g)]
        .filter(([tag]) => !/\bwidth=/.test(tag) || !/\bheight=/.test(tag))
        .map(() => name),
    )
  expect(silent).toEqual([])
})
