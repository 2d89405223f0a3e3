import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '@hourspace/launch/testing/database.ts'
import { TokenError, Tokens } from '#backend/platform/jwt.ts'
import { createSigningKeys } from '#backend/platform/signing-keys.ts'

const secret = 'a secret of forty letters, for these tests'
const tokenSeconds = 3_600

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => (database = await createTestDatabase()))
afterAll(() => database.drop())
beforeEach(() => database.sql`truncate auth_internal.signing_keys`)

const open = (of = secret) => createSigningKeys(database.sql, { secrets: [of], tokenSeconds })

const age = (days: number) =>
  database.sql`update auth_internal.signing_keys set active_at = active_at - make_interval(days => ${days})`

test('processes that start concurrently share one signing key', async () => {
  const processes = [open(), open(), open()]
  const used = await Promise.all(processes.map((keys) => keys.signing()))
  expect(new Set(used.map(({ kid }) => kid)).size).toBe(1)
  expect(await open().published()).toHaveLength(1)
})

test('a new signing key is published in the JWKS one hour before it starts to sign tokens', async () => {
  const first = await open().signing()
  await age(30)
  const keys = open()
  expect((await keys.signing()).kid).toBe(first.kid)
  expect(await keys.published()).toHaveLength(2)
  await database.sql`update auth_internal.signing_keys set active_at = active_at - interval '61 minutes'`
  expect((await open().signing()).kid).not.toBe(first.kid)
})

test('a replaced signing key verifies tokens only until the last token that it signed has expired', async () => {
  const old = open()
  const token = new Tokens(secret, old.find).sign({ sub: 'x' }, await old.signing())
  await age(30)
  await open().signing()
  await database.sql`update auth_internal.signing_keys set active_at = active_at - interval '110 minutes'`
  const during = open()
  await during.ready()
  expect(new Tokens(secret, during.find).verify(token).claims.sub).toBe('x')
  await database.sql`update auth_internal.signing_keys set active_at = active_at - interval '2 hours'`
  const after = open()
  await after.ready()
  expect(() => new Tokens(secret, after.find).verify(token)).toThrow(TokenError)
})

test('a cached token is rejected as soon as its signing key is retired', async () => {
  const keys = open()
  const signing = await keys.signing()
  let isRetired = false
  const tokens = new Tokens(secret, (kid) => (isRetired ? undefined : keys.find(kid)))
  const token = tokens.sign({ sub: 'x' }, signing)
  expect(tokens.verify(token).claims.sub).toBe('x')
  isRetired = true
  expect(() => tokens.verify(token)).toThrow(TokenError)
})

test('a server that does not know a key id loads the signing key that another process has just created', async () => {
  const here = open()
  await here.ready()
  await database.sql`truncate auth_internal.signing_keys`
  const { kid } = await open().signing()
  expect(here.find(kid)).toBeUndefined()
  await expect.poll(() => here.ready(kid).then(() => here.find(kid))).toBeDefined()
})

test('private signing keys are stored encrypted, and changing the JWT secret creates a new signing key', async () => {
  const first = await open().signing()
  const [row] = await database.sql`select encrypted_private_jwk from auth_internal.signing_keys`
  const sealed = Buffer.from(row!.encrypted_private_jwk, 'base64').toString('latin1')
  expect(sealed).not.toContain('"d"')
  const changed = open('another secret, just as long as the other')
  expect((await changed.signing()).kid).not.toBe(first.kid)
  expect(changed.find(first.kid)).toBeDefined()
})

test('every ES256 signature is 64 bytes long, as RFC 7518 requires, and is valid', async () => {
  const keys = open()
  const signing = await keys.signing()
  const tokens = new Tokens(secret, keys.find)
  for (let n = 0; n < 1_000; n += 1) {
    const token = tokens.sign({ n }, signing)
    expect(Buffer.from(token.split('.')[2]!, 'base64url')).toHaveLength(64)
    expect(tokens.verify(token).claims['n']).toBe(n)
  }
})
