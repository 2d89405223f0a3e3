import { describe, expect, test } from 'vitest'
import { generateKeyPairSync } from 'node:crypto'
import { isOwnTarget, openTarget } from '../target.ts'

async function get(url: string, path: string, method = 'GET') {
  const response = await fetch(`${url}/auth/v1/${path}`, { method })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text) as Record<string, unknown> }
}

describe('GET /settings', () => {
  test('GET /settings is public and lists the available sign-in methods', async () => {
    const target = await openTarget()
    const { status, body } = await get(target.url, 'settings')
    await target.close()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      external: { email: true, google: false, github: false },
      disable_signup: false,
      mailer_autoconfirm: true,
    })
  })

  test.runIf(isOwnTarget)(
    'GET /settings returns the configured settings and contains no secret',
    async () => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
      const secret = 'not for anybody'
      const provider = { clientId: 'client', clientSecret: secret }
      const target = await openTarget({
        auth: {
          disableSignup: true,
          enableEmailAutoconfirm: false,
          enableAnonymous: false,
          enablePhone: true,
          enablePhoneAutoconfirm: true,
          external: { google: provider, corp: { ...provider, issuer: 'https://corp.example.com' } },
          sms: { accountSid: 'AC1', authToken: secret, from: '+15005550006' },
          saml: { privateKey: pem },
        },
      })
      const { body, text } = await get(target.url, 'settings')
      await target.close()
      expect(body).toMatchObject({
        external: {
          email: true,
          phone: true,
          anonymous_users: false,
          google: true,
          github: false,
          corp: true,
        },
        disable_signup: true,
        mailer_autoconfirm: false,
        phone_autoconfirm: true,
        sms_provider: 'twilio',
        saml_enabled: true,
      })
      expect(text).not.toContain(secret)
      expect(text).not.toContain('PRIVATE KEY')
    },
  )

  test.runIf(isOwnTarget)(
    'GET /settings reports sso_enabled if an enabled SSO provider has a domain',
    async () => {
      const target = await openTarget()
      const isOpen = async () => (await get(target.url, 'settings')).body['sso_enabled']
      const admin = async (method: string, path: string, body: object) => {
        const response = await fetch(`${target.url}/auth/v1/admin/sso/providers${path}`, {
          method,
          headers: {
            authorization: `Bearer ${target.serviceRoleKey}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(body),
        })
        expect(response.ok).toBe(true)
        return (await response.json()) as { id: string }
      }
      expect(await isOpen()).toBe(false)
      const organization = {
        type: 'oidc',
        issuer: 'https://id.acme.example',
        client_id: 'hourspace',
      }
      const { id } = await admin('POST', '', organization)
      // SSO sign-in is unavailable, because the organization's SSO provider has no domain yet.
      expect(await isOpen()).toBe(false)
      await admin('PUT', `/${id}`, { domains: ['acme.example'] })
      expect(await isOpen()).toBe(true)
      await admin('PUT', `/${id}`, { disabled: true })
      expect(await isOpen()).toBe(false)
      await target.close()
    },
  )

  test('/settings and /health respond to PUT requests with 404', async () => {
    const target = await openTarget()
    for (const path of ['settings', 'health']) {
      expect((await get(target.url, path, 'PUT')).status).toBe(404)
    }
    await target.close()
  })
})

describe('GET /health', () => {
  test('GET /health returns name and version', async () => {
    const target = await openTarget()
    const { status, body } = await get(target.url, 'health')
    await target.close()
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'GoTrue', version: expect.any(String) })
  })

  test('GET /health ignores its query parameters', async () => {
    const target = await openTarget()
    const { body } = await get(target.url, 'health?verbose=1&config')
    await target.close()
    expect(Object.keys(body).toSorted()).toEqual(['description', 'name', 'version'])
  })
})
