import type { Answer } from './pair.ts'
import type { Asked } from './request-line.ts'
import type { Outcome } from './state.ts'

/** Headers that say something to a client. */
const headers = [
  'content-range',
  'content-type',
  'location',
  'preference-applied',
  'content-location',
  'allow',
  'www-authenticate',
  'content-profile',
  'range-unit',
  'x-tea',
]

/** What the answers to one request differ in, a phrase each; empty when they are the same. */
export function differences(request: Asked, ours: Outcome, theirs: Outcome): string[] {
  const found: string[] = []
  if (ours.status !== theirs.status) found.push(`status ${ours.status} not ${theirs.status}`)
  for (const name of headers) {
    const [own, other] = [ours, theirs].map((answer) => normalHeader(name, answer))
    if (own !== other) found.push(`${name} ${own} not ${other}`)
  }
  if (!sameBody(request, ours, theirs)) found.push('body')
  if (ours.left !== theirs.left) found.push('tables')
  return found
}

/** An answer in lines for reading. */
export function printed({ status, headers: given, body }: Answer): string {
  const lines = headers.flatMap((name) => {
    const value = given.get(name)
    return value === null ? [] : [`${name}: ${value}`]
  })
  return [`${status}`, ...lines, body.slice(0, 4000)].join('\n')
}

function normalHeader(name: string, answer: Answer): string | null {
  const value = answer.headers.get(name)
  if (value === null || name !== 'preference-applied') return value
  return value.split(', ').sort().join(', ')
}

/**
 * Byte by byte, but for the order of rows that nothing orders, and the order of an error's keys.
 * Embeds by value, since PostgREST makes them jsonb and puts them where it likes; of a plan only
 * that there is one.
 */
function sameBody(request: Asked, ours: Answer, theirs: Answer): boolean {
  if (ours.body === theirs.body) return true
  const type = theirs.headers.get('content-type') ?? ''
  if (type.startsWith('application/vnd.pgrst.plan')) return ours.body !== ''
  const hasEmbeds = /[?&]select=[^&]*[a-z]\([^)]/.test(request.path)
  if (type.startsWith('text/csv'))
    return orderless(ours.body, hasEmbeds) === orderless(theirs.body, hasEmbeds)
  const isRemade = hasEmbeds || type.includes('nulls=stripped')
  if (ours.status < 300 && !isRemade && ours.body.length !== theirs.body.length) return false
  const isOrdered = /[?&]order=/.test(request.path)
  try {
    const [own, other] = [ours, theirs].map(({ body }) =>
      normal(JSON.parse(body, keepNumbers), isOrdered ? 'list' : 'set', hasEmbeds),
    )
    return own === other
  } catch {
    return false
  }
}

/** Digits beyond those of a double count too; `1e+300` and its 301 digits are the same. */
const keepNumbers = ((_key: string, value: unknown, { source }: { source: string }): unknown => {
  if (typeof value !== 'number') return value
  return `#${/e/i.test(source) || source.length > 30 ? value : source}`
}) as (key: string, value: unknown) => unknown

/** A value in one line. Only the top list keeps its order, if it has one, and its rows their keys'. */
function normal(
  value: unknown,
  place: 'list' | 'set' | 'row' | 'below',
  hasEmbeds: boolean,
): string {
  const isTop = place === 'list' || place === 'set'
  if (Array.isArray(value)) {
    const items = value.map((item) => normal(item, isTop ? 'row' : 'below', hasEmbeds))
    return `[${(place === 'list' ? items : items.sort()).join(',')}]`
  }
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}:${normal(item, 'below', hasEmbeds)}`,
  )
  return `{${(place === 'row' && !hasEmbeds ? entries : entries.sort()).join(',')}}`
}

/** Lines in an order of their own; with embeds the letters, since jsonb spaces and orders otherwise. */
function orderless(text: string, hasEmbeds: boolean): string {
  return hasEmbeds
    ? [...text.replace(/\s/g, '')].sort().join('')
    : text.split('\n').sort().join('\n')
}
