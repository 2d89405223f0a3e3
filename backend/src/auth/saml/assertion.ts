import { XmlError, attributeOf, children, childrenNamed, names, onlyChild, textOf } from './xml.ts'

/** Error for a SAML response or assertion that is not valid for this sign-in. */
export class AssertionError extends Error {}

/** Values that a SAML response must match, and the current time. */
type ExpectedAssertion = {
  provider: string
  /** SAML entity id of this service. */
  audience: string
  recipient: string
  requestId: string
  now: Date
}

type Attribute = { names: string[]; values: string[] }

export type Assertion = {
  id: string
  nameId: string | undefined
  nameIdFormat: string | undefined
  attributes: Attribute[]
  /** End of the session as set by the identity provider (SessionNotOnOrAfter), or null. */
  sessionNotAfter: Date | null
  /** End of the SAML assertion's validity, including clock skew. */
  expiresAt: Date
}

const clockSkewMs = 60_000

const bearerMethod = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

const successStatus = 'urn:oasis:names:tc:SAML:2.0:status:Success'

const knownConditions = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'])

/**
 * Throws AssertionError if a SAML response reports an error or contradicts the expected values. The
 * response may be unsigned, so the server only compares the response's values and never uses them.
 */
export function checkResponse(response: Element, expected: ExpectedAssertion): void {
  if (response.namespaceURI !== names.protocol || response.localName !== 'Response') {
    throw new AssertionError('not a Response element')
  }
  const status = onlyChild(response, names.protocol, 'Status')
  const code = status && onlyChild(status, names.protocol, 'StatusCode')
  if (attributeOf(code, 'Value') !== successStatus)
    throw new AssertionError('the identity provider returned an error status')
  const issuer = onlyChild(response, names.assertion, 'Issuer')
  if (issuer && textOf(issuer) !== expected.provider) throw new AssertionError('unexpected issuer')
  for (const [name, value] of [
    ['Version', '2.0'],
    ['Destination', expected.recipient],
    ['InResponseTo', expected.requestId],
  ] as const) {
    const given = response.getAttribute(name)
    if (given && given !== value) throw new AssertionError(`unexpected ${name}`)
  }
}

/**
 * Reads a verified assertion. Throws AssertionError if the assertion does not match the expected
 * values.
 */
export function readAssertion(assertion: Element, expected: ExpectedAssertion): Assertion {
  if (attributeOf(assertion, 'Version') !== '2.0') throw new AssertionError('unsupported version')
  if (textOf(onlyChild(assertion, names.assertion, 'Issuer')) !== expected.provider) {
    throw new AssertionError('unexpected issuer')
  }
  const subject = onlyChild(assertion, names.assertion, 'Subject')
  if (!subject) throw new AssertionError('no Subject')
  const confirmedUntil = childrenNamed(subject, names.assertion, 'SubjectConfirmation')
    .map((confirmation) => confirmationExpiry(confirmation, expected))
    .find((until) => until !== null)
  if (!confirmedUntil) throw new AssertionError('no valid SubjectConfirmation')
  checkConditions(onlyChild(assertion, names.assertion, 'Conditions'), expected)
  const nameId = onlyChild(subject, names.assertion, 'NameID')
  return {
    id: attributeOf(assertion, 'ID')!,
    nameId: textOf(nameId),
    nameIdFormat: attributeOf(nameId, 'Format'),
    attributes: childrenNamed(assertion, names.assertion, 'AttributeStatement')
      .flatMap((statement) => childrenNamed(statement, names.assertion, 'Attribute'))
      .map(readAttribute),
    sessionNotAfter: sessionEnd(assertion, expected.now),
    expiresAt: new Date(confirmedUntil.getTime() + clockSkewMs),
  }
}

/**
 * Returns when a bearer SubjectConfirmation expires, or null if it has expired or is for another
 * request.
 */
function confirmationExpiry(confirmation: Element, expected: ExpectedAssertion): Date | null {
  if (attributeOf(confirmation, 'Method') !== bearerMethod) return null
  const data = onlyChild(confirmation, names.assertion, 'SubjectConfirmationData')
  const until = timestampOf(data, 'NotOnOrAfter')
  const isForUs =
    attributeOf(data, 'Recipient') === expected.recipient &&
    attributeOf(data, 'InResponseTo') === expected.requestId &&
    !data?.hasAttribute('NotBefore')
  return isForUs && until && !isPast(until, expected.now) ? until : null
}

function checkConditions(conditions: Element | undefined, { now, audience }: ExpectedAssertion) {
  if (!conditions) throw new AssertionError('no Conditions')
  const from = timestampOf(conditions, 'NotBefore')
  const until = timestampOf(conditions, 'NotOnOrAfter')
  if (from && from.getTime() > now.getTime() + clockSkewMs)
    throw new AssertionError('not valid yet')
  if (until && isPast(until, now)) throw new AssertionError('expired')
  const isKnown = children(conditions).every(
    ({ namespaceURI, localName }) =>
      namespaceURI === names.assertion && knownConditions.has(localName),
  )
  if (!isKnown) throw new AssertionError('unknown condition')
  const restrictions = childrenNamed(conditions, names.assertion, 'AudienceRestriction')
  const isForUs = restrictions.every((restriction) =>
    childrenNamed(restriction, names.assertion, 'Audience').some(
      (element) => textOf(element) === audience,
    ),
  )
  if (restrictions.length === 0 || !isForUs) throw new AssertionError('unexpected audience')
}

/**
 * Returns the earliest SessionNotOnOrAfter, or null if there is none. Throws AssertionError if it
 * has passed.
 */
function sessionEnd(assertion: Element, now: Date): Date | null {
  const statements = childrenNamed(assertion, names.assertion, 'AuthnStatement')
  if (statements.length === 0) throw new AssertionError('no AuthnStatement')
  const ends = statements
    .map((statement) => timestampOf(statement, 'SessionNotOnOrAfter'))
    .filter((end) => end !== null)
  if (ends.length === 0) return null
  const earliest = new Date(Math.min(...ends.map((end) => end.getTime())))
  if (earliest <= now) throw new AssertionError('the session has ended')
  return earliest
}

function readAttribute(attribute: Element): Attribute {
  return {
    names: [attributeOf(attribute, 'Name'), attributeOf(attribute, 'FriendlyName')].filter(
      (name) => name !== undefined,
    ),
    values: childrenNamed(attribute, names.assertion, 'AttributeValue')
      .map(textOf)
      .filter((value) => value !== undefined),
  }
}

function isPast(until: Date, now: Date): boolean {
  return until.getTime() + clockSkewMs <= now.getTime()
}

/**
 * Parses a timestamp attribute. Returns null without the attribute. Throws XmlError for an invalid
 * timestamp or one without a time zone.
 */
function timestampOf(element: Element | undefined, name: string): Date | null {
  const text = attributeOf(element, name)
  if (!text) return null
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const instant = new Date(text)
  if (!isInstant || Number.isNaN(instant.getTime()))
    throw new XmlError(`${name} is not a timestamp`)
  return instant
}
