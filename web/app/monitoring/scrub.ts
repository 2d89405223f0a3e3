const removed = '[removed]'

/** Property names whose values `scrub` removes. */
const privateName =
  /authorization|cookie|api-?_?key|password|secret|(^|[-_. ])(token|jwt|otp|pin|cvc|iban|card|e-?mail|phone|user)$|^(body|data_url|query_string|env)$|(access|refresh|id|csrf)_?token/i

/** Sentry's identifiers, which `scrub` keeps although they may look like card numbers. */
const identifier = /^(event|trace|span|parent_span|replay|segment|error|profile)_ids?$/

/** Uses only patterns without quadratic backtracking, because attackers may control the input. */
const patterns: [RegExp, string][] = [
  // Values of URL parameters, which may contain searches, one-time codes or client secrets.
  [/([?&#][^=&#\s"'<>]{1,80})=[^&#\s"'<>)\]]*/g, `$1=${removed}`],
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]+(\.[\w-]*)?/g, removed],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${removed}`],
  [/\b[a-z]+_\w+_secret_\w+/g, removed],
  [/\b([sr]k_(test|live)|whsec)_\w+/g, removed],
  // Email addresses. Top-level domains have only letters, so that the version hourspace@0.1.0 is
  // kept.
  [/[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]+(\.[\w-]+)*\.[a-z]{2,}/gi, removed],
  [/(?<![\w.-])\d(?:[ -]?\d){13,18}(?![\w.-])/g, removed],
  // Texts of attributes in the CSS selectors that Sentry records for clicked elements.
  [/\[(?:aria-label|title|alt|placeholder|value)=(?:"[^"]*"|'[^']*')\]/g, ''],
  // Credentials in connection URLs such as `postgres://user:password@host`.
  [/(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*:\/\/)[^\s/:@]*:[^\s/@]+@/gi, `$1${removed}@`],
]

export function scrubText(text: string): string {
  let scrubbed = text
  for (const [pattern, replacement] of patterns) scrubbed = scrubbed.replace(pattern, replacement)
  return scrubbed
}

/** Returns a copy of a Sentry payload without personal data and secrets. */
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
