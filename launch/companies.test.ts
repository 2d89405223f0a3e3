import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from './testing/server.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const attributeOf = (tag: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? ''

/** Begins at the sandbox's page for a domain. */
async function begin(domain: string): Promise<URL> {
  const { auth } = createClient(server.url, server.anonKey, { auth: { persistSession: false } })
  const { data, error } = await auth.signInWithSSO({ domain })
  if (error) throw error
  return new URL(data.url)
}

/** Fills in the company's page and follows its answer; where that leads. */
async function signIn(answers: Record<string, string>): Promise<URLSearchParams> {
  const page = await begin('calder.example')
  const form = new URLSearchParams(page.search)
  for (const [name, value] of Object.entries(answers)) form.set(name, value)
  const answer = await fetch(page.origin + page.pathname, { method: 'POST', body: form })
  const html = await answer.text()
  const action = attributeOf(/<form[^>]*id="answer"[^>]*>/.exec(html)![0], 'action')
  const fields = [...html.matchAll(/<input type="hidden"[^>]*>/g)].map(
    ([tag]) => [attributeOf(tag, 'name'), attributeOf(tag, 'value')] as [string, string],
  )
  const back = await fetch(action, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  return new URLSearchParams(new URL(back.headers.get('location')!).hash.slice(1))
}

test('the page of a company by SAML asks its own people', async () => {
  const html = await (await fetch(await begin('larsen.example'))).text()
  expect(html).toContain('Calder &amp; Larsen')
  expect(html).toContain('ines@calder.example')
  expect(html).not.toContain('yuna@petrov.example')
})

test('somebody of the company signs in, with the name it tells', async () => {
  const email = 'noor@calder.example'
  expect((await signIn({ email, name: 'Noor & <Sons>' })).has('access_token')).toBe(true)
  const [profile] = await server.sql`
    select full_name from public.profiles p join auth.users u on u.id = p.id
    where u.email = ${email} and u.is_sso_user`
  expect(profile).toEqual({ full_name: 'Noor & <Sons>' })
})

test.each(['unsigned', 'foreign-key', 'wrong-audience', 'expired', 'access-denied'])(
  'its test switch %s is noticed',
  async (fault) => {
    const landing = await signIn({ email: 'noor@calder.example', fault })
    expect(landing.get('error_description')).toBe('SAML Assertion is not valid')
  },
)

test('requests of nobody it knows are refused', async () => {
  const page = await begin('calder.example')
  page.searchParams.set('RelayState', 'changed')
  expect((await fetch(page)).status).toBe(400)
  expect((await fetch(page.origin + page.pathname)).status).toBe(400)
})

test('a company by OpenID Connect is asked at the Sandbox ID', async () => {
  const page = await begin('petrov.example')
  expect(page.pathname).toBe('/_sandbox/identity/oidc/authorize')
})
