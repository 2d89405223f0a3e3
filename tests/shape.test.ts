import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns the paths in the folder tree of ARCHITECTURE.md, such as `web/app/ui`. */
function mappedPaths(): string[] {
  const tree = /```\n(web\/[\s\S]*?)```/.exec(read('ARCHITECTURE.md'))?.[1] ?? ''
  let folder = ''
  return tree
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, indent = '', name = ''] = /^( *)(\S+)/.exec(line) ?? []
      if (!indent) folder = name
      return indent ? join(folder, name) : name
    })
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')

const foldersIn = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)

describe('map in ARCHITECTURE.md', () => {
  test.each(mappedPaths())('the path %s named in ARCHITECTURE.md exists', (path) => {
    expect(existsSync(join(root, path))).toBe(true)
  })

  test('ARCHITECTURE.md names every top-level folder', () => {
    const folders = foldersIn('.')
    const ignored = ['node_modules', 'test-results', 'playwright-report', 'screenshots']
    const mapped = new Set(mappedPaths().map((path) => path.split('/')[0]))
    expect(folders.filter((folder) => !mapped.has(folder) && !ignored.includes(folder))).toEqual([])
  })

  test.each(['web/app', 'backend/src', 'sandbox'])(
    'ARCHITECTURE.md names every folder of %s',
    (path) => {
      const mapped = new Set(mappedPaths())
      expect(
        foldersIn(path)
          .map((folder) => join(path, folder))
          .filter((folder) => !mapped.has(folder) && !mapped.has(`${folder}/`)),
      ).toEqual([])
    },
  )

  test.each(['web/app/features', 'supabase/functions'])(
    'the README of %s names every subfolder',
    (path) => {
      const words = read(`${path}/README.md`).split(/[^\w-]+/)
      const named = new Set([...words, '_shared', 'tests'])
      expect(foldersIn(path).filter((name) => !named.has(name))).toEqual([])
    },
  )
})

const linksIn = (document: string) =>
  [...read(document).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, path]) => path as string)

describe('links in documents', () => {
  const exclude = ['**/node_modules', 'test-results', 'playwright-report']
  const documents = globSync('**/*.md', { cwd: root, exclude })
  test.each(documents)(
    'every relative link in %s leads to an existing file or folder',
    (document) => {
      const folder = dirname(join(root, document))
      expect(linksIn(document).filter((path) => !existsSync(join(folder, path)))).toEqual([])
    },
  )
})

test('every source file named in a document exists', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  const documents = files.filter(
    (file) => file.endsWith('.md') && !/decisions\/|CHANGELOG/.test(file),
  )
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/`((?:\.\.?\/)*\w[\w./-]*\.(?:tsx?|sql))`/g)]
      .map(([, name = '']) => name.replace(/^(?:\.\.?\/)+/, ''))
      .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
      .map((name) => `${document}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('docs/errors.md lists every error code that SQL functions raise', () => {
  const codes = globSync('supabase/schemas/*.sql', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/detail = '(\w+)'/g)].map(([, code]) => code),
  )
  const documented = read('docs/errors.md')
  expect([...new Set(codes)].filter((code) => !documented.includes(`\`${code}\``))).toEqual([])
})

test('docs/decisions/README.md lists every decision record', () => {
  const records = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md')
  expect(linksIn('docs/decisions/README.md').sort()).toEqual(records.sort())
})

test('every img element of the web app has width and height', () => {
  const app = join(root, 'web/app')
  const withoutSize = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) =>
      [...readFileSync(join(app, name), 'utf8').matchAll(/<img\b[^]*?\/>/g)]
        .filter(([tag]) => !/\bwidth=/.test(tag) || !/\bheight=/.test(tag))
        .map(() => name),
    )
  expect(withoutSize).toEqual([])
})

type Manifest = {
  name: string
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const manifestOf = (folder: string) => JSON.parse(read(join(folder, 'package.json'))) as Manifest
const workspaces = manifestOf('.').workspaces ?? []

/**
 * Workspaces that a server does not need. They may import devDependencies, which `npm ci
 * --omit=dev` does not install.
 */
const developmentWorkspaces = ['e2e', 'bench', 'demo-pictures']
const sourcesOf = (folder: string) =>
  globSync('**/*.{ts,tsx}', {
    cwd: join(root, folder),
    exclude: ['**/node_modules', '**/build', '**/.react-router'],
  })

/** Files that may import devDependencies: tests, test helpers, build and development commands. */
const isDevelopment =
  /\.test\.tsx?$|(^|\/)(tests|contract|testing)\/|\.config\.ts$|^app\/routes\.ts$|^(dev|generate-\w+|write-configuration)\.ts$/

/**
 * Returns the imports and re-exports of a source file. TypeScript erases type-only imports, so they
 * may refer to devDependencies.
 */
function importsOf(file: string): { specifier: string; isType: boolean }[] {
  const pattern =
    /^(?:import|export) (type )?[^'"`;]*?from '([^']+)'|^import '([^']+)'|(typeof )?\bimport\('([^']+)'\)/gm
  return [...read(file).matchAll(pattern)].map(([, type, from, effect, typeOf, dynamic]) => ({
    specifier: (from ?? effect ?? dynamic) as string,
    isType: type !== undefined || typeOf !== undefined,
  }))
}

const packageOf = (specifier: string) =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

describe('imports', () => {
  test.each(workspaces)('the workspace %s imports only packages that it declares', (workspace) => {
    const { name, dependencies = {}, devDependencies = {} } = manifestOf(workspace)
    const undeclared = sourcesOf(workspace).flatMap((file) =>
      importsOf(join(workspace, file))
        .filter(({ specifier }) => !/^(\.|#|node:|virtual:)/.test(specifier))
        .map(({ specifier, isType }) => ({ wanted: packageOf(specifier), isType }))
        .filter(({ wanted, isType }) => {
          const mayBeDevelopment =
            isType || isDevelopment.test(file) || developmentWorkspaces.includes(workspace)
          return !(
            wanted === name ||
            Object.hasOwn(dependencies, wanted) ||
            (mayBeDevelopment && Object.hasOwn(devDependencies, wanted))
          )
        })
        .map(({ wanted }) => `${file}: ${wanted}`),
    )
    expect(undeclared).toEqual([])
  })

  // bench/ is exempt, because it imports helpers of backend/contract and e2e that are not exported.
  const packages = workspaces.filter((name) => name !== 'bench')
  test.each([...packages, ...foldersIn('backend/src').map((name) => `backend/src/${name}`)])(
    'no relative import in %s refers to a file outside that folder',
    (folder) => {
      const leaving = sourcesOf(folder).flatMap((file) =>
        importsOf(join(folder, file))
          .map(({ specifier }) => specifier)
          .filter((specifier) => specifier.startsWith('.'))
          .filter((specifier) => join(dirname(file), specifier).startsWith('..'))
          .map((specifier) => `${file}: ${specifier}`),
      )
      expect(leaving).toEqual([])
    },
  )
})
