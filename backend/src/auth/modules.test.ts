import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Maps each folder of backend/src/auth to the folders that it may import. */
const mayImport: Record<string, readonly string[]> = {
  core: [],
  guards: ['core'],
  codes: ['core'],
  factors: ['core'],
  saml: ['core'],
  'sign-in': ['core'],
  'sign-up': ['core', 'codes'],
  user: ['core', 'codes'],
  admin: ['core', 'factors'],
  sso: ['core', 'saml'],
  external: ['core', 'codes', 'sso'],
}

const root = new URL('.', import.meta.url)
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

test('modules.test.ts lists every folder of backend/src/auth', () => {
  expect(Object.keys(mayImport).toSorted()).toEqual(folders.toSorted())
})

test.each(Object.entries(mayImport))(
  'backend/src/auth/%s imports from no auth folder except %j',
  (name, allowed) => {
    const folder = new URL(`${name}/`, root)
    const sources = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'))
    const imports = sources.flatMap((source) => [
      ...source.matchAll(/from '(?:#backend\/auth|\.\.)\/([\w.-]+)/g),
    ])
    const unexpected = imports.map(([, target]) => target!).filter((target) => target !== name)
    expect([...new Set(unexpected)].filter((target) => !allowed.includes(target))).toEqual([])
  },
)
