import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password, signedUp } from '../target.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'
import { enrolled, signedInAgain, withFactor } from './user-with-factor.ts'

/** Auth tables in the order in which a dump restores them: referenced tables come first. */
const movingTables = [
  'users',
  'identities',
  'mfa_factors',
  'one_time_tokens',
  'sso_providers',
  'sso_domains',
  'saml_providers',
  'audit_log_entries',
] as const

describe.runIf(isOwnTarget)('import from and export to hosted Supabase', () => {
  let box: MailTarget
  beforeAll(async () => {
    box = await openMailTarget()
    const description = new URL('./supabase-auth-schema.sql', import.meta.url)
    await box.sql.unsafe(readFileSync(description, 'utf8'))
  })
  afterAll(() => box.target.close())

  /** Returns the columns that a data-only dump contains: all columns that are not generated. */
  async function columnsOf(schema: string, table: string) {
    const rows = await box.sql<{ name: string; type: string }[]>`
      select attname as name, replace(format_type(atttypid, null), ${`${schema}.`}, '') as type
      from pg_attribute
      where attrelid = ${`${schema}.${table}`}::regclass and attnum > 0 and not attisdropped
        and attgenerated = ''
      order by attnum`
    return new Map(rows.map(({ name, type }) => [name, type]))
  }

  /** Maps column types with the same text format to one name, so that they compare as equal. */
  const family = (type: string | undefined) =>
    type?.replace('character varying', 'text').replace('json', 'jsonb').replace('jsonbb', 'jsonb')

  test.each(movingTables)(
    'every column of the table auth.%s exists in hosted Supabase with a compatible type',
    async (table) => {
      const own = await columnsOf('auth', table)
      const hosted = await columnsOf('hosted', table)
      expect(own.size).toBeGreaterThan(3)
      for (const [name, type] of own) {
        expect([name, family(hosted.get(name))]).toEqual([name, family(type)])
      }
    },
  )

  test('the rows of accounts of every kind can be copied as text to the auth tables of hosted Supabase', async () => {
    const { target, sql } = box
    const { admin } = clientOf(target, target.serviceRoleKey).auth
    const person = await withFactor(target)
    await enrolled((await signedUp(target)).client)
    await admin.createUser({ phone: '15005550001', phone_confirm: true })
    await admin.inviteUserByEmail(newEmail())
    await admin.generateLink({ type: 'recovery', email: person.email })
    const gone = await signedUp(target)
    await admin.deleteUser(gone.user.id, true)
    const alsoGone = await signedUp(target)
    await admin.deleteUser(alsoGone.user.id, true)
    await sql`insert into auth.users (is_anonymous, raw_app_meta_data) values (true, '{}')`
    await sql`
      with organization as (
        insert into auth.sso_providers (resource_id) values ('organization') returning id
      ), domain as (
        insert into auth.sso_domains (sso_provider_id, domain) select id, 'example.com' from organization
      )
      insert into auth.saml_providers (sso_provider_id, entity_id, metadata_xml)
      select id, 'https://organization.example.com', '<xml/>' from organization`
    for (const table of movingTables) {
      const names = [...(await columnsOf('auth', table)).keys()]
      const list = names.map((name) => `"${name}"`).join(', ')
      // Copies values as text, because a dump stores them as text.
      const texts = names.map((name) => `"${name}"::text as "${name}"`).join(', ')
      const rows = await sql.unsafe(`select ${texts} from auth.${table}`)
      expect([table, rows.length > 0]).toEqual([table, true])
      const types = await columnsOf('hosted', table)
      const casts = names.map((name, i) => `$${i + 1}::text::${hostedType(types.get(name))}`)
      for (const row of rows) {
        const values = names.map((name) => row[name] as string | null)
        await sql.unsafe(
          `insert into hosted.${table} (${list}) values (${casts.join(', ')})`,
          values,
        )
      }
      const [count] = await sql.unsafe(`select count(*)::int as moved from hosted.${table}`)
      expect([table, count?.['moved']]).toEqual([table, rows.length])
    }
  })

  const hostedType = (type: string | undefined) =>
    ['one_time_token_type', 'factor_type', 'factor_status'].includes(type ?? '')
      ? `hosted.${type}`
      : type

  test('token columns of auth.users are never null, because GoTrue cannot read null values in these columns', async () => {
    const columns = [
      'confirmation_token',
      'recovery_token',
      'email_change_token_new',
      'email_change',
      'phone_change',
      'phone_change_token',
      'email_change_token_current',
      'reauthentication_token',
    ]
    const { client } = await signedUp(box.target)
    await client.auth.updateUser({ email: newEmail() })
    for (const column of columns) {
      const rows = await box.sql`select from auth.users where ${box.sql(column)} is null`
      expect([column, rows.length]).toEqual([column, 0])
    }
  })

  test('password hashes are stored in a format that GoTrue can verify', async () => {
    const { user } = await signedUp(box.target)
    const [row] = await box.sql`
      select encrypted_password from auth.users where id = ${user.id}`
    expect(row?.['encrypted_password']).toMatch(
      /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[\w+/]+\$[\w+/]+$/,
    )
  })

  test('an account inserted by a Supabase seed file can sign in, change its email and be read by an admin', async () => {
    const { sql, target } = box
    const id = crypto.randomUUID()
    const email = newEmail()
    await sql`
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password,
        email_confirmed_at, recovery_sent_at, last_sign_in_at, raw_app_meta_data,
        raw_user_meta_data, created_at, updated_at, confirmation_token, email_change,
        email_change_token_new, recovery_token)
      values ('00000000-0000-0000-0000-000000000000', ${id}, 'authenticated', 'authenticated',
        ${email}, extensions.crypt(${password}, extensions.gen_salt('bf')), now(), now(), now(),
        '{"provider":"email","providers":["email"]}', '{}', now(), now(), '', '', '', '')`
    await sql`
      insert into auth.identities (id, user_id, provider_id, identity_data, provider,
        last_sign_in_at, created_at, updated_at)
      values (gen_random_uuid(), ${id}, ${id},
        format('{"sub":"%s","email":"%s"}', ${id}::text, ${email}::text)::jsonb, 'email', now(),
        now(), now())`
    const { client } = await signedInAgain(target, email)
    const fresh = newEmail()
    expect((await client.auth.updateUser({ email: fresh })).data.user).toMatchObject({
      id,
      email: fresh,
      identities: [{ provider: 'email', identity_data: { email: fresh } }],
    })
    const { admin } = clientOf(target, target.serviceRoleKey).auth
    expect((await admin.getUserById(id)).data.user?.email).toBe(fresh)
  })

  test('sign-in and PUT /user work for an account whose metadata, token and creation time columns are null', async () => {
    const { sql, target } = box
    const id = crypto.randomUUID()
    const email = newEmail()
    await sql`
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password,
        email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token,
        recovery_token, email_change_token_new, email_change, phone_change, phone_change_token,
        email_change_token_current, reauthentication_token)
      values (null, ${id}, 'authenticated', 'authenticated', ${email},
        extensions.crypt(${password}, extensions.gen_salt('bf')), now(), null, null, null, null, null, null,
        null, null, null, null, null, null)`
    const { client } = await signedInAgain(target, email)
    const { data } = await client.auth.updateUser({ data: { a: 1 } })
    expect(data.user).toMatchObject({ id, identities: [], user_metadata: { a: 1 } })
    await sql`delete from auth.users where id = ${id}`
  })
})
