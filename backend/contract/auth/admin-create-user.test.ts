import { argon2Sync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password, signedUp, useTarget } from '../target.ts'
import { ask } from './user-with-factor.ts'

const target = useTarget()

const admin = () => clientOf(target, target.serviceRoleKey).auth.admin
const newPhone = () => `1500${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

function argon2Hash(
  name: 'argon2i' | 'argon2id',
  cost = { memory: 8192, passes: 1, parallelism: 1 },
) {
  const nonce = randomBytes(16)
  const tag = argon2Sync(name, { ...cost, message: password, nonce, tagLength: 32 })
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const { memory, passes, parallelism } = cost
  return `$${name}$v=19$m=${memory},t=${passes},p=${parallelism}$${text(nonce)}$${text(tag)}`
}

describe('POST /admin/users', () => {
  test('POST /admin/users creates an account with the given id, email, phone, metadata and ban', async () => {
    const id = crypto.randomUUID()
    const [email, phone] = [newEmail(), newPhone()]
    const { data, error } = await admin().createUser({
      id,
      email: email.toUpperCase(),
      phone: `+${phone}`,
      password,
      email_confirm: true,
      phone_confirm: true,
      user_metadata: { full_name: 'Ada' },
      app_metadata: { tier: 'gold' },
      role: 'authenticated',
      ban_duration: '24h',
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      id,
      email,
      phone,
      aud: 'authenticated',
      is_anonymous: false,
      email_confirmed_at: expect.any(String),
      phone_confirmed_at: expect.any(String),
      user_metadata: { full_name: 'Ada' },
      app_metadata: { provider: 'email', providers: ['email', 'phone'], tier: 'gold' },
    })
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'phone'])
    const until = new Date((data.user as { banned_until?: string }).banned_until ?? 0)
    expect(until.getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000)
  })

  test('POST /admin/users stores user_metadata as given and adds email_verified or phone_verified for each confirmed identifier', async () => {
    const email = newEmail()
    const user_metadata = { full_name: 'Ada', email: 'contact@example.com', sub: 'own' }
    const plain = await admin().createUser({ email, password, user_metadata })
    expect(plain.data.user?.user_metadata).toEqual(user_metadata)
    expect(plain.data.user?.identities?.[0]?.identity_data).toEqual({
      sub: plain.data.user?.id,
      email,
      email_verified: false,
      phone_verified: false,
    })
    const both = await admin().createUser({
      email: newEmail(),
      phone: newPhone(),
      email_confirm: true,
      phone_confirm: true,
      user_metadata,
    })
    const flags = { email_verified: true, phone_verified: true }
    expect(both.data.user?.user_metadata).toEqual({ ...user_metadata, ...flags })
    const changed = await admin().updateUserById(plain.data.user?.id ?? '', { phone: newPhone() })
    expect(changed.data.user?.user_metadata).toEqual(user_metadata)
  })

  test('POST /admin/users creates an account with only a phone number', async () => {
    const phone = newPhone()
    const { data } = await admin().createUser({ phone, phone_confirm: true })
    expect(data.user).toMatchObject({
      email: '',
      phone,
      app_metadata: { provider: 'phone', providers: ['phone'] },
      identities: [{ provider: 'phone', identity_data: { phone, phone_verified: true } }],
    })
  })

  test.each(['argon2i', 'argon2id'] as const)(
    'an account that POST /admin/users creates with a %s hash can sign in',
    async (name) => {
      const email = newEmail()
      const password_hash = argon2Hash(name)
      const { error } = await admin().createUser({ email, password_hash, email_confirm: true })
      expect(error).toBeNull()
      const signIn = (given: string) =>
        clientOf(target).auth.signInWithPassword({ email, password: given })
      expect((await signIn('no no no')).error?.code).toBe('invalid_credentials')
      expect((await signIn(password)).error).toBeNull()
    },
  )

  const good = () => argon2Hash('argon2id')
  test.each([
    ['a body without email and phone', () => ({ password }), 400, 'validation_failed'],
    ['an invalid email', () => ({ email: 'x', password }), 400, 'validation_failed'],
    ['an invalid phone number', () => ({ phone: '0151', password }), 400, 'validation_failed'],
    ['a weak password', () => ({ email: newEmail(), password: 'x' }), 422, 'weak_password'],
    [
      'password together with password_hash',
      () => ({ email: newEmail(), password, password_hash: good() }),
      400,
      'validation_failed',
    ],
    [
      'a plain password as password_hash',
      () => ({ email: newEmail(), password_hash: password }),
      400,
      'validation_failed',
    ],
    [
      'a truncated hash',
      () => ({ email: newEmail(), password_hash: good().slice(0, 60) }),
      400,
      'validation_failed',
    ],
    [
      'argon2d',
      () => ({ email: newEmail(), password_hash: good().replace('argon2id', 'argon2d') }),
      400,
      'validation_failed',
    ],
    [
      'an invalid ban duration',
      () => ({ email: newEmail(), ban_duration: 'a day' }),
      400,
      'validation_failed',
    ],
  ] as const)('POST /admin/users rejects %s', async (_what, attributes, status, code) => {
    const { error } = await admin().createUser(attributes())
    expect(error).toMatchObject({ status, code })
  })

  test('POST /admin/users rejects a taken email, phone or id', async () => {
    const [email, phone, id] = [newEmail(), newPhone(), crypto.randomUUID()]
    await admin().createUser({ id, email, phone })
    expect((await admin().createUser({ email })).error?.code).toBe('email_exists')
    expect((await admin().createUser({ phone })).error?.code).toBe('phone_exists')
    expect((await admin().createUser({ email: newEmail(), id })).error?.status).toBe(422)
  })

  test('POST /admin/users rejects a password hash that is too expensive to verify', async () => {
    const costly = [
      good().replace('m=8192', 'm=9999999'),
      good().replace('t=1', 't=999'),
      `$2a$31$${'a'.repeat(53)}`,
    ]
    for (const password_hash of costly) {
      const { error } = await admin().createUser({ email: newEmail(), password_hash })
      expect([password_hash, error?.code]).toEqual([password_hash, 'validation_failed'])
    }
  })

  test('POST /admin/users requires the service role and ignores unknown fields in the request body', async () => {
    const { session } = await signedUp(target)
    for (const token of [session.access_token, target.anonKey]) {
      const answer = await ask(target, token, 'POST', '/admin/users', { email: newEmail() })
      expect(answer).toMatchObject({ status: 403, code: 'not_admin' })
    }
    const answer = await ask(target, target.serviceRoleKey, 'POST', '/admin/users', {
      email: newEmail(),
      is_super_admin: true,
      is_sso_user: true,
      is_anonymous: true,
      encrypted_password: 'x',
    })
    expect(answer).toMatchObject({ status: 200, is_anonymous: false })
    expect(JSON.stringify(answer)).not.toMatch(/super|encrypted/)
  })

  test.runIf(isOwnTarget)('POST /admin/users writes an audit log entry', async () => {
    const { data } = await admin().createUser({ email: newEmail() })
    const rows = await target.sql!`
      select from auth.audit_log_entries where payload ->> 'action' = 'user_signedup'
        and payload -> 'traits' ->> 'user_id' = ${data.user!.id}`
    expect(rows).toHaveLength(1)
  })
})
