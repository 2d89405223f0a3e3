import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'

test('an empty environment means demo data on port 3000 with fake services', () => {
  expect(readEnvironment({})).toMatchObject({
    PORT: 3000,
    SITE_URL: 'http://localhost:3000',
    SEED: 'demo',
    allowFakes: true,
  })
})

test('production has no fake services and no demo accounts unless SANDBOX is set', () => {
  expect(readEnvironment({ NODE_ENV: 'production' })).toMatchObject({
    SEED: 'none',
    allowFakes: false,
  })
  expect(readEnvironment({ NODE_ENV: 'production', SANDBOX: '1' })).toMatchObject({
    SEED: 'demo',
    allowFakes: true,
  })
})

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['SEED', 'maybe'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['SITE_URL', 'example.com'],
  ['JWT_SECRET', 'short'],
  ['STRIPE_SECRET_KEY', 'pk_test_1'],
  ['PGRST_DB_MAX_ROWS', '-1'],
  ['PGRST_DB_TX_END', 'never'],
  ['PGRST_OPENAPI_MODE', 'loud'],
  ['WORKERS', '0'],
  ['WORKERS', 'many'],
])('an invalid %s (%s) is reported in one line that names it', (name, value) => {
  const read = () => readEnvironment({ [name]: value })
  expect(read).toThrow(new RegExp(`^${name} must .+\\.$`))
})

test('the error for an invalid secret does not contain the secret', () => {
  expect(() => readEnvironment({ JWT_SECRET: 'hunter2' })).not.toThrow(/hunter2/)
})
