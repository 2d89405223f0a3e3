import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { selfSignedCertificate } from '#backend/platform/certificate.ts'
import { isOwnTarget } from '../target.ts'
import { assertionXml, responseXml } from './saml-provider.ts'
import { validResponse, newOrganization, refused, samlSuite } from './saml-target.ts'

describe.runIf(isOwnTarget)('signatures of SAML responses', () => {
  const suite = samlSuite()
  const { answered } = suite

  describe('signature checks', () => {
    test('a SAML response that is unsigned or signed with another key is rejected', async () => {
      expect(await answered((facts) => responseXml(facts, assertionXml(facts)))).toMatchObject(
        refused,
      )
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const own = selfSignedCertificate(privateKey, 'idp.example')
      const { sign, certificate } = suite.organization.provider
      for (const shown of [own, certificate]) {
        expect(
          await answered((facts) =>
            sign(responseXml(facts, assertionXml(facts)), { key: privateKey, certificate: shown }),
          ),
        ).toMatchObject(refused)
      }
    })

    test('a SAML response from the provider of one organization is rejected in a sign-in to another organization', async () => {
      const other = await newOrganization(suite.target)
      expect(
        await answered((facts) => other.provider.sign(responseXml(facts, assertionXml(facts)))),
      ).toMatchObject(refused)
    })

    test('a SAML response modified after signing is rejected', async () => {
      const stem = crypto.randomUUID()
      expect(
        await answered(
          (facts) => validResponse(suite.organization, facts).replaceAll(stem, 'somebody-else'),
          {
            nameId: stem,
          },
        ),
      ).toMatchObject(refused)
    })

    test('a SAML response signed with SHA-1 is rejected', async () => {
      const sha1 = 'http://www.w3.org/2000/09/xmldsig#'
      for (const weak of [
        { signatureAlgorithm: `${sha1}rsa-sha1` },
        { digestAlgorithm: `${sha1}sha1` },
      ]) {
        expect(
          await answered((facts) =>
            suite.organization.provider.sign(responseXml(facts, assertionXml(facts)), weak),
          ),
        ).toMatchObject(refused)
      }
    })

    /** Signature wrapping attacks. XSW1 to XSW8: Somorovsky et al., "On Breaking SAML", 2012. */
    const wrappings: Record<string, (parts: Parts) => string> = {
      'XSW1: the signed response within the signature of a forged response': ({ whole, evil }) => {
        const signature = signatureIn(whole)
        const bare = whole.replace(signature, '')
        const nested = signature.replace('</ds:Signature>', `${bare}</ds:Signature>`)
        return outer(whole, nested + evil)
      },
      'XSW2: the signed response beside its signature in a forged response': ({ whole, evil }) => {
        const signature = signatureIn(whole)
        return outer(whole, whole.replace(signature, '') + signature + evil)
      },
      'XSW3: a forged assertion before the signed assertion': ({ response, assertion, evil }) =>
        response.replace(assertion, evil + assertion),
      'XSW4: the signed assertion within a forged assertion': ({ response, assertion, evil }) =>
        response.replace(
          assertion,
          evil.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`),
        ),
      'XSW5: the signature moved to a forged assertion': ({ response, assertion, evil }) => {
        const signature = signatureIn(assertion)
        return response.replace(
          assertion,
          withSignature(evil, signature) + assertion.replace(signature, ''),
        )
      },
      'XSW6: the signed assertion within its signature in a forged assertion': ({
        response,
        assertion,
        evil,
      }) => {
        const signature = signatureIn(assertion)
        const bare = assertion.replace(signature, '')
        const nested = signature.replace('</ds:Signature>', `${bare}</ds:Signature>`)
        return response.replace(assertion, withSignature(evil, nested))
      },
      'XSW7: a forged assertion within Extensions': ({ response, assertion, evil }) =>
        response.replace(assertion, `<samlp:Extensions>${evil}</samlp:Extensions>${assertion}`),
      'XSW8: the signed assertion within an Object of its signature in a forged assertion': ({
        response,
        assertion,
        evil,
      }) => {
        const signature = signatureIn(assertion)
        const object = `<ds:Object>${assertion.replace(signature, '')}</ds:Object>`
        const nested = signature.replace('</ds:Signature>', `${object}</ds:Signature>`)
        return response.replace(assertion, withSignature(evil, nested))
      },
      'a forged assertion with the ID of the signed assertion': ({ response, assertion, evil }) => {
        const id = / ID="([^"]+)"/.exec(assertion)![1]!
        return response.replace(assertion, evil.replace(/ ID="[^"]+"/, ` ID="${id}"`) + assertion)
      },
      'a forged assertion with the ID of the signed assertion in an Id attribute': ({
        response,
        assertion,
        evil,
      }) => {
        const id = / ID="([^"]+)"/.exec(assertion)![1]!
        const twin = evil.replace(/ ID="[^"]+"/, ` Id="${id}" ID="_x"`)
        return response.replace(
          assertion,
          withSignature(twin, signatureIn(assertion)) +
            `<x>${assertion.replace(signatureIn(assertion), '')}</x>`,
        )
      },
      'an additional assertion of another namespace': ({ response, assertion }) =>
        response.replace(assertion, '<Assertion xmlns="urn:other"/>' + assertion),
    }
    type Parts = { whole: string; response: string; assertion: string; evil: string }

    test.each(Object.keys(wrappings))(
      'a SAML response with signature wrapping is rejected: %s',
      async (name) => {
        const evilEmail = `evil${crypto.randomUUID()}@${suite.organization.domain}`
        const answer = await answered((facts) => {
          const { sign } = suite.organization.provider
          const response = validResponse(suite.organization, facts)
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
        const rows = await suite.target.sql!`select from auth.users where email = ${evilEmail}`
        expect(rows).toHaveLength(0)
      },
    )

    test('a SAML response with two signed assertions is rejected', async () => {
      expect(
        await answered((facts) => {
          const one = validResponse(suite.organization, facts)
          const two = validResponse(suite.organization, { ...facts, assertionId: '_second' })
          const second = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(two)![0]
          return one.replace('</samlp:Response>', `${second}</samlp:Response>`)
        }),
      ).toMatchObject(refused)
    })
  })
})

function signatureIn(xml: string): string {
  return /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(xml)![0]
}

function withSignature(assertion: string, signature: string): string {
  return assertion.replace('</saml:Issuer>', `</saml:Issuer>${signature}`)
}

function outer(response: string, content: string): string {
  const head = /^[\s\S]*?<\/samlp:Status>/.exec(response)![0].replace(signatureIn(response), '')
  return `${head.replace(/ ID="[^"]+"/, ' ID="_outer"')}${content}</samlp:Response>`
}
