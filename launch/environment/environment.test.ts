import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'

test('readEnvironment defaults to port 3000, demo data and fake services when no variable is set', () => {
  expect(readEnvironment({})).toMatchObject({
    PORT: 3000,
    SITE_URL: 'http://localhost:3000',
    SEED: 'demo',
    allowFakes: true,
  })
})

test('readEnvironment disables fake services and demo data in production unless SANDBOX is set', () => {
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
])(
  'readEnvironment rejects an invalid %s (%s) with one line that names the variable',
  (name, value) => {
    const read = () => readEnvironment({ [name]: value })
    expect(read).toThrow(new RegExp(`^${name} must .+\\.$`))
  },
)

test('the error of readEnvironment for an invalid secret does not contain the secret', () => {
  expect(() => readEnvironment({ JWT_SECRET: 'hunter2' })).not.toThrow(/hunter2/)
})
