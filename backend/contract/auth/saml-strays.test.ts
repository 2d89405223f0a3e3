import { describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, password } from '../target.ts'
import { assertionXml, inSeconds, responseXml } from './saml-provider.ts'
import {
  begin,
  factsOf,
  honestAnswer,
  postAsBrowser,
  refused,
  samlSuite,
  userOf,
} from './saml-target.ts'

describe.runIf(isOwnTarget)('answers by SAML that were meant for somebody else', () => {
  const suite = samlSuite()
  const { answered } = suite

  describe('what was meant for somebody else', () => {
    test.each([
      ['another audience', { audience: 'https://other.example/metadata' }],
      ['another recipient', { recipient: 'https://other.example/acs' }],
      ['another issuer', { issuer: 'https://other.example' }],
      ['a request of somebody else', { requestId: '_somebody-elses' }],
      ['no request at all', { requestId: '' }],
      ['yesterday', { notBefore: inSeconds(-86_400), notOnOrAfter: inSeconds(-120) }],
      ['tomorrow', { notBefore: inSeconds(86_400), notOnOrAfter: inSeconds(90_000) }],
      ['a session that has ended', { sessionNotOnOrAfter: inSeconds(-1) }],
      ['a time that is none', { notOnOrAfter: '9999' }],
    ])('%s', async (_name, changes) => {
      // What stands around the assertion may be anybody's, so it says what we want to hear.
      const answer = await answered(
        (facts, honest) => suite.company.provider.sign(responseXml(honest, assertionXml(facts))),
        changes,
      )
      expect(answer).toMatchObject(refused)
    })

    test.each([
      ['another destination', { recipient: 'https://other.example/acs' }],
      ['another issuer', { issuer: 'https://other.example' }],
      ['a request of somebody else', { requestId: '_somebody-elses' }],
    ])('a response with %s', async (_name, changes) => {
      const answer = await answered(
        (facts, honest) => suite.company.provider.sign(responseXml(facts, assertionXml(honest))),
        changes,
      )
      expect(answer).toMatchObject(refused)
    })

    test('conditions or audience left out', async () => {
      const { sign } = suite.company.provider
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

    test('an assertion that was used before', async () => {
      const assertionId = `_a${crypto.randomUUID()}`
      const first = await answered((facts) => honestAnswer(suite.company, facts), { assertionId })
      expect(first.fragment.has('access_token')).toBe(true)
      const second = await answered((facts) => honestAnswer(suite.company, facts), { assertionId })
      expect(second.fragment.get('error_description')).toBe('SAML Assertion was used before')
    })

    test('a document type, with entities or without, and CDATA', async () => {
      const types = [
        '<!DOCTYPE a>',
        '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
      ]
      for (const type of types) {
        expect(await answered((facts) => type + honestAnswer(suite.company, facts))).toMatchObject(
          refused,
        )
      }
      expect(
        await answered((facts) =>
          honestAnswer(suite.company, facts).replace(
            '</samlp:Response>',
            '<![CDATA[x]]></samlp:Response>',
          ),
        ),
      ).toMatchObject(refused)
      expect(
        await answered((facts) =>
          honestAnswer(suite.company, facts).replace('</samlp:Response>', '&xxe;</samlp:Response>'),
        ),
      ).toMatchObject(refused)
    })
  })

  test('an account of somebody themselves stays theirs, though the company names its address', async () => {
    const email = `shared${crypto.randomUUID()}@${suite.company.domain}`
    const own = await clientOf(suite.target).auth.signUp({ email, password })
    const user = await userOf(
      suite.target,
      await answered((facts) => honestAnswer(suite.company, facts), { email }),
    )
    expect(user.email).toBe(email)
    expect(user.id).not.toBe(own.data.user!.id)
    const { data } = await clientOf(suite.target).auth.signInWithPassword({ email, password })
    expect(data.user?.id).toBe(own.data.user!.id)
  })

  test('one who was locked out stays out', async () => {
    const nameId = crypto.randomUUID()
    const user = await userOf(
      suite.target,
      await answered((facts) => honestAnswer(suite.company, facts), { nameId }),
    )
    await suite.target.sql!`
      update auth.users set banned_until = now() + interval '1 hour' where id = ${user.id}`
    const answer = await answered((facts) => honestAnswer(suite.company, facts), { nameId })
    expect(answer.fragment.get('error_code')).toBe('user_banned')
  })

  test('another browser than the one that began gets nothing', async () => {
    const begun = await begin(suite.target, suite.company)
    const xml = honestAnswer(suite.company, factsOf(suite.company, begun))
    expect(await postAsBrowser(suite.target, begun.relayState, xml)).toContain(
      'saml_relay_state_not_found',
    )
    const own = await begin(suite.target, suite.company)
    const answer = honestAnswer(suite.company, factsOf(suite.company, own))
    expect(await postAsBrowser(suite.target, own.relayState, answer, own.cookie)).toContain(
      'access_token',
    )
  })
})
