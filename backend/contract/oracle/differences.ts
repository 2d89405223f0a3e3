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

/** Byte by byte, but for the order of rows that nothing orders and the order of an error's keys. */
function sameBody(request: Asked, ours: Answer, theirs: Answer): boolean {
  if (ours.body === theirs.body) return true
  if (ours.status >= 300 && theirs.status >= 300)
    return canonical(ours.body) === canonical(theirs.body)
  if (/[?&]([\w.]+\.)?order=/.test(request.path)) return false
  return unordered(ours.body) === unordered(theirs.body)
}

function canonical(body: string): string {
  try {
    const value = JSON.parse(body) as Record<string, unknown>
    return JSON.stringify(value, Object.keys(value).sort())
  } catch {
    return body
  }
}

/** The body with rows in an order of their own; the bytes within a row stay. */
function unordered(body: string): string {
  return body
    .replace(/^\[|\]$/g, '')
    .split(/,\s*\n\s*|\n/)
    .sort()
    .join('\n')
}
