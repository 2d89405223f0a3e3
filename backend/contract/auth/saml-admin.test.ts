import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selfSignedCertificate } from '#backend/platform/certificate.ts'
import { isOwnTarget, openTarget, signedUp, type Target } from '../target.ts'
import { createSamlProvider, metadataOf } from './saml-provider.ts'
import {
  requestAsAdmin,
  begin,
  responseValuesOf,
  validResponse,
  newOrganization,
  openSamlTarget,
  post,
} from './saml-target.ts'

type Shown = {
  id: string
  saml: Record<string, unknown>
  oidc: Record<string, unknown>
  domains: { domain: string }[]
}

describe.runIf(isOwnTarget)('/admin/sso/providers', () => {
  let target: Target
  let server: Server
  let served = ''
  let metadataUrl = ''
  beforeAll(async () => {
    target = await openSamlTarget()
    server = createServer((request, response) => {
      if (request.url === '/redirect') response.writeHead(302, { Location: '/' }).end()
      else response.end(served)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    metadataUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterAll(async () => {
    server.close()
    await target.close()
  })

  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await requestAsAdmin(target, method, path, body)
    return { status: answer.status, body: (await answer.json()) as Shown & { error_code: string } }
  }

  test('an admin can create a SAML provider from metadata, and can list, read, update and delete SAML providers', async () => {
    const { metadata, entityId } = createSamlProvider()
    const attribute_mapping = { keys: { email: { name: 'mail' } } }
    const made = await ask('POST', '', {
      type: 'saml',
      metadata_xml: metadata,
      domains: ['One.example', 'two.example'],
      attribute_mapping,
      name_id_format: 'emailAddress',
    })
    expect(made.status).toBe(201)
    const { id } = made.body
    expect(made.body.saml).toMatchObject({ entity_id: entityId, attribute_mapping })
    expect(made.body.domains.map(({ domain }) => domain)).toEqual(['one.example', 'two.example'])

    const list = await requestAsAdmin(target, 'GET', '')
    const { items } = (await list.json()) as { items: Shown[] }
    const listed = items.find((item) => item.id === id)
    expect(listed?.saml).toMatchObject({ entity_id: entityId })
    expect(listed?.saml).not.toHaveProperty('metadata_xml')
    expect((await ask('GET', `/${id}`)).body.saml['metadata_xml']).toBe(metadata)

    const changed = await ask('PUT', `/${id}`, { domains: ['two.example', 'three.example'] })
    expect(changed.body.domains.map(({ domain }) => domain)).toEqual([
      'three.example',
      'two.example',
    ])
    expect(changed.body.saml).toMatchObject({ attribute_mapping, name_id_format: 'emailAddress' })
    const mapping = { keys: { email: { name: 'upn' } } }
    const again = await ask('PUT', `/${id}`, { attribute_mapping: mapping })
    expect(again.body.saml).toMatchObject({ attribute_mapping: mapping })

    expect((await ask('DELETE', `/${id}`)).body.id).toBe(id)
    expect((await ask('GET', `/${id}`)).body.error_code).toBe('sso_provider_not_found')
  })

  test('deleting a SAML provider revokes the sessions of its users', async () => {
    const organization = await newOrganization(target)
    const started = await begin(target, organization)
    const facts = responseValuesOf(organization, started)
    await post(target, started.relayState, validResponse(organization, facts))
    const sessions = () => target.sql!`
      select from auth.sessions s join auth.users u on u.id = s.user_id
      where u.email = ${facts.email}`
    expect(await sessions()).toHaveLength(1)
    await ask('DELETE', `/${organization.id}`)
    expect(await sessions()).toHaveLength(0)
    expect(await target.sql!`select from auth.users where email = ${facts.email}`).toHaveLength(1)
  })

  test('an admin can create a SAML provider from a metadata URL and update its metadata', async () => {
    const { entityId, certificate } = createSamlProvider()
    served = metadataOf(entityId, [certificate])
    const made = await ask('POST', '', { type: 'saml', metadata_url: metadataUrl })
    expect(made.status).toBe(201)
    served = metadataOf(entityId, [certificate], 'https://idp.example/moved')
    const renewed = await ask('PUT', `/${made.body.id}`, { metadata_url: metadataUrl })
    expect(renewed.body.saml['metadata_xml']).toContain('https://idp.example/moved')
    served = metadataOf(`${entityId}/other`, [certificate])
    const other = await ask('PUT', `/${made.body.id}`, { metadata_url: metadataUrl })
    expect(other.body.error_code).toBe('saml_entity_id_mismatch')
  })

  test('the client secret of an OpenID Connect provider is stored encrypted and never returned', async () => {
    const made = await ask('POST', '', {
      type: 'oidc',
      issuer: 'https://login.organization.example',
      client_id: 'hourspace',
      client_secret: 'a very secret secret',
      domains: ['organization.example'],
    })
    expect(made.body.oidc).toEqual({
      issuer: 'https://login.organization.example',
      client_id: 'hourspace',
      scopes: 'openid email profile',
    })
    const secret = async () => {
      const [row] = await target.sql!<{ sealed: string }[]>`
        select encrypted_client_secret as sealed from auth_internal.sso_oidc_providers
        where sso_provider_id = ${made.body.id}`
      return row!.sealed
    }
    const sealed = await secret()
    expect(Buffer.from(sealed, 'base64').toString()).not.toContain('secret')
    const changed = await ask('PUT', `/${made.body.id}`, { client_id: 'hourspace-2' })
    expect(changed.body.oidc).toMatchObject({
      issuer: 'https://login.organization.example',
      client_id: 'hourspace-2',
    })
    expect(await secret()).toBe(sealed)
    expect(JSON.stringify(changed.body)).not.toContain('secret')
  })

  test('/admin/sso/providers rejects requests with missing, unknown or duplicate values', async () => {
    const known = await newOrganization(target)
    for (const [body, code] of [
      [{ type: 'ldap' }, 'validation_failed'],
      [{ type: 'saml' }, 'validation_failed'],
      [{ type: 'oidc', issuer: 'https://a.example' }, 'validation_failed'],
      [{ type: 'oidc', issuer: 'http://a.example', client_id: 'a' }, 'validation_failed'],
      [
        { type: 'saml', metadata_xml: '<a/>', metadata_url: 'https://a.example' },
        'validation_failed',
      ],
      [{ type: 'saml', metadata_xml: known.provider.metadata }, 'saml_idp_already_exists'],
      [
        { type: 'saml', metadata_xml: createSamlProvider().metadata, domains: [known.domain] },
        'sso_domain_already_exists',
      ],
      [
        { type: 'saml', metadata_xml: createSamlProvider().metadata, domains: ['no domain'] },
        'validation_failed',
      ],
      [
        { type: 'saml', metadata_xml: createSamlProvider().metadata, name_id_format: 'any' },
        'validation_failed',
      ],
    ] as const) {
      const answer = await ask('POST', '', body)
      expect([answer.body.error_code, body]).toEqual([code, body])
    }
    for (const id of [crypto.randomUUID(), '7']) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await ask(method, `/${id}`, method === 'PUT' ? {} : undefined)
        expect(answer).toMatchObject({
          status: 404,
          body: { error_code: 'sso_provider_not_found' },
        })
      }
    }
    const kind = await ask('PUT', `/${known.id}`, { type: 'oidc' })
    expect(kind.body.error_code).toBe('validation_failed')
  })

  test('a rejected request to create an SSO provider leaves no row in auth.sso_providers', async () => {
    const known = await newOrganization(target)
    const count = async () =>
      (await target.sql!`select count(*)::int as n from auth.sso_providers`)[0]!['n'] as number
    const before = await count()
    await ask('POST', '', {
      type: 'saml',
      metadata_xml: createSamlProvider().metadata,
      domains: [known.domain],
    })
    expect(await count()).toBe(before)
  })

  test('POST /admin/sso/providers rejects unusable SAML metadata', async () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
    const { metadata, entityId, certificate } = createSamlProvider()
    for (const metadata_xml of [
      'no xml',
      '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>' + metadata,
      metadata.replace('IDPSSODescriptor', 'Other').replace('/IDPSSODescriptor', '/Other'),
      metadata.replace(/<KeyDescriptor.*<\/KeyDescriptor>/, ''),
      metadataOf(entityId, ['bm8gY2VydGlmaWNhdGU=']),
      metadataOf(entityId, [selfSignedCertificate(weak, 'weak')]),
      metadataOf(entityId, [certificate], 'javascript:alert(1)'),
    ]) {
      const answer = await ask('POST', '', { type: 'saml', metadata_xml })
      expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed'])
    }
  })

  test('SAML metadata is not fetched from private networks, through redirects or over plain HTTP', async () => {
    for (const [metadata_url, code] of [
      ['https://10.0.0.1/metadata', 'saml_metadata_fetch_failed'],
      ['https://192.168.1.1/', 'saml_metadata_fetch_failed'],
      ['https://169.254.169.254/latest/meta-data', 'saml_metadata_fetch_failed'],
      ['https://[::1]/', 'saml_metadata_fetch_failed'],
      ['https://[::ffff:10.0.0.1]/', 'saml_metadata_fetch_failed'],
      ['https://[fd00::1]/', 'saml_metadata_fetch_failed'],
      ['https://localhost/', 'saml_metadata_fetch_failed'],
      ['http://idp.example/metadata', 'validation_failed'],
      ['file:///etc/passwd', 'validation_failed'],
      [`${metadataUrl}redirect`, 'saml_metadata_fetch_failed'],
    ] as const) {
      const answer = await ask('POST', '', { type: 'saml', metadata_url })
      expect([metadata_url, answer.body.error_code]).toEqual([metadata_url, code])
    }
  })

  test('SAML metadata is fetched from loopback addresses only if the test setting allowLoopback is enabled', async () => {
    const strict = await openTarget()
    const answer = await requestAsAdmin(strict, 'POST', '', {
      type: 'saml',
      metadata_url: metadataUrl,
    })
    expect(await answer.json()).toMatchObject({ msg: 'metadata_url is not a HTTPS URL' })
    await strict.close()
  })

  test('/admin/sso/providers requires the service role', async () => {
    const { session } = await signedUp(target)
    for (const token of [session.access_token, target.anonKey]) {
      for (const [method, path] of [
        ['GET', ''],
        ['POST', ''],
        ['GET', `/${crypto.randomUUID()}`],
        ['PUT', `/${crypto.randomUUID()}`],
        ['DELETE', `/${crypto.randomUUID()}`],
      ] as const) {
        const body = method === 'GET' ? undefined : {}
        expect((await requestAsAdmin(target, method, path, body, token)).status).toBe(403)
      }
    }
  })
})
