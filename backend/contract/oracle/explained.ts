import type { Outcome } from './state.ts'
import type { Asked } from './request-line.ts'

type Both = { request: Asked; ours: Outcome; theirs: Outcome }

/** Why our answer is not that of PostgREST 12, and when that reason holds. */
export type Explanation = {
  reason: string
  /** Whether it explains one difference of `differences`. */
  holds(difference: string, both: Both): boolean
}

export const explanations: readonly Explanation[] = [
  {
    reason: 'PostgREST 13 says "Cannot coerce the result to a single JSON object" (#3795)',
    holds: (difference, both) =>
      difference === 'body' &&
      codes(both) === 'PGRST116 PGRST116' &&
      sameIn(both, 'details', 'hint'),
  },
  {
    reason: 'PostgREST 12.0.3 sends one Content-Type with an error (#3373)',
    holds: (difference, { theirs }) =>
      difference.startsWith('content-type application/json; charset=utf-8 not ') &&
      theirs.headers.get('content-type') ===
        'application/json; charset=utf-8, application/vnd.pgrst.object+json; charset=utf-8',
  },
  {
    reason: 'PostgREST 13 answers for a relation that is not there itself, PGRST205 (#3697)',
    holds: (difference, both) => difference === 'body' && codes(both) === 'PGRST205 42P01',
  },
  {
    reason: 'deliberate: an embed may be ordered by a column of it that is not selected',
    holds: (_, both) =>
      codes(both) === '200 42703' &&
      /[?&]order=\w+\(/.test(both.request.path) &&
      /^column \w+_\d+\.\w+ does not exist$/.test(String(errorOf(both.theirs).message)),
  },
  {
    reason: 'deliberate: `->-1` is read before a closing parenthesis as it is elsewhere',
    holds: (_, both) =>
      codes(both) === '200 PGRST100' &&
      /->-?\d+\)/.test(both.request.path) &&
      String(errorOf(both.theirs).details).startsWith("unexpected ')' expecting digit"),
  },
  {
    reason: "the planner's guess of rows depends on how a join is written",
    holds: (difference, { request, ours, theirs }) =>
      /count=(planned|estimated)/.test(request.headers['prefer'] ?? '') &&
      /[?&]select=[^&]*\(/.test(request.path) &&
      /^(content-range|status 20[06] not 20[06])/.test(difference) &&
      pageOf(ours) === pageOf(theirs),
  },
  {
    reason: 'PostgREST 12.0.3 and 12.2 answer 21000, 54* and 53400 with 500 (#3205, #3255, #3267)',
    holds: (difference, both) =>
      /^status 500 not (400|413|503)$/.test(difference) &&
      /^(21000|54\w{3}|53400) \1$/.test(codes(both)),
  },
  {
    reason: "PostgREST 13 filters and orders a function's rows by columns not selected (#3965)",
    holds: (_, both) =>
      both.request.path.startsWith('/rpc/') &&
      both.ours.status < 300 &&
      both.theirs.status === 400 &&
      (both.request.method === 'HEAD' ||
        /^(column \w+\.\w+ does not exist|cannot cast type record to \w+)$/.test(
          String(errorOf(both.theirs).message),
        )),
  },
  {
    reason: "PostgREST 13 reads a GET's json argument as JSON, not as a string (#2858)",
    holds: (difference, { request }) =>
      difference === 'body' && request.path.startsWith('/rpc/pick?') && request.method === 'GET',
  },
  {
    reason: 'deliberate: a function of one unnamed json parameter gets every JSON body as it came',
    holds: (_, both) =>
      both.request.path.startsWith('/rpc/echo') &&
      !both.request.body?.startsWith('{') &&
      (codes(both) === '200 PGRST102' || both.theirs.body === '[]'),
  },
  {
    reason: 'deliberate: CSV of what was written has the columns selected in its first line',
    holds: (difference, { request, theirs }) =>
      difference === 'body' &&
      request.method !== 'GET' &&
      theirs.status < 300 &&
      request.headers['accept'] === 'text/csv' &&
      /[?&]select=/.test(request.path),
  },
  {
    reason: 'deliberate: a CSV body may end with its first line',
    holds: (_, both) =>
      codes(both) === '201 PGRST102' &&
      both.request.headers['content-type'] === 'text/csv' &&
      !both.request.body?.includes('\n'),
  },
]

/** Content-Range without the number of all rows. */
function pageOf({ headers }: Outcome): string {
  return (headers.get('content-range') ?? '').replace(/\/.*/, '')
}

/** The differences that nothing explains; counts each reason that was used in `used`. */
export function unexplained(
  found: readonly string[],
  both: Both,
  used?: Map<string, number>,
): string[] {
  return found.filter((difference) => {
    const explanation = explanations.find((each) => each.holds(difference, both))
    if (explanation) used?.set(explanation.reason, (used.get(explanation.reason) ?? 0) + 1)
    return !explanation
  })
}

type ErrorBody = Partial<Record<'code' | 'message' | 'details' | 'hint', unknown>>

/** Both error codes; of an answer that is none, its status. */
function codes(both: Both): string {
  return [both.ours, both.theirs]
    .map((answer) => String(errorOf(answer).code ?? answer.status))
    .join(' ')
}

function sameIn(both: Both, ...keys: (keyof ErrorBody)[]): boolean {
  const [own, other] = [errorOf(both.ours), errorOf(both.theirs)]
  return keys.every((key) => JSON.stringify(own[key]) === JSON.stringify(other[key]))
}

function errorOf({ status, body }: Outcome): ErrorBody {
  if (status < 300) return {}
  try {
    return JSON.parse(body) as ErrorBody
  } catch {
    return {}
  }
}
