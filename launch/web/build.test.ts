import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runFolder } from '#launch/testing/run.ts'
import { hashSources, requireWebBuild } from './build.ts'

test('a production start fails with a one-line error if the build of the web app is missing or outdated', () => {
  const build = mkdtempSync(join(runFolder(), 'build-'))
  expect(() => requireWebBuild(build)).toThrow(
    'The build of the web app is missing: run "npm run build" first.',
  )
  writeFileSync(join(build, '.stamp'), 'of older sources')
  expect(() => requireWebBuild(build)).toThrow(
    'The build of the web app is older than its sources: run "npm run build" first.',
  )
  writeFileSync(join(build, '.stamp'), hashSources())
  requireWebBuild(build)
})
