import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password, signedUp } from '../target.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'
import { ask, signedInAgain, withFactor } from './user-with-factor.ts'

describe.runIf(isOwnTarget)('DELETE /admin/users/{id}', () => {
  let box: MailTarget
  beforeAll(async () => {
    box = await openMailTarget()
  })
  afterAll(() => box.target.close())

  const admin = () => clientOf(box.target, box.target.serviceRoleKey).auth.admin

  async function everything(): Promise<string> {
    const tables = await box.sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('auth', 'auth_internal')`
    const rows = await Promise.all(
      tables.map(({ name }) => box.sql.unsafe(`select to_jsonb(t)::text as row from ${name} t`)),
    )
    return rows.flatMap((found) => found.map(({ row }) => row as string)).join('\n')
  }

  async function wellKnown() {
    const person = await withFactor(box.target)
    await person.client.auth.updateUser({ data: { full_name: 'Ada Lovelace' } })
    await admin().generateLink({ type: 'recovery', email: person.email })
    return person
  }

  test('deleting an account removes its email and name from all auth tables and frees the email for a new sign-up', async () => {
    const { user, client, email } = await wellKnown()
    expect((await admin().deleteUser(user.id)).error).toBeNull()
    expect((await client.auth.getUser()).error?.code).toBe('user_not_found')
    const left = await everything()
    expect(left).not.toContain(email)
    expect(left).not.toContain('Ada Lovelace')
    const again = await clientOf(box.target).auth.signUp({ email, password })
    expect(again.error).toBeNull()
  })

  test("a soft deletion keeps the account's row but removes its personal data from all auth tables", async () => {
    const { user, client, email, factorId, secret, session } = await wellKnown()
    expect((await admin().deleteUser(user.id, true)).error).toBeNull()
    const left = await everything()
    for (const trace of [email, 'Ada Lovelace', secret]) expect(left).not.toContain(trace)
    const factors = await box.sql`select from auth.mfa_factors where id = ${factorId}`
    expect(factors).toHaveLength(0)
    expect((await client.auth.getUser()).error).not.toBeNull()
    const { refresh_token } = session
    expect((await clientOf(box.target).auth.refreshSession({ refresh_token })).error).not.toBeNull()
    const { data } = await admin().getUserById(user.id)
    expect(data.user).toMatchObject({
      id: user.id,
      email: '',
      deleted_at: expect.any(String),
      identities: [],
      user_metadata: {},
      app_metadata: {},
    })
    expect((await admin().deleteUser(user.id, true)).error).toBeNull()
  })

  test('deleting an account removes names, browsers and IP addresses from its audit log entries', async () => {
    const { user } = await signedUp(box.target)
    const payload = {
      actor_id: user.id,
      actor_username: user.email ?? '',
      action: 'identity_linked',
      traits: { provider: 'google', provider_id: '1234567', user_agent: 'Firefox' },
    }
    await box.sql`
      insert into auth.audit_log_entries (payload, ip_address)
      values (${box.sql.json(payload)}, '203.0.113.7')`
    await admin().deleteUser(user.id, true)
    const entries = await box.sql`
      select payload ->> 'actor_username' as name, ip_address as address, payload -> 'traits' as traits
      from auth.audit_log_entries
      where payload ->> 'actor_id' = ${user.id} and payload ->> 'action' = 'identity_linked'`
    expect(entries).toEqual([{ name: '', address: '', traits: { provider: 'google' } }])
  })

  test('a soft-deleted account cannot sign in or be updated by an admin', async () => {
    const { user, email } = await signedUp(box.target)
    await admin().deleteUser(user.id, true)
    const change = { email, password, email_confirm: true }
    expect((await admin().updateUserById(user.id, change)).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
    await expect(signedInAgain(box.target, email)).rejects.toMatchObject({
      code: 'invalid_credentials',
    })
  })

  test('DELETE /admin/users/{id} rejects an unknown account, an invalid id and an invalid body', async () => {
    const del = (id: string, body?: unknown) =>
      ask(box.target, box.target.serviceRoleKey, 'DELETE', `/admin/users/${id}`, body)
    expect(await del(crypto.randomUUID())).toMatchObject({ status: 404, code: 'user_not_found' })
    expect(await del('7')).toMatchObject({ status: 404, code: 'validation_failed' })
    const { user } = await signedUp(box.target)
    expect(await del(user.id, { should_soft_delete: 'no' })).toMatchObject({
      status: 400,
      code: 'bad_json',
    })
    expect((await admin().getUserById(user.id)).error).toBeNull()
  })

  test('users cannot call DELETE /admin/users/{id}, not even for their own account', async () => {
    const { user, session } = await signedUp(box.target)
    for (const token of [session.access_token, box.target.anonKey]) {
      const answer = await ask(box.target, token, 'DELETE', `/admin/users/${user.id}`)
      expect(answer).toMatchObject({ status: 403, code: 'not_admin' })
    }
    expect((await admin().getUserById(user.id)).data.user?.id).toBe(user.id)
  })

  test('a sign-in that runs while its account is being deleted leaves no session', async () => {
    const email = newEmail()
    const { data } = await admin().createUser({ email, password, email_confirm: true })
    await Promise.all([
      clientOf(box.target).auth.signInWithPassword({ email, password }),
      clientOf(box.target).auth.signInWithPassword({ email, password }),
      admin().deleteUser(data.user!.id, true),
    ])
    const sessions = await box.sql`select from auth.sessions where user_id = ${data.user!.id}`
    expect(sessions).toHaveLength(0)
  })
})
