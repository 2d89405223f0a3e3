import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { selfSignedCertificate } from '#backend/platform/certificate.ts'
import { clientOf, isOwnTarget } from '../target.ts'
import { assertionXml, inSeconds, metadataOf, responseXml } from './saml-provider.ts'
import {
  requestAsAdmin,
  begin,
  responseValuesOf,
  validResponse,
  newOrganization,
  post,
  refused,
  samlSuite,
  userOf,
} from './saml-target.ts'

describe.runIf(isOwnTarget)('POST /sso/saml/acs', () => {
  const suite = samlSuite()
  const { answered } = suite

  describe('sign-in', () => {
    test('a SAML response signs in a user of the organization and returns the session in the URL fragment', async () => {
      const started = await begin(suite.target, suite.organization)
      const facts = responseValuesOf(suite.organization, started)
      const answer = await post(
        suite.target,
        started.relayState,
        validResponse(suite.organization, facts),
      )
      expect(answer.to.origin + answer.to.pathname).toBe('http://localhost/')

      const client = clientOf(suite.target)
      const { data, error } = await client.auth.setSession({
        access_token: answer.fragment.get('access_token')!,
        refresh_token: answer.fragment.get('refresh_token')!,
      })
      expect(error).toBeNull()
      const provider = `sso:${suite.organization.id}`
      expect(data.user).toMatchObject({
        email: facts.email,
        app_metadata: { provider, providers: [provider] },
        identities: [{ provider, id: facts.nameId, identity_data: { iss: facts.issuer } }],
      })
      const { data: claims } = await client.auth.getClaims()
      expect(claims?.claims.amr).toMatchObject([{ method: 'sso/saml' }])
      const [row] = await suite.target.sql!`
        select is_sso_user, encrypted_password from auth.users where id = ${data.user!.id}`
      expect(row).toEqual({ is_sso_user: true, encrypted_password: null })
      const refreshed = await client.auth.refreshSession()
      expect(refreshed.error).toBeNull()
    })

    test("a SAML user is recognized by NameID even after the user's email changed", async () => {
      const name = crypto.randomUUID()
      const first = await answered((facts) => validResponse(suite.organization, facts), {
        nameId: name,
      })
      const later = `later-${name}@${suite.organization.domain}`
      const second = await answered((facts) => validResponse(suite.organization, facts), {
        nameId: name,
        email: later,
      })
      const ids = await Promise.all([first, second].map((answer) => userOf(suite.target, answer)))
      expect(ids[0]!.id).toBe(ids[1]!.id)
      expect(ids[1]!.email).toBe(later)
    })

    test('a signed SAML response that contains an unsigned assertion is accepted', async () => {
      const answer = await answered((facts) =>
        suite.organization.provider.sign(responseXml(facts, assertionXml(facts)), {
          element: 'Response',
        }),
      )
      expect(answer.fragment.has('access_token')).toBe(true)
    })

    test("a SAML response may be signed with any signing key in the provider's metadata", async () => {
      const old = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
      const { provider } = suite.organization
      const both = metadataOf(`${provider.entityId}/2`, [
        selfSignedCertificate(old, 'idp.example'),
        provider.certificate,
      ])
      const other = await newOrganization(suite.target, { metadata_xml: both })
      const answer = await answered(
        (facts) => provider.sign(responseXml(facts, assertionXml(facts))),
        { issuer: `${provider.entityId}/2` },
        other,
      )
      expect(answer.fragment.has('access_token')).toBe(true)
    })

    test('the attribute mapping of a SAML provider copies SAML attributes to user metadata', async () => {
      const attribute_mapping = {
        keys: {
          email: { names: ['upn', 'contact'] },
          full_name: { name: 'displayName' },
          groups: { name: 'groups', array: true },
          plan: { name: 'plan', default: 'basic' },
        },
      }
      const mapped = await newOrganization(suite.target, { attribute_mapping })
      const email = `mapped@${mapped.domain}`
      const answer = await answered(
        (facts) => validResponse(mapped, facts),
        {
          email: null,
          attributes: { contact: [email], displayName: ['Ines Calder'], groups: ['a', 'b'] },
        },
        mapped,
      )
      expect((await userOf(suite.target, answer)).user_metadata).toMatchObject({
        email,
        full_name: 'Ines Calder',
        custom_claims: { groups: ['a', 'b'], plan: 'basic' },
      })
    })

    test('a session opened by SAML ends at the SessionNotOnOrAfter time of the assertion', async () => {
      const end = inSeconds(600)
      const started = await begin(suite.target, suite.organization)
      const facts = responseValuesOf(suite.organization, started, { sessionNotOnOrAfter: end })
      const { fragment } = await post(
        suite.target,
        started.relayState,
        validResponse(suite.organization, facts),
      )
      const [row] = await suite.target.sql!`
        select not_after from auth.sessions s join auth.users u on u.id = s.user_id
        where u.email = ${facts.email}`
      expect(row?.['not_after'].toISOString()).toBe(end)
      await suite.target.sql!`
        update auth.sessions set not_after = now() where not_after = ${end}`
      const refreshed = await clientOf(suite.target).auth.refreshSession({
        refresh_token: fragment.get('refresh_token')!,
      })
      expect(refreshed.error?.code).toBe('session_expired')
    })

    test('an XML comment inside a NameID does not truncate the NameID', async () => {
      const stem = crypto.randomUUID()
      const answer = await answered(
        (facts) =>
          validResponse(suite.organization, facts)
            .replace(`>${stem}.tail<`, `>${stem}<!-- -->.tail<`)
            .replace(
              `@${suite.organization.domain}<`,
              `@${suite.organization.domain}<!---->.example<`,
            ),
        { nameId: `${stem}.tail`, email: `${stem}@${suite.organization.domain}` },
      )
      // An XML comment inside signed text keeps the signature valid. Any other change invalidates
      // the signature.
      expect(answer).toMatchObject(refused)
      const commented = await answered(
        (facts) =>
          validResponse(suite.organization, facts).replace(
            `>${stem}.tail<`,
            `>${stem}<!-- -->.tail<`,
          ),
        { nameId: `${stem}.tail` },
      )
      expect((await userOf(suite.target, commented)).identities?.[0]?.id).toBe(`${stem}.tail`)
    })
  })

  describe('errors in the redirect', () => {
    test('a SAML response with an unknown, used, invalid or missing relay state is rejected', async () => {
      const started = await begin(suite.target, suite.organization)
      const xml = validResponse(suite.organization, responseValuesOf(suite.organization, started))
      for (const state of [crypto.randomUUID(), 'https://elsewhere.example/', '']) {
        const { fragment, to } = await post(suite.target, state, xml)
        expect(fragment.get('error_code')).toMatch(/saml_relay_state_not_found|validation_failed/)
        expect(to.origin).toBe('http://localhost')
      }
      expect((await post(suite.target, started.relayState, xml)).fragment.has('access_token')).toBe(
        true,
      )
      const again = await post(suite.target, started.relayState, xml)
      expect(again.fragment.get('error_code')).toBe('saml_relay_state_not_found')
    })

    test('a SAML relay state expires after five minutes', async () => {
      const started = await begin(suite.target, suite.organization)
      await suite.target.sql!`
        update auth.saml_relay_states set created_at = now() - interval '301 seconds'
        where id = ${started.relayState}`
      const { fragment } = await post(
        suite.target,
        started.relayState,
        validResponse(suite.organization, responseValuesOf(suite.organization, started)),
      )
      expect(fragment.get('error_code')).toBe('saml_relay_state_expired')
    })

    test('a SAML assertion with a transient NameID, without a valid email or with an email of another domain is rejected', async () => {
      const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
      for (const [changes, code] of [
        [{ nameIdFormat: transient }, 'saml_assertion_no_user_id'],
        [{ email: null }, 'saml_assertion_no_email'],
        [{ email: 'not an address' }, 'saml_assertion_no_email'],
        [{ email: 'somebody@elsewhere.example' }, 'sso_domain_mismatch'],
      ] as const) {
        const answer = await answered((facts) => validResponse(suite.organization, facts), changes)
        expect(answer.fragment.get('error_code')).toBe(code)
      }
    })

    test('a SAML sign-in redirects with an error if the identity provider rejects it or is disabled', async () => {
      expect(
        await answered((facts) => validResponse(suite.organization, facts), {
          status: 'Responder',
        }),
      ).toMatchObject(refused)
      const gone = await newOrganization(suite.target)
      const started = await begin(suite.target, gone)
      await requestAsAdmin(suite.target, 'PUT', `/${gone.id}`, { disabled: true })
      const { fragment } = await post(
        suite.target,
        started.relayState,
        validResponse(gone, responseValuesOf(gone, started)),
      )
      expect(fragment.get('error_code')).toBe('saml_idp_not_found')
    })

    test('a SAMLResponse parameter that does not contain a SAML response is rejected', async () => {
      for (const xml of ['', 'hello', '<a/>', '<a><b></a>', '\u0000']) {
        const started = await begin(suite.target, suite.organization)
        expect(await post(suite.target, started.relayState, xml)).toMatchObject(refused)
      }
      const deep = '<a>'.repeat(20_000) + '</a>'.repeat(20_000)
      const started = await begin(suite.target, suite.organization)
      expect(await post(suite.target, started.relayState, deep)).toMatchObject(refused)
    })
  })
})
