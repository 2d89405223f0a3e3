import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selfSignedCertificate } from '#backend/platform/certificate.ts'
import { clientOf, isOwnTarget, password, type Target } from '../target.ts'
import { assertionXml, inSeconds, metadataOf, responseXml } from './saml-provider.ts'
import {
  askAdmin,
  begin,
  factsOf,
  honestAnswer,
  newCompany,
  openSamlTarget,
  post,
  postAsBrowser,
  type Company,
} from './saml-target.ts'

describe.runIf(isOwnTarget)('answers of a company by SAML', () => {
  let target: Target
  let company: Company
  beforeAll(async () => {
    target = await openSamlTarget()
    company = await newCompany(target)
  })
  afterAll(() => target.close())

  /** Begins a sign-in and posts what a provider makes of it. */
  async function answered(
    make: (facts: ReturnType<typeof factsOf>, honest: ReturnType<typeof factsOf>) => string,
    changes: Parameters<typeof factsOf>[2] = {},
    whom = company,
  ) {
    const begun = await begin(target, whom)
    return post(target, begun.relayState, make(factsOf(whom, begun, changes), factsOf(whom, begun)))
  }

  describe('who signs in', () => {
    test('an account of the company, its session in the fragment', async () => {
      const begun = await begin(target, company)
      const facts = factsOf(company, begun)
      const answer = await post(target, begun.relayState, honestAnswer(company, facts))
      expect(answer.to.origin + answer.to.pathname).toBe('http://localhost/')

      const client = clientOf(target)
      const { data, error } = await client.auth.setSession({
        access_token: answer.fragment.get('access_token')!,
        refresh_token: answer.fragment.get('refresh_token')!,
      })
      expect(error).toBeNull()
      const provider = `sso:${company.id}`
      expect(data.user).toMatchObject({
        email: facts.email,
        app_metadata: { provider, providers: [provider] },
        identities: [{ provider, id: facts.nameId, identity_data: { iss: facts.issuer } }],
      })
      const { data: claims } = await client.auth.getClaims()
      expect(claims?.claims.amr).toMatchObject([{ method: 'sso/saml' }])
      const [row] = await target.sql!`
        select is_sso_user, encrypted_password from auth.users where id = ${data.user!.id}`
      expect(row).toEqual({ is_sso_user: true, encrypted_password: null })
      const refreshed = await client.auth.refreshSession()
      expect(refreshed.error).toBeNull()
    })

    test('the same person again, whatever their address is now', async () => {
      const name = crypto.randomUUID()
      const first = await answered((facts) => honestAnswer(company, facts), { nameId: name })
      const later = `later-${name}@${company.domain}`
      const second = await answered((facts) => honestAnswer(company, facts), {
        nameId: name,
        email: later,
      })
      const ids = await Promise.all([first, second].map((answer) => userOf(answer)))
      expect(ids[0]!.id).toBe(ids[1]!.id)
      expect(ids[1]!.email).toBe(later)
    })

    test('where the response is signed and not the assertion', async () => {
      const answer = await answered((facts) =>
        company.provider.sign(responseXml(facts, assertionXml(facts)), { element: 'Response' }),
      )
      expect(answer.fragment.has('access_token')).toBe(true)
    })

    test('with any of the keys of the metadata', async () => {
      const old = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
      const { provider } = company
      const both = metadataOf(`${provider.entityId}/2`, [
        selfSignedCertificate(old, 'idp.example'),
        provider.certificate,
      ])
      const other = await newCompany(target, { metadata_xml: both })
      const answer = await answered(
        (facts) => provider.sign(responseXml(facts, assertionXml(facts))),
        { issuer: `${provider.entityId}/2` },
        other,
      )
      expect(answer.fragment.has('access_token')).toBe(true)
    })

    test('facts by the attribute mapping, as Supabase writes it', async () => {
      const attribute_mapping = {
        keys: {
          email: { names: ['upn', 'contact'] },
          full_name: { name: 'displayName' },
          groups: { name: 'groups', array: true },
          plan: { name: 'plan', default: 'basic' },
        },
      }
      const mapped = await newCompany(target, { attribute_mapping })
      const email = `mapped@${mapped.domain}`
      const answer = await answered(
        (facts) => honestAnswer(mapped, facts),
        {
          email: null,
          attributes: { contact: [email], displayName: ['Ines Calder'], groups: ['a', 'b'] },
        },
        mapped,
      )
      expect((await userOf(answer)).user_metadata).toMatchObject({
        email,
        full_name: 'Ines Calder',
        custom_claims: { groups: ['a', 'b'], plan: 'basic' },
      })
    })

    test('a session ends when that of the provider does', async () => {
      const end = inSeconds(3)
      const begun = await begin(target, company)
      const facts = factsOf(company, begun, { sessionNotOnOrAfter: end })
      const { fragment } = await post(target, begun.relayState, honestAnswer(company, facts))
      const [row] = await target.sql!`
        select not_after from auth.sessions s join auth.users u on u.id = s.user_id
        where u.email = ${facts.email}`
      expect(row?.['not_after'].toISOString()).toBe(end)
      await target.sql!`
        update auth.sessions set not_after = now() where not_after = ${end}`
      const refreshed = await clientOf(target).auth.refreshSession({
        refresh_token: fragment.get('refresh_token')!,
      })
      expect(refreshed.error?.code).toBe('session_expired')
    })

    test('a comment within a name does not cut it short', async () => {
      const stem = crypto.randomUUID()
      const answer = await answered(
        (facts) =>
          honestAnswer(company, facts)
            .replace(`>${stem}.tail<`, `>${stem}<!-- -->.tail<`)
            .replace(`@${company.domain}<`, `@${company.domain}<!---->.example<`),
        { nameId: `${stem}.tail`, email: `${stem}@${company.domain}` },
      )
      // The one inserted into signed text changes nothing; the one with text behind it breaks the seal.
      expect(answer).toMatchObject(refused)
      const commented = await answered(
        (facts) => honestAnswer(company, facts).replace(`>${stem}.tail<`, `>${stem}<!-- -->.tail<`),
        { nameId: `${stem}.tail` },
      )
      expect((await userOf(commented)).identities?.[0]?.id).toBe(`${stem}.tail`)
    })
  })

  describe('what is told when it cannot go on', () => {
    test('a relay state that is unknown, used, no id or missing', async () => {
      const begun = await begin(target, company)
      const xml = honestAnswer(company, factsOf(company, begun))
      for (const state of [crypto.randomUUID(), 'https://elsewhere.example/', '']) {
        const { fragment, to } = await post(target, state, xml)
        expect(fragment.get('error_code')).toMatch(/saml_relay_state_not_found|validation_failed/)
        expect(to.origin).toBe('http://localhost')
      }
      expect((await post(target, begun.relayState, xml)).fragment.has('access_token')).toBe(true)
      const again = await post(target, begun.relayState, xml)
      expect(again.fragment.get('error_code')).toBe('saml_relay_state_not_found')
    })

    test('a relay state that is older than five minutes', async () => {
      const begun = await begin(target, company)
      await target.sql!`
        update auth.saml_relay_states set created_at = now() - interval '301 seconds'
        where id = ${begun.relayState}`
      const { fragment } = await post(
        target,
        begun.relayState,
        honestAnswer(company, factsOf(company, begun)),
      )
      expect(fragment.get('error_code')).toBe('saml_relay_state_expired')
    })

    test('nobody to name, no address, and an address of another domain', async () => {
      const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
      for (const [changes, code] of [
        [{ nameIdFormat: transient }, 'saml_assertion_no_user_id'],
        [{ email: null }, 'saml_assertion_no_email'],
        [{ email: 'not an address' }, 'saml_assertion_no_email'],
        [{ email: 'somebody@elsewhere.example' }, 'sso_domain_mismatch'],
      ] as const) {
        const answer = await answered((facts) => honestAnswer(company, facts), changes)
        expect(answer.fragment.get('error_code')).toBe(code)
      }
    })

    test('the provider refuses, or is no longer one of ours', async () => {
      expect(
        await answered((facts) => honestAnswer(company, facts), { status: 'Responder' }),
      ).toMatchObject(refused)
      const gone = await newCompany(target)
      const begun = await begin(target, gone)
      await askAdmin(target, 'PUT', `/${gone.id}`, { disabled: true })
      const { fragment } = await post(
        target,
        begun.relayState,
        honestAnswer(gone, factsOf(gone, begun)),
      )
      expect(fragment.get('error_code')).toBe('saml_idp_not_found')
    })

    test('what is no SAML at all', async () => {
      for (const xml of ['', 'hello', '<a/>', '<a><b></a>', '\u0000']) {
        const begun = await begin(target, company)
        expect(await post(target, begun.relayState, xml)).toMatchObject(refused)
      }
      const deep = '<a>'.repeat(20_000) + '</a>'.repeat(20_000)
      const begun = await begin(target, company)
      expect(await post(target, begun.relayState, deep)).toMatchObject(refused)
    })
  })

  describe('signatures', () => {
    test('none, and one of another key', async () => {
      expect(await answered((facts) => responseXml(facts, assertionXml(facts)))).toMatchObject(
        refused,
      )
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const own = selfSignedCertificate(privateKey, 'idp.example')
      const { sign, certificate } = company.provider
      for (const shown of [own, certificate]) {
        expect(
          await answered((facts) =>
            sign(responseXml(facts, assertionXml(facts)), { key: privateKey, certificate: shown }),
          ),
        ).toMatchObject(refused)
      }
    })

    test('of another company, for people of this one', async () => {
      const other = await newCompany(target)
      expect(
        await answered((facts) => other.provider.sign(responseXml(facts, assertionXml(facts)))),
      ).toMatchObject(refused)
    })

    test('changed afterwards', async () => {
      const stem = crypto.randomUUID()
      expect(
        await answered((facts) => honestAnswer(company, facts).replaceAll(stem, 'somebody-else'), {
          nameId: stem,
        }),
      ).toMatchObject(refused)
    })

    test('by SHA-1', async () => {
      const sha1 = 'http://www.w3.org/2000/09/xmldsig#'
      for (const weak of [
        { signatureAlgorithm: `${sha1}rsa-sha1` },
        { digestAlgorithm: `${sha1}sha1` },
      ]) {
        expect(
          await answered((facts) =>
            company.provider.sign(responseXml(facts, assertionXml(facts)), weak),
          ),
        ).toMatchObject(refused)
      }
    })

    /** Ways to hide what was signed beside what is to be read; see Somorovsky et al., 2012. */
    const wrappings: Record<string, (parts: Parts) => string> = {
      'XSW1: the signed response within the signature of another': ({ whole, evil }) => {
        const signature = signatureIn(whole)
        const bare = whole.replace(signature, '')
        const nested = signature.replace('</ds:Signature>', `${bare}</ds:Signature>`)
        return outer(whole, nested + evil)
      },
      'XSW2: the signed response beside its signature': ({ whole, evil }) => {
        const signature = signatureIn(whole)
        return outer(whole, whole.replace(signature, '') + signature + evil)
      },
      'XSW3: another assertion before the signed one': ({ response, assertion, evil }) =>
        response.replace(assertion, evil + assertion),
      'XSW4: the signed assertion within another': ({ response, assertion, evil }) =>
        response.replace(
          assertion,
          evil.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`),
        ),
      'XSW5: the signature in another assertion': ({ response, assertion, evil }) => {
        const signature = signatureIn(assertion)
        return response.replace(
          assertion,
          withSignature(evil, signature) + assertion.replace(signature, ''),
        )
      },
      'XSW6: the signed assertion within its signature': ({ response, assertion, evil }) => {
        const signature = signatureIn(assertion)
        const bare = assertion.replace(signature, '')
        const nested = signature.replace('</ds:Signature>', `${bare}</ds:Signature>`)
        return response.replace(assertion, withSignature(evil, nested))
      },
      'XSW7: another assertion within extensions': ({ response, assertion, evil }) =>
        response.replace(assertion, `<samlp:Extensions>${evil}</samlp:Extensions>${assertion}`),
      'XSW8: the signed assertion within an object of the signature': ({
        response,
        assertion,
        evil,
      }) => {
        const signature = signatureIn(assertion)
        const object = `<ds:Object>${assertion.replace(signature, '')}</ds:Object>`
        const nested = signature.replace('</ds:Signature>', `${object}</ds:Signature>`)
        return response.replace(assertion, withSignature(evil, nested))
      },
      'with the same id': ({ response, assertion, evil }) => {
        const id = / ID="([^"]+)"/.exec(assertion)![1]!
        return response.replace(assertion, evil.replace(/ ID="[^"]+"/, ` ID="${id}"`) + assertion)
      },
      'with the id in other letters': ({ response, assertion, evil }) => {
        const id = / ID="([^"]+)"/.exec(assertion)![1]!
        const twin = evil.replace(/ ID="[^"]+"/, ` Id="${id}" ID="_x"`)
        return response.replace(
          assertion,
          withSignature(twin, signatureIn(assertion)) +
            `<x>${assertion.replace(signatureIn(assertion), '')}</x>`,
        )
      },
      'an assertion of another namespace': ({ response, assertion }) =>
        response.replace(assertion, '<Assertion xmlns="urn:other"/>' + assertion),
    }
    type Parts = { whole: string; response: string; assertion: string; evil: string }

    test.each(Object.keys(wrappings))('wrapped, %s', async (name) => {
      const evilEmail = `evil${crypto.randomUUID()}@${company.domain}`
      const answer = await answered((facts) => {
        const { sign } = company.provider
        const response = honestAnswer(company, facts)
        const evil = assertionXml({
          ...facts,
          assertionId: `_e${crypto.randomUUID()}`,
          nameId: 'evil',
          email: evilEmail,
        })
        return wrappings[name]!({
          response,
          whole: sign(responseXml(facts, assertionXml(facts)), { element: 'Response' }),
          assertion: /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(response)![0],
          evil,
        })
      })
      expect(answer).toMatchObject(refused)
      const rows = await target.sql!`select from auth.users where email = ${evilEmail}`
      expect(rows).toHaveLength(0)
    })

    test('two assertions that are both signed', async () => {
      expect(
        await answered((facts) => {
          const one = honestAnswer(company, facts)
          const two = honestAnswer(company, { ...facts, assertionId: '_second' })
          const second = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(two)![0]
          return one.replace('</samlp:Response>', `${second}</samlp:Response>`)
        }),
      ).toMatchObject(refused)
    })
  })

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
        (facts, honest) => company.provider.sign(responseXml(honest, assertionXml(facts))),
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
        (facts, honest) => company.provider.sign(responseXml(facts, assertionXml(honest))),
        changes,
      )
      expect(answer).toMatchObject(refused)
    })

    test('conditions or audience left out', async () => {
      const { sign } = company.provider
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
      const first = await answered((facts) => honestAnswer(company, facts), { assertionId })
      expect(first.fragment.has('access_token')).toBe(true)
      const second = await answered((facts) => honestAnswer(company, facts), { assertionId })
      expect(second.fragment.get('error_description')).toBe('SAML Assertion was used before')
    })

    test('a document type, with entities or without, and CDATA', async () => {
      const types = [
        '<!DOCTYPE a>',
        '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
      ]
      for (const type of types) {
        expect(await answered((facts) => type + honestAnswer(company, facts))).toMatchObject(
          refused,
        )
      }
      expect(
        await answered((facts) =>
          honestAnswer(company, facts).replace(
            '</samlp:Response>',
            '<![CDATA[x]]></samlp:Response>',
          ),
        ),
      ).toMatchObject(refused)
      expect(
        await answered((facts) =>
          honestAnswer(company, facts).replace('</samlp:Response>', '&xxe;</samlp:Response>'),
        ),
      ).toMatchObject(refused)
    })
  })

  test('an account of somebody themselves stays theirs, though the company names its address', async () => {
    const email = `shared${crypto.randomUUID()}@${company.domain}`
    const own = await clientOf(target).auth.signUp({ email, password })
    const user = await userOf(await answered((facts) => honestAnswer(company, facts), { email }))
    expect(user.email).toBe(email)
    expect(user.id).not.toBe(own.data.user!.id)
    const { data } = await clientOf(target).auth.signInWithPassword({ email, password })
    expect(data.user?.id).toBe(own.data.user!.id)
  })

  test('one who was locked out stays out', async () => {
    const nameId = crypto.randomUUID()
    const user = await userOf(await answered((facts) => honestAnswer(company, facts), { nameId }))
    await target.sql!`
      update auth.users set banned_until = now() + interval '1 hour' where id = ${user.id}`
    const answer = await answered((facts) => honestAnswer(company, facts), { nameId })
    expect(answer.fragment.get('error_code')).toBe('user_banned')
  })

  test('another browser than the one that began gets nothing', async () => {
    const begun = await begin(target, company)
    const xml = honestAnswer(company, factsOf(company, begun))
    expect(await postAsBrowser(target, begun.relayState, xml)).toContain(
      'saml_relay_state_not_found',
    )
    const own = await begin(target, company)
    const answer = honestAnswer(company, factsOf(company, own))
    expect(await postAsBrowser(target, own.relayState, answer, own.cookie)).toContain(
      'access_token',
    )
  })

  async function userOf({ fragment }: Awaited<ReturnType<typeof post>>) {
    const { data, error } = await clientOf(target).auth.getUser(fragment.get('access_token') ?? '')
    if (error) throw new Error(fragment.get('error_description') ?? error.message)
    return data.user
  }
})

/** What is told of an answer that is not believed, whatever is wrong with it. */
const refused = {
  status: 303,
  code: 'validation_failed',
  reason: 'SAML Assertion is not valid',
  isSignedIn: false,
}

function signatureIn(xml: string): string {
  return /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(xml)![0]
}

function withSignature(assertion: string, signature: string): string {
  return assertion.replace('</saml:Issuer>', `</saml:Issuer>${signature}`)
}

/** The same response under another id, with this content. */
function outer(response: string, content: string): string {
  const head = /^[\s\S]*?<\/samlp:Status>/.exec(response)![0].replace(signatureIn(response), '')
  return `${head.replace(/ ID="[^"]+"/, ' ID="_outer"')}${content}</samlp:Response>`
}
