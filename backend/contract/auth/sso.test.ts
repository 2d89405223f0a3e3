import { createVerify, X509Certificate } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, openTarget, type Target } from '../target.ts'
import { inSeconds } from './saml-provider.ts'
import {
  acsUrl,
  askAdmin,
  begin,
  entityId,
  factsOf,
  honestAnswer,
  newCompany,
  openSamlTarget,
  post,
  readRequest,
  type Company,
} from './saml-target.ts'

const challenge = 'a'.repeat(43)

describe.runIf(isOwnTarget)('sign-in through a company', () => {
  let target: Target
  let company: Company
  beforeAll(async () => {
    target = await openSamlTarget({
      auth: { redirectUrls: ['https://app.example/after/*'] },
    })
    company = await newCompany(target)
  })
  afterAll(() => target.close())

  const sso = (body: unknown) =>
    fetch(`${target.url}/auth/v1/sso`, {
      method: 'POST',
      redirect: 'manual',
      headers: { apikey: target.anonKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('the client is told where to go, by domain in any case or by id', async () => {
    const { auth } = clientOf(target)
    for (const whom of [{ domain: company.domain.toUpperCase() }, { providerId: company.id }]) {
      const { data, error } = await auth.signInWithSSO(whom)
      expect(error).toBeNull()
      expect(data?.url).toMatch(/^https:\/\/idp\.example\/sign-in\?tenant=1&SAMLRequest=/)
    }
  })

  test('our request names us and is signed with the key of our metadata', async () => {
    const { url, requestXml, requestId, relayState } = await begin(target, company)
    expect(requestXml).toContain(`<saml:Issuer>${entityId}</saml:Issuer>`)
    expect(requestXml).toContain(`AssertionConsumerServiceURL="${acsUrl}"`)
    expect(requestXml).toContain('Destination="https://idp.example/sign-in?tenant=1"')
    const [row] = await target.sql!`
      select sso_provider_id, request_id from auth.saml_relay_states where id = ${relayState}`
    expect(row).toEqual({ sso_provider_id: company.id, request_id: requestId })

    const metadata = await fetch(`${target.url}/auth/v1/sso/saml/metadata`)
    const certificate = /<ds:X509Certificate>([^<]+)</.exec(await metadata.text())![1]!
    const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'))
    const signed = url.search.slice('?tenant=1&'.length).replace(/&Signature=.*$/, '')
    const signature = Buffer.from(url.searchParams.get('Signature')!, 'base64')
    expect(url.searchParams.get('SigAlg')).toMatch(/rsa-sha256$/)
    const verifies = createVerify('sha256').update(signed).verify(publicKey, signature)
    expect(verifies).toBe(true)
  })

  test('a browser is sent on at once, unless its client asks for the address', async () => {
    const answer = await sso({ domain: company.domain })
    expect(answer.status).toBe(303)
    const { relayState } = readRequest(answer.headers.get('location')!)
    expect(relayState).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=None; Secure/)
  })

  test('with a challenge, a code comes back that only its verifier opens', async () => {
    const { auth } = clientOf(target)
    const { client, verifier } = pkceClient(target)
    const { data } = await client.auth.signInWithSSO({
      domain: company.domain,
      options: { redirectTo: 'https://app.example/after/sign-in' },
    })
    const begun = readRequest(data!.url)
    const end = inSeconds(600)
    const facts = factsOf(company, { ...begun, cookie: '' }, { sessionNotOnOrAfter: end })
    const { to, fragment } = await post(target, begun.relayState, honestAnswer(company, facts))
    expect(to.origin + to.pathname).toBe('https://app.example/after/sign-in')
    expect(fragment.has('access_token')).toBe(false)
    const code = to.searchParams.get('code')!

    const stolen = await fetch(`${target.url}/auth/v1/token?grant_type=pkce`, {
      method: 'POST',
      headers: { apikey: target.anonKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ auth_code: code, code_verifier: 'b'.repeat(43) }),
    })
    expect(stolen.status).toBe(400)
    expect(verifier()).toBeTruthy()
    const { data: signedIn, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(signedIn.user?.email).toBe(facts.email)
    const claims = await auth.getClaims(signedIn.session!.access_token)
    expect(claims.data?.claims.amr).toMatchObject([{ method: 'sso/saml' }])
    const [row] = await target.sql!`
      select not_after from auth.sessions where user_id = ${signedIn.user!.id}`
    expect(row?.['not_after'].toISOString()).toBe(end)
  })

  test('what went wrong is told in query and fragment to a client with a challenge', async () => {
    const { client } = pkceClient(target)
    const { data } = await client.auth.signInWithSSO({ providerId: company.id })
    const { relayState } = readRequest(data!.url)
    const { to, fragment } = await post(target, relayState, '<a/>')
    expect(to.searchParams.get('error_code')).toBe('validation_failed')
    expect(fragment.get('error')).toBe('invalid_request')
  })

  test('unknown domains and ids, and a provider that is switched off', async () => {
    const off = await newCompany(target, { disabled: true })
    for (const whom of [
      { domain: 'nobody.example' },
      { provider_id: crypto.randomUUID() },
      { domain: off.domain },
    ]) {
      const answer = await sso(whom)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ error_code: 'sso_provider_not_found' })
    }
  })

  test('bodies that make no sense', async () => {
    for (const body of [
      {},
      { domain: company.domain, provider_id: company.id },
      { provider_id: '7' },
      { domain: company.domain, code_challenge: challenge },
      { domain: company.domain, code_challenge: 'short', code_challenge_method: 's256' },
      { domain: 7 },
    ]) {
      expect((await sso(body)).status).toBe(400)
    }
  })

  test('nobody is led to a place that is not on the list', async () => {
    for (const redirect_to of [
      'https://evil.example/',
      'https://app.example.evil.example/after/x',
      'https://app.example@evil.example/after/x',
      'javascript:alert(1)',
    ]) {
      const begun = await begin(target, company, { redirect_to })
      const { to } = await post(
        target,
        begun.relayState,
        honestAnswer(company, factsOf(company, begun)),
      )
      expect(to.origin).toBe('http://localhost')
    }
  })

  test('our metadata, in the browser and as a file', async () => {
    const shown = await fetch(`${target.url}/auth/v1/sso/saml/metadata`)
    expect(shown.headers.get('content-type')).toContain('application/xml')
    const text = await shown.text()
    expect(text).toContain(`entityID="${entityId}"`)
    expect(text).toContain(`Location="${acsUrl}"`)
    expect(text).toContain('AuthnRequestsSigned="true" WantAssertionsSigned="true"')
    const file = await fetch(`${target.url}/auth/v1/sso/saml/metadata?download=true`)
    expect(file.headers.get('content-disposition')).toContain('metadata.xml')
    expect(await file.text()).toMatch(/ validUntil="\d{4}-/)
  })

  test('our metadata tell nothing of the private key, and no key for encryption', async () => {
    const answer = await fetch(`${target.url}/auth/v1/sso/saml/metadata`)
    const text = await answer.text()
    expect(text).not.toContain('PRIVATE')
    expect(text.match(/<KeyDescriptor/g)).toHaveLength(1)
    expect(text).toContain('use="signing"')
  })

  test('settings say that SAML is on', async () => {
    const settings = await fetch(`${target.url}/auth/v1/settings`)
    expect(await settings.json()).toMatchObject({ saml_enabled: true })
  })
})

describe('where no company signs in', () => {
  let target: Target
  beforeAll(async () => {
    target = await openTarget()
  })
  afterAll(() => target.close())

  test('SAML is off, whatever else a request says', async () => {
    for (const [method, path, body] of [
      ['POST', 'sso', '{"domain":'],
      ['POST', 'sso', '{}'],
      ['GET', 'sso/saml/metadata', null],
      ['POST', 'sso/saml/acs', null],
    ] as const) {
      const answer = await fetch(`${target.url}/auth/v1/${path}`, {
        method,
        body,
        headers: { apikey: target.anonKey },
      })
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({
        error_code: 'saml_provider_disabled',
        msg: 'SAML 2.0 is disabled',
      })
    }
  })

  test.runIf(isOwnTarget)('a company by OpenID Connect opens the way without SAML', async () => {
    const answer = await askAdmin(target, 'POST', '', {
      type: 'oidc',
      issuer: 'http://127.0.0.1:1',
      client_id: 'us',
      client_secret: 'secret',
      domains: ['oidc.example'],
    })
    expect(answer.status).toBe(201)
    const { error } = await clientOf(target).auth.signInWithSSO({ domain: 'nobody.example' })
    expect(error?.code).toBe('sso_provider_not_found')
    // That provider does not answer, which is found out only when it is asked.
    const known = await clientOf(target).auth.signInWithSSO({ domain: 'oidc.example' })
    expect(known.error?.status).toBe(500)
  })
})

/** A client that proves with a verifier, as in a browser. */
function pkceClient(target: Target) {
  const kept = new Map<string, string>()
  const client = createClient(target.url, target.anonKey, {
    auth: {
      flowType: 'pkce',
      autoRefreshToken: false,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    },
  })
  return { client, verifier: () => [...kept.keys()].find((key) => key.includes('code-verifier')) }
}
