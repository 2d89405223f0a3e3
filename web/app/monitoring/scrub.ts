const removed = '[removed]'

/** Names whose values are nobody's business, whatever they hold. */
const privateName =
  /authorization|cookie|api-?_?key|password|secret|(^|[-_. ])(token|jwt|otp|pin|cvc|iban|card|e-?mail|phone|user)$|^(body|data_url|query_string|env)$|(access|refresh|id|csrf)_?token/i

/** Sentry's own identifiers, which may look like a card number and must stay as they are. */
const identifier = /^(event|trace|span|parent_span|replay|segment|error|profile)_ids?$/

/**
 * What gives a person, a payment or an account away inside a text, and what stands there instead.
 * Texts may be long and somebody's choice, so none of these may begin at each place of a long word.
 */
const patterns: [RegExp, string][] = [
  // The values of a URL's query and fragment: searches, filters, one-time codes, client secrets.
  [/([?&#][^=&#\s"'<>]{1,80})=[^&#\s"'<>)\]]*/g, `$1=${removed}`],
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]+(\.[\w-]*)?/g, removed],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${removed}`],
  [/\b[a-z]+_\w+_secret_\w+/g, removed],
  [/\b([sr]k_(test|live)|whsec)_\w+/g, removed],
  // Its last part is letters, unlike that of a version such as hourspace@0.1.0.
  [/[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]+(\.[\w-]+)*\.[a-z]{2,}/gi, removed],
  [/(?<![\w.-])\d(?:[ -]?\d){13,18}(?![\w.-])/g, removed],
  // What a clicked element says: a selector is told without it.
  [/\[(?:aria-label|title|alt|placeholder|value)=(?:"[^"]*"|'[^']*')\]/g, ''],
  // Where a database or a mail server is let in.
  [/(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*:\/\/)[^\s/:@]*:[^\s/@]+@/gi, `$1${removed}@`],
]

/** A text without what is private in it. */
export function scrubText(text: string): string {
  let scrubbed = text
  for (const [pattern, replacement] of patterns) scrubbed = scrubbed.replace(pattern, replacement)
  return scrubbed
}

/**
 * A copy of a report (event, transaction, breadcrumb, recorded step) without anything private. Plain
 * JSON comes out as it went in; cycles are cut.
 */
export function scrub<T>(report: T): T {
  return copy(report, new Set()) as T
}

function copy(value: unknown, above: ReadonlySet<object>): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (typeof value !== 'object' || value === null) return value
  if (above.has(value)) return '[circular]'
  const within = new Set(above).add(value)
  if (Array.isArray(value)) return value.map((item) => copy(item, within))
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, copyNamed(name, item, within)]),
  )
}

function copyNamed(name: string, value: unknown, above: ReadonlySet<object>): unknown {
  if (identifier.test(name)) return value
  if (privateName.test(name) && value !== undefined && value !== null) return removed
  return copy(value, above)
}
