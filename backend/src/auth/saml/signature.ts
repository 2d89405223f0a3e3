import type * as samlify from 'samlify'
import {
  attributeOf,
  children,
  childrenNamed,
  elementsOf,
  hasComments,
  names,
  parseXml,
} from './xml.ts'

/** Thrown when what claims to be from a provider is not provably so. */
export class SignatureError extends Error {}

const xmlenc = 'http://www.w3.org/2001/04/xmlenc#'

const canonicalizations = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
])

const transforms = new Set([`${names.signature}enveloped-signature`, ...canonicalizations])

/** SHA-1 is not among them. */
const digests = new Set([`${xmlenc}sha256`, `${xmlenc}sha512`])

const signatures = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
])

/**
 * The one assertion of a response, as it was signed with the key of one of `certificates` (base64 DER):
 * it is read from the octets that were verified, so that nothing beside them is believed. The
 * response may be signed instead of the assertion within it.
 *
 * @param xml the response, `response` its parsed form.
 * @throws SignatureError when there is no valid signature, or the document is built so that one
 * element could be verified and another one read.
 */
export async function verifiedAssertion(
  xml: string,
  response: Element,
  certificates: readonly string[],
): Promise<Element> {
  const claimed = requirePlainShape(response)
  const { SamlLib } = await samlLibrary()
  for (const certificate of certificates) {
    const verified = undefinedIfThrown(() =>
      SamlLib.verifySignature(xml, {
        // All that the library asks of a provider's metadata here.
        metadata: { getX509Certificate: () => certificate } as unknown as Metadata,
      }),
    )
    if (!verified?.[0] || !verified[1]) continue
    const assertion = parseXml(verified[1])
    if (isAssertion(assertion) && attributeOf(assertion, 'ID') === attributeOf(claimed, 'ID')) {
      return assertion
    }
  }
  throw new SignatureError('the signature is not valid')
}

type Library = Awaited<ReturnType<typeof samlLibrary>>

type Metadata = NonNullable<Parameters<Library['SamlLib']['verifySignature']>[1]['metadata']>

/** Undefined where the library throws, as it does for a wrong certificate, digest or signature. */
function undefinedIfThrown<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/**
 * A response with one assertion right below it, signatures only in their places, each over the element
 * it stands in, and no id twice: what is left has nowhere to hide a second assertion. Answers the
 * assertion, which is not verified yet.
 */
function requirePlainShape(response: Element): Element {
  const all = elementsOf(response)
  const below = all.slice(1)
  const assertions = below.filter(({ localName }) => localName === 'Assertion')
  const [assertion] = assertions
  if (below.some(({ localName }) => localName === 'EncryptedAssertion')) {
    throw new SignatureError('encrypted assertions are not taken')
  }
  if (!assertion || assertions.length > 1) throw new SignatureError('there is not one assertion')
  if (!isAssertion(assertion) || assertion.parentNode !== response) {
    throw new SignatureError('the assertion is not in its place')
  }
  if (below.some(({ localName }) => localName === 'Response')) {
    throw new SignatureError('there is a response within the response')
  }
  const ids = all.flatMap(idsOf)
  if (new Set(ids).size < ids.length) throw new SignatureError('an id is there twice')

  const found = all.filter(({ localName }) => localName === 'Signature')
  const inPlace = [response, assertion].filter(
    (signed) => childrenNamed(signed, names.signature, 'Signature').length === 1,
  )
  if (found.length === 0) throw new SignatureError('nothing is signed')
  if (found.length !== inPlace.length) throw new SignatureError('a signature is out of place')
  for (const signed of inPlace) requirePlainSignature(signed)
  return assertion
}

function isAssertion(element: Element): boolean {
  return element.namespaceURI === names.assertion && element.localName === 'Assertion'
}

function idsOf(element: Element): string[] {
  return Array.from(element.attributes)
    .filter(({ localName, name }) => /^id$/i.test(localName || name))
    .map(({ value }) => value)
}

/** One reference, to the element the signature stands in, by algorithms that are safe. */
function requirePlainSignature(signed: Element): void {
  const [signature] = childrenNamed(signed, names.signature, 'Signature')
  const [info, , keyInfo] = children(signature!)
  const [canonicalization, method, reference] = info ? children(info) : []
  const parts = reference ? children(reference) : []
  const [transformList, digest] = parts
  const isPlain =
    isSequence(signature!, ['SignedInfo', 'SignatureValue', ...(keyInfo ? ['KeyInfo'] : [])]) &&
    isSequence(info!, ['CanonicalizationMethod', 'SignatureMethod', 'Reference']) &&
    isSequence(reference!, ['Transforms', 'DigestMethod', 'DigestValue']) &&
    !hasComments(signature!)
  if (!isPlain) throw new SignatureError('a signature has parts it should not have')
  const id = attributeOf(signed, 'ID')
  if (!id || reference!.getAttribute('URI') !== `#${id}`) {
    throw new SignatureError('a signature is not over the element it stands in')
  }
  const isSafe =
    canonicalizations.has(algorithmOf(canonicalization)) &&
    signatures.has(algorithmOf(method)) &&
    digests.has(algorithmOf(digest)) &&
    children(transformList!).every((transform) => transforms.has(algorithmOf(transform)))
  if (!isSafe) throw new SignatureError('a signature uses an algorithm that is not taken')
}

function isSequence(parent: Element, expected: readonly string[]): boolean {
  const found = children(parent)
  return (
    found.length === expected.length &&
    found.every(
      ({ localName, namespaceURI }, at) =>
        localName === expected[at] && namespaceURI === names.signature,
    )
  )
}

function algorithmOf(element: Element | undefined): string {
  return element?.getAttribute('Algorithm') ?? ''
}

let loading: Promise<typeof samlify> | undefined

/** samlify, fetched when the first SAML message comes by: most installations never see one. */
export function samlLibrary(): Promise<typeof samlify> {
  loading ??= import('samlify').then((library) => {
    library.setSchemaValidator({
      validate: async (xml: string) => {
        parseXml(xml)
        return 'valid'
      },
    })
    return library
  })
  return loading
}
