import { describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, password } from '../target.ts'
import { assertionXml, inSeconds, responseXml } from './saml-provider.ts'
import {
  begin,
  responseValuesOf,
  validResponse,
  postAsBrowser,
  refused,
  samlSuite,
  userOf,
} from './saml-target.ts'

describe.runIf(isOwnTarget)('SAML responses for another recipient or request', () => {
  const suite = samlSuite()
  const { answered } = suite

  describe('mismatched responses', () => {
    test.each([
      ['an audience of another service', { audience: 'https://other.example/metadata' }],
      ['the recipient URL of another service', { recipient: 'https://other.example/acs' }],
      ['the issuer of another provider', { issuer: 'https://other.example' }],
      ['InResponseTo of another request', { requestId: '_somebody-elses' }],
      ['a missing InResponseTo', { requestId: '' }],
      ['expired conditions', { notBefore: inSeconds(-86_400), notOnOrAfter: inSeconds(-120) }],
      [
        'conditions that are not valid yet',
        { notBefore: inSeconds(86_400), notOnOrAfter: inSeconds(90_000) },
      ],
      ['an expired SessionNotOnOrAfter', { sessionNotOnOrAfter: inSeconds(-1) }],
      ['an invalid timestamp', { notOnOrAfter: '9999' }],
    ])('a SAML response with %s is rejected', async (_name, changes) => {
      // Changes only the assertion, because only the assertion is signed.
      const answer = await answered(
        (facts, honest) =>
          suite.organization.provider.sign(responseXml(honest, assertionXml(facts))),
        changes,
      )
      expect(answer).toMatchObject(refused)
    })

    test.each([
      ['the destination URL of another service', { recipient: 'https://other.example/acs' }],
      ['the issuer of another provider', { issuer: 'https://other.example' }],
      ['InResponseTo of another request', { requestId: '_somebody-elses' }],
    ])('a SAML response with %s outside its assertion is rejected', async (_name, changes) => {
      const answer = await answered(
        (facts, honest) =>
          suite.organization.provider.sign(responseXml(facts, assertionXml(honest))),
        changes,
      )
      expect(answer).toMatchObject(refused)
    })

    test('a SAML assertion without conditions, audience restriction, authentication statement or InResponseTo is rejected', async () => {
      const { sign } = suite.organization.provider
      for (const part of [
        /<saml:Conditions[\s\S]*<\/saml:Conditions>/,
        /<saml:AudienceRestriction>[\s\S]*<\/saml:AudienceRestriction>/,
        /<saml:AuthnStatement[\s\S]*<\/saml:AuthnStatement>/,
        / InResponseTo="[^"]+"(?= Recipient)/,
      ]) {
        expect(
          await answered((facts) =>
            sign(responseXml(facts, assertionXml(facts).replace(part, ''))),
          ),
        ).toMatchObject(refused)
      }
    })

    test('a SAML assertion that was already used is rejected when it is posted again', async () => {
      const assertionId = `_a${crypto.randomUUID()}`
      const first = await answered((facts) => validResponse(suite.organization, facts), {
        assertionId,
      })
      expect(first.fragment.has('access_token')).toBe(true)
      const second = await answered((facts) => validResponse(suite.organization, facts), {
        assertionId,
      })
      expect(second.fragment.get('error_description')).toBe('SAML Assertion was used before')
    })

    test('a SAML response with a document type, entities or CDATA is rejected', async () => {
      const types = [
        '<!DOCTYPE a>',
        '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
      ]
      for (const type of types) {
        expect(
          await answered((facts) => type + validResponse(suite.organization, facts)),
        ).toMatchObject(refused)
      }
      expect(
        await answered((facts) =>
          validResponse(suite.organization, facts).replace(
            '</samlp:Response>',
            '<![CDATA[x]]></samlp:Response>',
          ),
        ),
      ).toMatchObject(refused)
      expect(
        await answered((facts) =>
          validResponse(suite.organization, facts).replace(
            '</samlp:Response>',
            '&xxe;</samlp:Response>',
          ),
        ),
      ).toMatchObject(refused)
    })
  })

  test('an SSO sign-in does not give access to a personal account with the same email', async () => {
    const email = `shared${crypto.randomUUID()}@${suite.organization.domain}`
    const own = await clientOf(suite.target).auth.signUp({ email, password })
    const user = await userOf(
      suite.target,
      await answered((facts) => validResponse(suite.organization, facts), { email }),
    )
    expect(user.email).toBe(email)
    expect(user.id).not.toBe(own.data.user!.id)
    const { data } = await clientOf(suite.target).auth.signInWithPassword({ email, password })
    expect(data.user?.id).toBe(own.data.user!.id)
  })

  test('a banned user cannot sign in by SAML', async () => {
    const nameId = crypto.randomUUID()
    const user = await userOf(
      suite.target,
      await answered((facts) => validResponse(suite.organization, facts), { nameId }),
    )
    await suite.target.sql!`
      update auth.users set banned_until = now() + interval '1 hour' where id = ${user.id}`
    const answer = await answered((facts) => validResponse(suite.organization, facts), { nameId })
    expect(answer.fragment.get('error_code')).toBe('user_banned')
  })

  test('a SAML response is rejected in a browser that did not start the sign-in', async () => {
    const started = await begin(suite.target, suite.organization)
    const xml = validResponse(suite.organization, responseValuesOf(suite.organization, started))
    expect(await postAsBrowser(suite.target, started.relayState, xml)).toContain(
      'saml_relay_state_not_found',
    )
    const own = await begin(suite.target, suite.organization)
    const answer = validResponse(suite.organization, responseValuesOf(suite.organization, own))
    expect(await postAsBrowser(suite.target, own.relayState, answer, own.cookie)).toContain(
      'access_token',
    )
  })
})
