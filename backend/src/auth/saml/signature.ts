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

/** Error for a SAML response without a valid signature from the identity provider. */
export class SignatureError extends Error {}

const xmlenc = 'http://www.w3.org/2001/04/xmlenc#'

const canonicalizations = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
])

const transforms = new Set([`${names.signature}enveloped-signature`, ...canonicalizations])

/** Accepted digest algorithms. SHA-1 is missing, because it is insecure. */
const digests = new Set([`${xmlenc}sha256`, `${xmlenc}sha512`])

const signatures = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
])

/**
 * Returns the assertion of a SAML response whose signature matches one of `certificates` (base64
 * DER). Parses the assertion from the verified bytes, so that unsigned content is never read.
 * Throws SignatureError for an invalid signature or a structure that allows signature wrapping.
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
        // Passes only the certificate, because samlify reads nothing else from the metadata.
        metadata: { getX509Certificate: () => certificate } as unknown as Metadata,
      }),
    )
    if (!verified?.[0] || !verified[1]) continue
    const assertion = parseXml(verified[1])
    if (isAssertion(assertion) && attributeOf(assertion, 'ID') === attributeOf(claimed, 'ID')) {
      return assertion
    }
  }
  throw new SignatureError('invalid signature')
}

type Library = Awaited<ReturnType<typeof samlLibrary>>

type Metadata = NonNullable<Parameters<Library['SamlLib']['verifySignature']>[1]['metadata']>

/**
 * Returns the result of `work`, or undefined if `work` throws. samlify throws for a bad signature.
 */
function undefinedIfThrown<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/**
 * Returns the assertion, which is not verified yet. To prevent signature wrapping, requires one
 * assertion directly below the response, unique ids, and that each signature covers only its parent
 * element.
 */
function requirePlainShape(response: Element): Element {
  const all = elementsOf(response)
  const below = all.slice(1)
  const assertions = below.filter(({ localName }) => localName === 'Assertion')
  const [assertion] = assertions
  if (below.some(({ localName }) => localName === 'EncryptedAssertion')) {
    throw new SignatureError('encrypted assertions are not supported')
  }
  if (!assertion || assertions.length > 1)
    throw new SignatureError('expected exactly one assertion')
  if (!isAssertion(assertion) || assertion.parentNode !== response) {
    throw new SignatureError('the assertion is not a child of the response')
  }
  if (below.some(({ localName }) => localName === 'Response')) {
    throw new SignatureError('nested response')
  }
  const ids = all.flatMap(idsOf)
  if (new Set(ids).size < ids.length) throw new SignatureError('duplicate id')

  const found = all.filter(({ localName }) => localName === 'Signature')
  const inPlace = [response, assertion].filter(
    (signed) => childrenNamed(signed, names.signature, 'Signature').length === 1,
  )
  if (found.length === 0) throw new SignatureError('no signature')
  if (found.length !== inPlace.length)
    throw new SignatureError('unexpected position of a signature')
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

/** Requires safe algorithms and exactly one reference, which must point to the signed element. */
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
  if (!isPlain) throw new SignatureError('unexpected element in a signature')
  const id = attributeOf(signed, 'ID')
  if (!id || reference!.getAttribute('URI') !== `#${id}`) {
    throw new SignatureError('a signature does not reference its parent element')
  }
  const isSafe =
    canonicalizations.has(algorithmOf(canonicalization)) &&
    signatures.has(algorithmOf(method)) &&
    digests.has(algorithmOf(digest)) &&
    children(transformList!).every((transform) => transforms.has(algorithmOf(transform)))
  if (!isSafe) throw new SignatureError('unsupported signature algorithm')
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

/** Loads samlify on first use, because most installations never need SAML. */
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
