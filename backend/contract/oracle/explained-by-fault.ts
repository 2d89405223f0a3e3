import { codes, errorOf, type Explanation } from './explanation.ts'

/** Differences caused by bugs in PostgREST 12.0.2. */
export const byFault: readonly Explanation[] = [
  {
    reason: 'PostgREST 12 lists the candidates of an ambiguous call in no defined order',
    holds: (_, both) => {
      const candidates = [both.ours, both.theirs].map((answer) =>
        String(errorOf(answer).message)
          .split(/: |(?<=\)), /)
          .toSorted()
          .join(),
      )
      return codes(both) === 'PGRST203 PGRST203' && candidates[0] === candidates[1]
    },
  },
  {
    reason: 'PostgREST 12 fails for an embed with limit 0 and an offset',
    holds: (_, { request, theirs }) =>
      theirs.status === 500 &&
      theirs.headers.get('content-type')?.startsWith('text/plain') === true &&
      /[?&][\w.]+\.limit=0\b/.test(request.path),
  },
  {
    reason: 'PostgREST 12 cannot spread an embed beside another of the same relation',
    holds: (_, both) =>
      errorOf(both.ours).code !== '42712' &&
      /^table name "\w+" specified more than once$/.test(String(errorOf(both.theirs).message)) &&
      both.request.path.includes('...'),
  },
  {
    reason: 'PostgREST 12 returns no row for HEAD of a single-row function',
    holds: (_, { request, theirs }) =>
      request.method === 'HEAD' &&
      request.path.startsWith('/rpc/first_film') &&
      theirs.headers.get('content-range') === '*/0',
  },
  {
    reason: 'PostgREST 12 confuses an embed with a computed relationship beside or inside it',
    holds: (_, { request, theirs }) =>
      theirs.status === 400 &&
      /(cast|director)_of[!(]/.test(request.path) &&
      (request.method === 'HEAD'
        ? /\.\w+=(not\.)?is\.null|_of(!\w+)*\(films\b/.test(request.path)
        : theirs.body.includes('cannot cast type jsonb to')),
  },
  {
    reason: 'PostgREST 12 cannot order by a column of an embed that is selected twice',
    holds: (_, both) => codes(both) === '200 42702' && /[?&]order=\w+\(/.test(both.request.path),
  },
]
