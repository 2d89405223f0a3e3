import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

/** Names of subfolders, without those created by tools. */
const foldersIn = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)

describe('map in ARCHITECTURE.md', () => {
  test.each(mappedPaths())('the path %s named in ARCHITECTURE.md exists', (path) => {
    expect(existsSync(join(root, path))).toBe(true)
  })

  test('ARCHITECTURE.md names every top-level folder', () => {
    const rooms = foldersIn('.')
    const aside = ['node_modules', 'test-results', 'playwright-report', 'screenshots']
    const mapped = new Set(mappedPaths().map((path) => path.split('/')[0]))
    expect(rooms.filter((room) => !mapped.has(room) && !aside.includes(room))).toEqual([])
  })

  test.each(['web/app', 'backend/src', 'sandbox'])(
    'ARCHITECTURE.md names every folder of %s',
    (path) => {
      const mapped = new Set(mappedPaths())
      expect(
        foldersIn(path)
          .map((room) => join(path, room))
          .filter((room) => !mapped.has(room) && !mapped.has(`${room}/`)),
      ).toEqual([])
    },
  )

  test.each(['web/app/features', 'supabase/functions'])(
    'the README of %s names every subfolder',
    (path) => {
      const words = read(`${path}/README.md`).split(/[^\w-]+/)
      const told = new Set([...words, '_shared', 'tests'])
      expect(foldersIn(path).filter((name) => !told.has(name))).toEqual([])
    },
  )
})

/** Relative links of a document. */
const linksIn = (document: string) =>
  [...read(document).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, path]) => path as string)

describe('links in documents', () => {
  const exclude = ['**/node_modules', 'test-results', 'playwright-report']
  const documents = globSync('**/*.md', { cwd: root, exclude })
  test.each(documents)('every relative link in %s leads to a file', (document) => {
    const folder = dirname(join(root, document))
    expect(linksIn(document).filter((path) => !existsSync(join(folder, path)))).toEqual([])
  })
})

test('docs/decisions/README.md lists every decision record', () => {
  const records = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md')
  expect(linksIn('docs/decisions/README.md').sort()).toEqual(records.sort())
})

test('every img element of the web app has width and height', () => {
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
