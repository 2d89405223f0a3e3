import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { openMarket } from './market.ts'
import { password } from './member.ts'

test('where a captcha is asked for, the project itself still checks a leaving person’s password', async () => {
  // Nobody verifies anything there, and nobody has to.
  const url = 'http://127.0.0.1:1/'
  const captcha = { provider: 'turnstile', secret: 'a secret', url } as const
  const market = await openMarket({ backend: { auth: { captcha } } })
  const { url: site, serviceRoleKey } = market.server
  const project = createClient(site, serviceRoleKey, { auth: { persistSession: false } })
  const credentials = { email: `${crypto.randomUUID()}@example.com`, password }
  const { data } = await project.auth.admin.createUser({ ...credentials, email_confirm: true })
  const signedIn = await project.auth.signInWithPassword(credentials)
  const token = signedIn.data.session?.access_token
  const leave = (given: string) =>
    market.post('delete-account', { password: given, confirmation: 'DELETE' }, token)
  expect(await leave('not their password')).toMatchObject({ body: { code: 'wrong_password' } })
  expect(await leave(password)).toMatchObject({ status: 200 })
  const [row] = await market.server.sql`select email from auth.users where id = ${data.user!.id}`
  expect(row).toEqual({ email: null })
  await market.server.stop()
})
