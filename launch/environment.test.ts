import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'

test('a fresh machine gets the demo on port 3000 with stand-ins', () => {
  expect(readEnvironment({})).toMatchObject({
    PORT: 3000,
    SITE_URL: 'http://localhost:3000',
    SEED: 'demo',
    standIns: true,
  })
})

test('production has neither stand-ins nor published passwords unless it asks for them', () => {
  expect(readEnvironment({ NODE_ENV: 'production' })).toMatchObject({
    SEED: 'none',
    standIns: false,
  })
  expect(readEnvironment({ NODE_ENV: 'production', SANDBOX: '1' })).toMatchObject({
    SEED: 'demo',
    standIns: true,
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
])('a bad %s is named in one line', (name, value) => {
  const read = () => readEnvironment({ [name]: value })
  expect(read).toThrow(new RegExp(`^${name} must .+\\.$`))
})

test('a bad secret is not repeated', () => {
  expect(() => readEnvironment({ JWT_SECRET: 'hunter2' })).not.toThrow(/hunter2/)
})
