import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { withIdentitySandbox } from './identity.ts'
import { startTestServer } from './testing/server.ts'

test('the stand-in gives way to any provider that is configured', () => {
  const standIn = { clientId: 'sandbox' }
  const saml = { privateKey: 'a key' }
  expect(withIdentitySandbox({}, { provider: standIn, saml })).toEqual({
    saml,
    external: { sandbox: standIn },
  })
  const own = { external: { google: { clientId: 'x' } } }
  expect(withIdentitySandbox(own, { provider: standIn, saml })).toEqual({ ...own, saml })
})

test('where stand-ins run, people sign in with the Sandbox ID', async () => {
  const server = await startTestServer()
  try {
    const settings = (await (await fetch(`${server.url}/auth/v1/settings`)).json()) as object
    expect(settings).toMatchObject({
      external_providers: [{ name: 'sandbox', label: 'Sandbox ID' }],
    })
    const { auth } = createClient(server.url, server.anonKey, { auth: { persistSession: false } })
    const { data } = await auth.signInWithOAuth({
      // A name of our own, which the client's list of providers does not have.
      provider: 'sandbox' as 'google',
      options: { redirectTo: `${server.url}/profile`, skipBrowserRedirect: true },
    })
    const begun = await fetch(data.url!, { redirect: 'manual' })
    const page = await fetch(begun.headers.get('location')!)
    const html = await page.text()
    expect(html).toContain('Choose an account')
    const form = new URLSearchParams(new URL(page.url).search)
    form.set('email', 'mara@quill.example')
    form.set('email_verified', 'true')
    const chosen = await fetch(page.url.split('?')[0]!, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    const back = await fetch(chosen.headers.get('location')!, { redirect: 'manual' })
    const landing = new URL(back.headers.get('location')!)
    expect(landing.pathname).toBe('/profile')
    expect(landing.hash).toContain('access_token=')
    const [profile] = await server.sql`
      select email from auth.users where email = 'mara@quill.example'`
    expect(profile).toBeDefined()
  } finally {
    await server.stop()
  }
})
