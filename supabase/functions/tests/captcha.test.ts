import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { openMarket } from './market.ts'
import { password } from './member.ts'

test('delete-account accepts a password without a CAPTCHA token even if sign-ins require a CAPTCHA', async () => {
  // No server listens at this CAPTCHA verification URL, so a verification request would fail.
  const url = 'http://127.0.0.1:1/'
  const captcha = { provider: 'turnstile', secret: 'a secret', url } as const
  const market = await openMarket({ backend: { auth: { captcha } } })
  const { url: site, serviceRoleKey } = market.server
  const project = createClient(site, serviceRoleKey, { auth: { persistSession: false } })
  const credentials = { email: `${crypto.randomUUID()}@example.com`, password }
  const { data } = await project.auth.admin.createUser({ ...credentials, email_confirm: true })
  const signedIn = await project.auth.signInWithPassword(credentials)
  const token = signedIn.data.session?.access_token
  const deleteAccount = (given: string) =>
    market.post('delete-account', { password: given, confirmation: 'DELETE' }, token)
  expect(await deleteAccount('not their password')).toMatchObject({
    body: { code: 'wrong_password' },
  })
  expect(await deleteAccount(password)).toMatchObject({ status: 200 })
  const [row] = await market.server.sql`select email from auth.users where id = ${data.user!.id}`
  expect(row).toEqual({ email: null })
  await market.server.stop()
})
