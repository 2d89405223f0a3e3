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

const liveKey = `sk_live_${'a1'.repeat(12)}`

test.each<[NodeJS.ProcessEnv, boolean]>([
  [{}, true],
  [{ SITE_URL: 'http://127.0.0.1:3000' }, true],
  [{ SITE_URL: 'http://[::1]:3000' }, true],
  [{ NODE_ENV: 'production' }, false],
  [{ NODE_ENV: 'production', SANDBOX: '1' }, true],
  [{ SANDBOX: '0' }, false],
  [{ SITE_URL: 'https://example.com' }, false],
  [{ SITE_URL: 'https://localhost.example.com' }, false],
  [{ SITE_URL: 'http://192.168.1.5:3000', NODE_ENV: 'prod' }, false],
  [{ SITE_URL: 'https://example.com', SANDBOX: '1' }, true],
  [{ STRIPE_SECRET_KEY: liveKey }, false],
])(
  'readEnvironment allows fake services and demo data only at a loopback SITE_URL or with SANDBOX=1: %o gives %s',
  (variables, allowed) => {
    expect(readEnvironment(variables)).toMatchObject({
      SEED: allowed ? 'demo' : 'none',
      allowFakes: allowed,
    })
  },
)

test('readEnvironment rejects SANDBOX=1 with a live Stripe key', () => {
  expect(() => readEnvironment({ SANDBOX: '1', STRIPE_SECRET_KEY: liveKey })).toThrow(
    /^SANDBOX=1 is refused with a live STRIPE_SECRET_KEY/,
  )
})

test('the server listens only on loopback if fake services run and neither SANDBOX nor HOST is set', () => {
  const host = (variables: NodeJS.ProcessEnv) => readEnvironment(variables).HOST
  expect(host({})).toBe('127.0.0.1')
  expect(host({ SITE_URL: 'http://[::1]:3000' })).toBe('::1')
  expect(host({ HOST: '0.0.0.0' })).toBe('0.0.0.0')
  expect(host({ SANDBOX: '1' })).toBeUndefined()
  expect(host({ NODE_ENV: 'production' })).toBeUndefined()
})

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['SEED', 'maybe'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['SITE_URL', 'example.com'],
  ['JWT_SECRET', 'short'],
  ['STRIPE_SECRET_KEY', `pk_test_${'a1'.repeat(12)}`],
  ['STRIPE_SECRET_KEY', 'sk_live_abcdefgh'],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_live_abcdefgh'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_abcdefgh'],
  ['STRIPE_WEBHOOK_SECRET', `whsec_${'a1'.repeat(12)},whsec_abcdefgh`],
  ['PGRST_DB_MAX_ROWS', '-1'],
  ['PGRST_DB_TX_END', 'never'],
  ['PGRST_OPENAPI_MODE', 'loud'],
  ['WORKERS', '0'],
  ['TRUSTED_PROXIES', 'example.com'],
  ['WORKERS', 'many'],
])(
  'readEnvironment rejects an invalid %s (%s) with a one-line error that names the variable',
  (name, value) => {
    const read = () => readEnvironment({ [name]: value })
    expect(read).toThrow(new RegExp(`^${name} must .+\\.$`))
  },
)

test('the error that readEnvironment throws for an invalid secret does not contain the secret', () => {
  expect(() => readEnvironment({ JWT_SECRET: 'hunter2' })).not.toThrow(/hunter2/)
})

test('readEnvironment accepts a folder or an S3 URL with a bucket as BACKUP_DIR', () => {
  const location = (BACKUP_DIR: string) => readEnvironment({ BACKUP_DIR }).BACKUP_DIR
  expect(location('s3://bucket/prefix')).toBe('s3://bucket/prefix')
  expect(location('/var/backups')).toBe('/var/backups')
  expect(() => location('s3://')).toThrow('BACKUP_DIR must be a folder or a URL')
})
