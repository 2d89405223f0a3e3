import { ApiError } from '../respond/errors.ts'
import { applyRange } from './page.ts'
import { parseAccept, type Representation } from './parse-accept.ts'
import { parsePrefer, type Preferences } from './parse-prefer.ts'
import { parseQuery, type Query } from './parse-query.ts'

/** A data request but for its body: what the URL and the headers say. */
export type DataRequest = {
  method: string
  /** The exposed schema it is about. */
  schema: string
  /** Relation or function. */
  name: string
  query: Query
  prefer: Preferences
  accept: Representation
  contentType: string
  /** Where a read of a relation can be had again; null for other requests. */
  contentLocation: string | null
}

/** Parses the line and the headers of a request. Throws ApiError. */
export function parseRequest(
  request: Request,
  target: { kind: 'relation' | 'function'; name: string },
  exposedSchemas: readonly string[],
): DataRequest {
  const { method, headers } = request
  const isRead = method === 'GET' || method === 'HEAD'
  const params = queryOf(request.url)
  const query = parseQuery(params, target.kind === 'function' && isRead)
  // Only a GET has a range; what a write shows again is no page.
  const isPaged = isRead || target.kind === 'function'
  if (isPaged) applyRange(query.read, method === 'GET' ? headers.get('range') : null)
  return {
    method,
    schema: parseProfile(
      headers.get(isRead ? 'accept-profile' : 'content-profile'),
      exposedSchemas,
    ),
    name: target.name,
    query,
    prefer: parsePrefer(headers.get('prefer')),
    accept: parseAccept(headers.get('accept')),
    contentType: headers.get('content-type') ?? '',
    contentLocation:
      isRead && target.kind === 'relation' ? contentLocation(target.name, params) : null,
  }
}

export function parseProfile(profile: string | null, exposed: readonly string[]): string {
  const name = profile ?? exposed[0] ?? 'public'
  if (exposed.includes(name)) return name
  throw new ApiError(406, 'PGRST106', `Invalid schema: ${name}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })
}

/** Cheaper than to parse the whole URL, of which nothing else is needed. */
function queryOf(url: string): URLSearchParams {
  const [address = ''] = url.split('#', 1)
  const mark = address.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : address.slice(mark))
}

/** Clients and proxies break off an answer whose headers are long, and nobody needs this one. */
const longest = 2000

/**
 * Where a read's answer can be had again: the relation and the query with its keys in order. Null
 * where that is too long for a header.
 */
export function contentLocation(name: string, params: URLSearchParams): string | null {
  const sorted = params.size > 1 ? new URLSearchParams(params) : params
  if (params.size > 1) sorted.sort()
  const query = sorted.toString().replace(/[+*]/g, (each) => (each === '+' ? '%20' : '%2A'))
  const location = `/${encodeURIComponent(name)}${query === '' ? '' : `?${query}`}`
  return location.length > longest ? null : location
}
