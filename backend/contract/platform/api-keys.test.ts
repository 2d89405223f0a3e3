import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deriveApiKeys } from '#backend/platform/api-keys.ts'
import { clientOf, isOwnTarget, newEmail, openTarget, password, type Target } from '../target.ts'

describe.runIf(isOwnTarget)('API keys of the form sb_…', () => {
  let target: Target
  beforeAll(async () => {
    target = await openTarget()
  })
  afterAll(() => target.close())

  const keys = () => deriveApiKeys(target.jwtSecret)

  test('each project API key has a different value, derived from the JWT secret', () => {
    const { publishable, secret } = keys()
    expect(publishable).toMatch(/^sb_publishable_[\w-]{22}_[\w-]{8}$/)
    expect(secret).toMatch(/^sb_secret_[\w-]{22}_[\w-]{8}$/)
    expect(secret.slice(10)).not.toBe(publishable.slice(15))
    expect(deriveApiKeys(`${target.jwtSecret}!`).secret).not.toBe(secret)
  })

  test('a client with the publishable API key can sign up users and read public rows, but cannot list users or create buckets', async () => {
    const client = clientOf(target, keys().publishable)
    const { data, error } = await client.auth.signUp({ email: newEmail(), password })
    expect([error, data.user?.role]).toEqual([null, 'authenticated'])
    const visitor = clientOf(target, keys().publishable)
    expect((await visitor.from('space_types').select('name').limit(1)).error).toBeNull()
    expect((await visitor.auth.admin.listUsers()).error?.code).toBe('not_admin')
    expect((await visitor.storage.createBucket('mine')).error?.message).toMatch(
      /row-level security/,
    )
  })

  test('the secret API key bypasses row-level security in the auth, storage and data services', async () => {
    const client = clientOf(target, keys().secret)
    expect((await client.auth.admin.listUsers()).error).toBeNull()
    expect((await client.storage.createBucket(`b${Date.now()}`)).error).toBeNull()
    const { error } = await client.from('profiles').select('id').limit(1)
    expect(error).toBeNull()
  })

  test('the data, auth and storage services reject an unknown API key', async () => {
    const client = clientOf(target, 'sb_secret_unknown-key-unknown_0012345678')
    const read = await client.from('space_types').select()
    expect([read.status, read.error?.code]).toEqual([401, 'PGRST301'])
    expect((await client.auth.admin.listUsers()).error?.code).toBe('bad_jwt')
    expect((await client.storage.listBuckets()).error).not.toBeNull()
  })
})
