import { codes, errorOf, sameIn, type Explanation } from './explanation.ts'

/** Differences caused by changes in PostgREST after 12.0.2, with their changelog numbers. */
export const byVersion: readonly Explanation[] = [
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
    reason: 'PostgREST 13 returns PGRST205 for an unknown relation (#3697)',
    holds: (difference, both) =>
      difference === 'body' && ['PGRST205 42P01', 'PGRST205 404'].includes(codes(both)),
  },
  {
    reason: 'PostgREST 13 returns PGRST125 for an invalid path (#3906)',
    holds: (difference, both) => difference === 'body' && codes(both) === 'PGRST125 404',
  },
  {
    reason:
      'PostgREST 12.0.3 and 12.2 return 500 for 21000, 42P17, 54* and 53400 (#3205 and others)',
    holds: (difference, both) =>
      /^status 500 not (400|413|503)$/.test(difference) &&
      /^(21000|42P17|54\w{3}|53400) \1$/.test(codes(both)),
  },
  {
    reason: 'PostgREST 12.0.3 returns 406 for an unsupported media type (#3224)',
    holds: (difference, both) =>
      difference === 'status 406 not 415' && codes(both) === 'PGRST107 PGRST107',
  },
  {
    reason:
      'later versions changed the messages of PGRST106 (#4089), PGRST204 (#3361) and PGRST121 (#3404)',
    holds: (difference, both) =>
      difference === 'body' && /^(PGRST106|PGRST204|PGRST121) \1$/.test(codes(both)),
  },
  {
    reason: "PostgREST 13 filters and orders a function's rows by columns not selected (#3965)",
    holds: (_, both) =>
      both.request.path.startsWith('/rpc/') &&
      both.theirs.status === 400 &&
      errorOf(both.ours).code !== '42703' &&
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
    reason: 'PostgREST 14 passes a body only to an unnamed parameter (#4561)',
    holds: (_, both) =>
      codes(both) === 'PGRST202 42883' &&
      /^function contract\.\w+\(\) does not exist$/.test(String(errorOf(both.theirs).message)),
  },
  {
    reason: 'PostgREST 13 supports to-many spreads (#3041)',
    holds: (_, both) => both.ours.status === 200 && codes(both) === '200 PGRST119',
  },
  {
    reason: 'PostgREST 13 supports text search on json (#2255)',
    holds: (_, both) =>
      codes(both) === '200 42883' &&
      /^operator does not exist: jsonb? @@ tsquery$/.test(String(errorOf(both.theirs).message)),
  },
  {
    reason: 'PostgREST 13 supports `is.not_null` (#3747)',
    holds: (_, both) =>
      codes(both) === '200 PGRST100' && /[.=]is\.not_null/.test(both.request.path),
  },
  {
    reason: 'PostgREST 13 orders the representation of a write and does not limit writes (#3013)',
    holds: (difference, { request }) =>
      /^(body|tables|content-range .*)$/.test(difference) &&
      request.method !== 'GET' &&
      /[?&](order|limit)=/.test(request.path),
  },
  {
    reason: "PostgREST 12.2.4 inserts a column's default before its domain's (#3706)",
    holds: (_, both) =>
      codes(both) === '201 23502' &&
      /missing=default/.test(both.request.headers['prefer'] ?? '') &&
      String(errorOf(both.theirs).message).includes('"currency"'),
  },
]
