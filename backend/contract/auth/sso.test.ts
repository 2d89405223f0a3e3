import { createVerify, X509Certificate } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, type Target, useTarget } from '../target.ts'
import { inSeconds } from './saml-provider.ts'
import {
  acsUrl,
  requestAsAdmin,
  begin,
  entityId,
  responseValuesOf,
  validResponse,
  newOrganization,
  openSamlTarget,
  post,
  readRequest,
  type Organization,
} from './saml-target.ts'

const challenge = 'a'.repeat(43)

describe.runIf(isOwnTarget)('POST /sso', () => {
  let target: Target
  let organization: Organization
  beforeAll(async () => {
    target = await openSamlTarget({
      auth: { redirectUrls: ['https://app.example/after/*'] },
    })
    organization = await newOrganization(target)
  })
  afterAll(() => target.close())

  const sso = (body: unknown) =>
    fetch(`${target.url}/auth/v1/sso`, {
      method: 'POST',
      redirect: 'manual',
      headers: { apikey: target.anonKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  test("POST /sso finds the provider by id or by email domain, ignoring case, and returns the provider's URL", async () => {
    const { auth } = clientOf(target)
    for (const whom of [
      { domain: organization.domain.toUpperCase() },
      { providerId: organization.id },
    ]) {
      const { data, error } = await auth.signInWithSSO(whom)
      expect(error).toBeNull()
      expect(data?.url).toMatch(/^https:\/\/idp\.example\/sign-in\?tenant=1&SAMLRequest=/)
    }
  })

  test("the SAML request contains the server's entity id and is signed with the key from the server's metadata", async () => {
    const { url, requestXml, requestId, relayState } = await begin(target, organization)
    expect(requestXml).toContain(`<saml:Issuer>${entityId}</saml:Issuer>`)
    expect(requestXml).toContain(`AssertionConsumerServiceURL="${acsUrl}"`)
    expect(requestXml).toContain('Destination="https://idp.example/sign-in?tenant=1"')
    const [row] = await target.sql!`
      select sso_provider_id, request_id from auth.saml_relay_states where id = ${relayState}`
    expect(row).toEqual({ sso_provider_id: organization.id, request_id: requestId })

    const metadata = await fetch(`${target.url}/auth/v1/sso/saml/metadata`)
    const certificate = /<ds:X509Certificate>([^<]+)</.exec(await metadata.text())![1]!
    const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'))
    const signed = url.search.slice('?tenant=1&'.length).replace(/&Signature=.*$/, '')
    const signature = Buffer.from(url.searchParams.get('Signature')!, 'base64')
    expect(url.searchParams.get('SigAlg')).toMatch(/rsa-sha256$/)
    const verifies = createVerify('sha256').update(signed).verify(publicKey, signature)
    expect(verifies).toBe(true)
  })

  test('POST /sso redirects to the identity provider unless the client requests only the URL', async () => {
    const answer = await sso({ domain: organization.domain })
    expect(answer.status).toBe(303)
    const { relayState } = readRequest(answer.headers.get('location')!)
    expect(relayState).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=None; Secure/)
  })

  test('an SSO sign-in with a PKCE challenge ends with a code that requires the PKCE verifier', async () => {
    const { auth } = clientOf(target)
    const { client, verifier } = pkceClient(target)
    const { data } = await client.auth.signInWithSSO({
      domain: organization.domain,
      options: { redirectTo: 'https://app.example/after/sign-in' },
    })
    const begun = readRequest(data!.url)
    const end = inSeconds(600)
    const facts = responseValuesOf(
      organization,
      { ...begun, cookie: '' },
      { sessionNotOnOrAfter: end },
    )
    const { to, fragment } = await post(
      target,
      begun.relayState,
      validResponse(organization, facts),
    )
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

  test('for PKCE clients, SSO errors are in both the query and the fragment of the redirect URL', async () => {
    const { client } = pkceClient(target)
    const { data } = await client.auth.signInWithSSO({ providerId: organization.id })
    const { relayState } = readRequest(data!.url)
    const { to, fragment } = await post(target, relayState, '<a/>')
    expect(to.searchParams.get('error_code')).toBe('validation_failed')
    expect(fragment.get('error')).toBe('invalid_request')
  })

  test('POST /sso rejects unknown domains, unknown ids and disabled providers', async () => {
    const off = await newOrganization(target, { disabled: true })
    for (const whom of [
      { domain: 'unknown.example' },
      { provider_id: crypto.randomUUID() },
      { domain: off.domain },
    ]) {
      const answer = await sso(whom)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ error_code: 'sso_provider_not_found' })
    }
  })

  test('POST /sso rejects invalid request bodies', async () => {
    for (const body of [
      {},
      { domain: organization.domain, provider_id: organization.id },
      { provider_id: '7' },
      { domain: organization.domain, code_challenge: challenge },
      { domain: organization.domain, code_challenge: 'short', code_challenge_method: 's256' },
      { domain: 7 },
    ]) {
      expect((await sso(body)).status).toBe(400)
    }
  })

  test('an SSO sign-in never redirects to a URL outside the allow list', async () => {
    for (const redirect_to of [
      'https://evil.example/',
      'https://app.example.evil.example/after/x',
      'https://app.example@evil.example/after/x',
      'javascript:alert(1)',
    ]) {
      const begun = await begin(target, organization, { redirect_to })
      const { to } = await post(
        target,
        begun.relayState,
        validResponse(organization, responseValuesOf(organization, begun)),
      )
      expect(to.origin).toBe('http://localhost')
    }
  })

  test("GET /sso/saml/metadata returns the server's SAML metadata for display or as a download", async () => {
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

  test("the server's SAML metadata contains neither the private key nor an encryption key", async () => {
    const answer = await fetch(`${target.url}/auth/v1/sso/saml/metadata`)
    const text = await answer.text()
    expect(text).not.toContain('PRIVATE')
    expect(text.match(/<KeyDescriptor/g)).toHaveLength(1)
    expect(text).toContain('use="signing"')
  })

  test('GET /settings reports that SAML is enabled', async () => {
    const settings = await fetch(`${target.url}/auth/v1/settings`)
    expect(await settings.json()).toMatchObject({ saml_enabled: true })
  })
})

describe('SSO not configured', () => {
  const target = useTarget()

  test('SAML endpoints are disabled if no private key is configured', async () => {
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

  test.runIf(isOwnTarget)(
    'POST /sso works with OpenID Connect providers when SAML is disabled',
    async () => {
      const answer = await requestAsAdmin(target, 'POST', '', {
        type: 'oidc',
        issuer: 'http://127.0.0.1:1',
        client_id: 'us',
        client_secret: 'secret',
        domains: ['oidc.example'],
      })
      expect(answer.status).toBe(201)
      const { error } = await clientOf(target).auth.signInWithSSO({ domain: 'unknown.example' })
      expect(error?.code).toBe('sso_provider_not_found')
      // Status 500 means that the sign-in started but the identity provider was unreachable.
      const known = await clientOf(target).auth.signInWithSSO({ domain: 'oidc.example' })
      expect(known.error?.status).toBe(500)
    },
  )
})

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
