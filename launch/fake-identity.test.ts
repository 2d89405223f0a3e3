import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFakeIdentity } from './fake-identity.ts'
import { startTestServer, type InProcessServer } from './testing/server.ts'

let server: InProcessServer
beforeAll(async () => {
  server = await startTestServer({ identity: true })
})
afterAll(() => server.stop())

const attributeOf = (tag: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? ''

async function startSso(domain: string): Promise<URL> {
  const { auth } = createClient(server.url, server.anonKey, { auth: { persistSession: false } })
  const { data, error } = await auth.signInWithSSO({ domain })
  if (error) throw error
  return new URL(data.url)
}

async function signIn(formValues: Record<string, string>): Promise<URLSearchParams> {
  const page = await startSso('calder.example')
  const form = new URLSearchParams(page.search)
  for (const [name, value] of Object.entries(formValues)) form.set(name, value)
  const response = await fetch(page.origin + page.pathname, { method: 'POST', body: form })
  const html = await response.text()
  const action = attributeOf(/<form[^>]*id="response"[^>]*>/.exec(html)![0], 'action')
  const fields = [...html.matchAll(/<input type="hidden"[^>]*>/g)].map(
    ([tag]) => [attributeOf(tag, 'name'), attributeOf(tag, 'value')] as [string, string],
  )
  const callback = await fetch(action, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  return new URLSearchParams(new URL(callback.headers.get('location')!).hash.slice(1))
}

test('the SAML sign-in page of a fake organization lists only users of that organization', async () => {
  const html = await (await fetch(await startSso('larsen.example'))).text()
  expect(html).toContain('Calder &amp; Larsen')
  expect(html).toContain('ines@calder.example')
  expect(html).not.toContain('yuna@petrov.example')
})

test("after a sign-in with SAML, the user's profile has the name from the SAML assertion", async () => {
  const email = 'noor@calder.example'
  expect((await signIn({ email, name: 'Noor & <Sons>' })).has('access_token')).toBe(true)
  const [profile] = await server.sql`
    select full_name from public.profiles p join auth.users u on u.id = p.id
    where u.email = ${email} and u.is_sso_user`
  expect(profile).toEqual({ full_name: 'Noor & <Sons>' })
})

test.each(['unsigned', 'foreign-key', 'wrong-audience', 'expired', 'access-denied'])(
  'a SAML response with the simulated fault %s is rejected',
  async (fault) => {
    const landing = await signIn({ email: 'noor@calder.example', fault })
    expect(landing.get('error_description')).toBe('SAML Assertion is not valid')
  },
)

test('the SAML fake responds with 400 to a request that is unsigned or was changed after it was signed', async () => {
  const page = await startSso('calder.example')
  page.searchParams.set('RelayState', 'changed')
  expect((await fetch(page)).status).toBe(400)
  expect((await fetch(page.origin + page.pathname)).status).toBe(400)
})

test('an SSO sign-in for an OpenID Connect organization redirects to the fake provider', async () => {
  const page = await startSso('petrov.example')
  expect(page.pathname).toBe('/_sandbox/identity/oidc/authorize')
})

test('withFakeIdentity adds the fake provider only when no external provider is configured', () => {
  const fake = { clientId: 'sandbox' }
  const saml = { privateKey: 'a key' }
  expect(withFakeIdentity({}, { provider: fake, saml })).toEqual({
    saml,
    external: { sandbox: fake },
  })
  const configured = { external: { google: { clientId: 'x' } } }
  expect(withFakeIdentity(configured, { provider: fake, saml })).toEqual({ ...configured, saml })
})

test('a user signs in with the fake OpenID Connect provider "Sandbox ID"', async () => {
  const settings = (await (await fetch(`${server.url}/auth/v1/settings`)).json()) as object
  expect(settings).toMatchObject({
    external_providers: [{ name: 'sandbox', label: 'Sandbox ID' }],
  })
  const { auth } = createClient(server.url, server.anonKey, { auth: { persistSession: false } })
  const { data } = await auth.signInWithOAuth({
    // Casts the name, because supabase-js declares only the names of Supabase's own providers.
    provider: 'sandbox' as 'google',
    options: { redirectTo: `${server.url}/profile`, skipBrowserRedirect: true },
  })
  const started = await fetch(data.url!, { redirect: 'manual' })
  const page = await fetch(started.headers.get('location')!)
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
  const callback = await fetch(chosen.headers.get('location')!, { redirect: 'manual' })
  const landing = new URL(callback.headers.get('location')!)
  expect(landing.pathname).toBe('/profile')
  expect(landing.hash).toContain('access_token=')
  const [profile] = await server.sql`
      select email from auth.users where email = 'mara@quill.example'`
  expect(profile).toBeDefined()
})
