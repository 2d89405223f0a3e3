import { codes, errorOf, sameIn, type Both, type Explanation } from './explanation.ts'

/** Differences from PostgREST that are deliberate or follow from the generated SQL. */
export const byChoice: readonly Explanation[] = [
  {
    reason: 'deliberate: an embed may be ordered by a column that it does not select',
    holds: (_, both) =>
      /[?&]order=\w+\(/.test(both.request.path) &&
      errorOf(both.ours).code !== '42703' &&
      (both.request.method === 'HEAD'
        ? both.theirs.status === 400
        : /^column \w+_\d+\.\w+ does not exist$/.test(String(errorOf(both.theirs).message))),
  },
  {
    reason: 'deliberate: `->-1` is also parsed before a closing parenthesis',
    holds: (_, both) =>
      errorOf(both.theirs).code === 'PGRST100' &&
      errorOf(both.ours).code !== 'PGRST100' &&
      /->-?\d+\)/.test(both.request.path) &&
      String(errorOf(both.theirs).details).startsWith("unexpected ')' expecting digit"),
  },
  {
    reason: "the planner's row estimate depends on the form of a join",
    holds: (difference, { request, ours, theirs }) =>
      /count=(planned|estimated)/.test(request.headers['prefer'] ?? '') &&
      /[?&]select=[^&]*\(/.test(request.path) &&
      /^(content-range|status 20[06] not 20[06])/.test(difference) &&
      pageOf(ours) === pageOf(theirs),
  },
  {
    reason: 'deliberate: counts respect limit and offset of inner embeds, like the rows',
    holds: (difference, both) =>
      /count=(exact|estimated)/.test(both.request.headers['prefer'] ?? '') &&
      /!inner/.test(both.request.path) &&
      /[?&][\w.]+\.(limit|offset)=/.test(both.request.path) &&
      (codes(both) === 'PGRST103 206' ||
        (/^(content-range|status 20[06] not 20[06])/.test(difference) &&
          pageOf(both.ours) === pageOf(both.theirs))),
  },
  {
    reason:
      'deliberate: a function with one unnamed json parameter receives any JSON body unchanged',
    holds: (_, both) =>
      both.request.path.startsWith('/rpc/echo') &&
      !both.request.body?.startsWith('{') &&
      (codes(both) === '200 PGRST102' || /^(pgrst_scalar\n)?\[\]$/.test(both.theirs.body)),
  },
  {
    reason:
      'deliberate: a function that returns setof void has no content, like one that returns void',
    holds: (_, { request, ours, theirs }) =>
      request.path.startsWith('/rpc/voids') && ours.status === 204 && theirs.body === '[]',
  },
  {
    reason: 'deliberate: an unnamed text parameter with a default receives only a text body',
    holds: (_, { request, ours }) =>
      request.path === '/rpc/defaulted_text' && ours.body === '"none"',
  },
  {
    reason: 'deliberate: a JSON array without objects has no argument names, PGRST202',
    holds: (_, both) =>
      codes(both) === 'PGRST202 PGRST102' && both.request.body?.startsWith('[') === true,
  },
  {
    reason: 'deliberate: CSV of a write or call has the selected columns in its header',
    holds: (difference, { request, theirs }) =>
      difference === 'body' &&
      (request.method !== 'GET' || request.path.startsWith('/rpc/')) &&
      theirs.status < 300 &&
      request.headers['accept'] === 'text/csv' &&
      /[?&]select=/.test(request.path),
  },
  {
    reason: 'deliberate: CSV of a function without rows has no empty line',
    holds: (difference, { request, ours }) =>
      difference === 'body' &&
      request.path.startsWith('/rpc/first_film?') &&
      request.headers['accept'] === 'text/csv' &&
      ours.body === '\n',
  },
  {
    reason: 'deliberate: a CSV body of a single line has our own error message',
    holds: (_, both) =>
      /^(201|PGRST102) PGRST102$/.test(codes(both)) &&
      both.request.headers['content-type'] === 'text/csv' &&
      !both.request.body?.includes('\n'),
  },
  {
    reason: 'deliberate: Content-Location keeps repeated parameters and encodes UTF-8 once',
    holds: (difference, { ours, theirs }) =>
      difference.startsWith('content-location ') &&
      asTheySpell(ours.headers.get('content-location')) === theirs.headers.get('content-location'),
  },
  {
    reason: 'deliberate: Location and Content-Location are percent-encoded',
    holds: (difference, { request }) =>
      /^(content-)?location \//.test(difference) && /^\/[^?]*%/.test(request.path),
  },
  {
    reason: 'deliberate: a select list of only commas or parentheses is rejected',
    holds: (_, both) =>
      codes(both) === 'PGRST100 200' && /[?&]select=[,(]+(&|$)/.test(both.request.path),
  },
  {
    reason: 'deliberate: `or=id.eq.1` is a logic operator without parentheses, not the column orid',
    holds: (difference, both) =>
      difference === 'body' &&
      codes(both) === 'PGRST100 42703' &&
      /[?&](and|or)=\w/.test(both.request.path),
  },
  {
    reason: 'deliberate: the details of PGRST100 have our own wording',
    holds: (difference, both) => difference === 'body' && codes(both) === 'PGRST100 PGRST100',
  },
  {
    reason: 'deliberate: "Perhaps you meant" uses our own similarity measure',
    holds: (difference, both) =>
      difference === 'body' &&
      /^(PGRST200|PGRST202) \1$/.test(codes(both)) &&
      sameIn(both, 'message', 'details'),
  },
  {
    reason: 'deliberate: the error for a missing key in a PUT does not contain our alias',
    holds: (difference, both) =>
      difference === 'body' &&
      codes(both) === '42703 42703' &&
      /^column pgrst_body\.\w+ does not exist$/.test(String(errorOf(both.theirs).message)),
  },
  {
    reason: 'deliberate: a filter on an embed without a column of its name is PGRST120',
    holds: (difference, both) =>
      difference === 'body' &&
      codes(both) === 'PGRST120 42703' &&
      /^column \w+\.\w+ does not exist$/.test(String(errorOf(both.theirs).message)),
  },
  {
    reason:
      'deliberate: a top-level logic operator filters the written rows, one of an embed its representation',
    holds: (_, both) =>
      ['PATCH', 'DELETE'].includes(both.request.method) &&
      (/[?&][\w]+\.(not\.)?(and|or)=/.test(both.request.path) ||
        (/[?&](not\.)?(and|or)=/.test(both.request.path) &&
          errorOf(both.ours).code !== '42703' &&
          /^column \w+\.\w+ does not exist$/.test(String(errorOf(both.theirs).message)))),
  },
  {
    reason: 'deliberate: PUT counts the written row before inner embeds filter it',
    holds: (_, both) =>
      both.request.method === 'PUT' &&
      /^20[01] (PGRST115|PGRST105)$/.test(codes(both)) &&
      /!inner/.test(both.request.path),
  },
  {
    reason: 'deliberate: the error for an unknown column has no hint of PostgreSQL',
    holds: (difference, both) =>
      difference === 'body' &&
      codes(both) === '42703 42703' &&
      sameIn(both, 'message', 'details') &&
      errorOf(both.ours).hint === null,
  },
  {
    reason: 'deliberate: a Range after the last row is 416 also with limit=0',
    holds: (_, both) =>
      /^PGRST103 20[06]$/.test(codes(both)) &&
      both.request.headers['range'] !== undefined &&
      /[?&]limit=0\b/.test(both.request.path),
  },
  {
    reason:
      'for a write with two errors (several rows for one object, and a foreign key), ours reports the row count first',
    holds: (_, both) => codes(both) === 'PGRST116 23503',
  },
  {
    reason: 'deliberate: limits of embeds also apply to the representation of a write',
    holds: (difference, { request }) =>
      /^(body|content-range .*)$/.test(difference) &&
      ['POST', 'PUT', 'PATCH', 'DELETE'].includes(request.method) &&
      !request.path.startsWith('/rpc/') &&
      /[?&]\w[\w.]*\.(limit|offset)=/.test(request.path),
  },
  {
    reason: 'deliberate: a path matches the alias of an embed before a relation name',
    holds: (difference, both) =>
      both.ours.status < 300 &&
      (both.request.method === 'HEAD'
        ? both.theirs.status === 400
        : difference === 'body' || errorOf(both.theirs).code === 'PGRST108') &&
      namesTwice(both.request.path),
  },
  {
    reason: 'deliberate: an unsupported write to a view returns 405 instead of 500',
    holds: (difference, both) =>
      difference === 'status 405 not 500' && codes(both) === '55000 55000',
  },
]

/**
 * Whether a filter's name occurs twice in the select list: as the relation of an embed with an
 * alias, and as the name of another item.
 */
function namesTwice(path: string): boolean {
  const parameters = decodeURIComponent(path).split(/[?&]/)
  const select = parameters.find((each) => each.startsWith('select=')) ?? ''
  return parameters.some((each) => {
    const name = /^(\w+)\.[\w.]+=/.exec(each)?.[1]
    return name !== undefined && select.includes(`:${name}`) && select.includes(`,${name}`)
  })
}

/** Returns the range of rows in a response's Content-Range header, without the total. */
function pageOf({ headers }: Both['ours']): string {
  return (headers.get('content-range') ?? '').replace(/\/.*/, '')
}

/** Joins repeated query parameters and decodes UTF-8 bytes as Latin-1, as PostgREST does. */
function asTheySpell(location: string | null): string {
  const [path = '', query] = (location ?? '').split('?')
  if (query === undefined) return path
  const values = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split('=')
    values.set(name, [...(values.get(name) ?? []), value])
  }
  const joined = [...values].map(([name, list]) => `${name}=${list.join(',')}`).join('&')
  const twice = joined.replace(/%([89A-F][0-9A-F])/g, (_, byte: string) =>
    encodeURIComponent(String.fromCharCode(parseInt(byte, 16))),
  )
  return `${path}?${twice}`
}
