import { describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password, signedUp, useTarget } from '../target.ts'

const target = useTarget()

const admin = () => clientOf(target, target.serviceRoleKey).auth.admin

describe('admin API of supabase-js', () => {
  test('supabase-js creates, reads, updates, lists and deletes accounts as an admin', async () => {
    const email = newEmail()
    const created = await admin().createUser({
      email,
      password,
      email_confirm: true,
      user_metadata: { full_name: 'Ada' },
    })
    const id = created.data.user!.id
    expect(created.data.user?.email_confirmed_at).toBeTruthy()
    expect((await admin().getUserById(id)).data.user?.email).toBe(email)

    const changed = await admin().updateUserById(id, { app_metadata: { tier: 'gold' } })
    expect(changed.data.user?.app_metadata).toMatchObject({ provider: 'email', tier: 'gold' })

    const { data } = await admin().listUsers({ page: 1, perPage: 1 })
    expect(data.users).toHaveLength(1)
    expect(data).toMatchObject({ aud: 'authenticated', total: expect.any(Number) })

    expect((await admin().deleteUser(id)).error).toBeNull()
    expect((await admin().getUserById(id)).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
  })

  test("after an account is deleted with the admin API, the account's access tokens are rejected", async () => {
    const { client, user } = await signedUp(target)
    await admin().deleteUser(user.id)
    expect((await client.auth.getUser()).error?.code).toBe('user_not_found')
  })

  test.runIf(isOwnTarget)(
    'deleting an account that another table references fails with 409 until the reference is removed',
    async () => {
      const sql = target.sql!
      const { user } = await signedUp(target)
      await sql`create table public.invoices (user_id uuid references auth.users (id))`
      await sql`insert into public.invoices values (${user.id})`
      expect((await admin().deleteUser(user.id)).error).toMatchObject({
        status: 409,
        code: 'conflict',
      })
      await sql`drop table public.invoices`
      expect((await admin().deleteUser(user.id)).error).toBeNull()
    },
  )

  test('admin.createUser rejects a taken email and an account with neither email nor phone, and GET /admin/users/{id} rejects a malformed id', async () => {
    const { email } = await signedUp(target)
    expect((await admin().createUser({ email, password })).error?.code).toBe('email_exists')
    expect((await admin().createUser({ password })).error?.code).toBe('validation_failed')
    const response = await fetch(`${target.url}/auth/v1/admin/users/7`, {
      headers: { Authorization: `Bearer ${target.serviceRoleKey}` },
    })
    expect(response.status).toBe(404)
  })

  test('GET /admin/users returns 403 for the tokens of users and of anon, and 401 without a token', async () => {
    const { session } = await signedUp(target)
    for (const [token, status] of [
      [session.access_token, 403],
      [target.anonKey, 403],
      [null, 401],
    ] as const) {
      const response = await fetch(`${target.url}/auth/v1/admin/users`, {
        headers: token === null ? {} : { Authorization: `Bearer ${token}` },
      })
      expect(response.status).toBe(status)
    }
  })
})

describe('public endpoints', () => {
  test.each([
    ['health', { name: 'GoTrue' }],
    ['settings', { external: { email: true }, disable_signup: false, mailer_autoconfirm: true }],
    ['.well-known/jwks.json', { keys: expect.any(Array) }],
  ])('GET /%s requires no access token', async (path, expected) => {
    const response = await fetch(`${target.url}/auth/v1/${path}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject(expected)
  })
})
