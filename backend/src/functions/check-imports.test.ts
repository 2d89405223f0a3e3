import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkImports } from './check-imports.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function project(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'hourspace-imports-'))
  folders.push(folder)
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'functions', path)), { recursive: true })
    writeFileSync(join(folder, 'functions', path), source)
  }
  return folder
}

const none = new Map<string, never>()

test.each([
  ["import { serve } from 'https://deno.land/std/http/server.ts'", 'https://deno.land/std'],
  ['import {\n  a,\n  b,\n} from "npm:stripe@17"', 'npm:stripe@17'],
  ["import 'jsr:@supabase/functions-js/edge-runtime.d.ts'", 'jsr:@supabase'],
  ["export * from 'https://esm.sh/zod'", 'https://esm.sh/zod'],
  ['const { z } = await import("npm:zod")', 'npm:zod'],
])('checkImports rejects an edge function with %j and names the import', (source, named) => {
  const folder = project({ 'hello/index.ts': source })
  expect(() => checkImports(folder, none)).toThrow(`edge function hello: functions/hello/index.ts`)
  expect(() => checkImports(folder, none)).toThrow(named)
})

test('the error of checkImports names the shared module that imports by URL, or says that a package is not installed', () => {
  const shared = project({
    'hello/index.ts': "import { a } from '../_shared/a.ts'",
    '_shared/a.ts': "import 'https://esm.sh/zod'",
  })
  expect(() => checkImports(shared, none)).toThrow('functions/_shared/a.ts')
  const missing = project({ 'hello/index.ts': "import x from 'no-such-package'" })
  expect(() => checkImports(missing, none)).toThrow('the package is not installed')
})

test('checkImports accepts type imports by URL, URLs in strings and comments, Node modules, disabled functions and unused files', () => {
  const folder = project({
    'hello/index.ts': `import { readFile } from 'node:fs'
      import type { A } from 'https://esm.sh/zod'
      // import { b } from 'https://esm.sh/zod'
      export const url = 'https://example.com'
      export function get() { return fetch('https://example.com') }`,
    'off/index.ts': "import 'https://esm.sh/zod'",
    'tests/hello-test.ts': "import 'https://deno.land/std/testing/asserts.ts'",
  })
  expect(() => checkImports(folder, new Map([['off', { enabled: false }]]))).not.toThrow()
})
