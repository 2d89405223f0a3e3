import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'
import { requireSafeSettings } from './production.ts'

const check = (variables: NodeJS.ProcessEnv) => requireSafeSettings(readEnvironment(variables))

test.each([
  [{ NODE_ENV: 'production', SITE_URL: 'http://example.com' }, /^SITE_URL must begin with https/],
  [{ SITE_URL: 'http://192.168.1.5:3000' }, /^SITE_URL must begin with https/],
  [{ NODE_ENV: 'production', SEED: 'demo' }, /^SEED=demo is refused/],
  [{ SITE_URL: 'https://example.com', SEED: 'demo' }, /^SEED=demo is refused/],
])('requireSafeSettings rejects the unsafe settings %o', (variables, problem) => {
  expect(() => check(variables)).toThrow(problem)
})

test.each([
  {},
  { NODE_ENV: 'production' },
  { NODE_ENV: 'production', SITE_URL: 'https://example.com' },
  { SITE_URL: 'http://192.168.1.5:3000', SANDBOX: '1' },
])('requireSafeSettings accepts the settings %o', (variables) => {
  expect(() => check(variables)).not.toThrow()
})
