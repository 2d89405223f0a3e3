import { ApiError } from '../respond/errors.ts'
import { applyRange } from './page.ts'
import { parseAccept, type Representation } from './parse-accept.ts'
import { parsePrefer, type Preferences } from './parse-prefer.ts'
import { parseQuery, type Query } from './parse-query.ts'

export type DataRequest = {
  method: string
  schema: string
  name: string
  query: Query
  prefer: Preferences
  accept: Representation
  contentType: string
  contentLocation: string | null
}

export function parseRequest(
  request: Request,
  target: { kind: 'relation' | 'function'; name: string },
  exposedSchemas: readonly string[],
): DataRequest {
  const { method, headers } = request
  const isRead = method === 'GET' || method === 'HEAD'
  const params = queryOf(request.url)
  const query = parseQuery(params, target.kind === 'function' && isRead)
  // Only GET supports the Range header. The rows that a write returns are not paginated.
  const isPaged = isRead || target.kind === 'function'
  if (isPaged) applyRange(query.read, method === 'GET' ? headers.get('range') : null)
  return {
    method,
    schema: parseProfile(
      profileOf(headers, isRead ? 'accept-profile' : 'content-profile'),
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

/** Decodes a schema name in a header as UTF-8, because `Headers` decodes values as Latin-1. */
export function profileOf(
  headers: Headers,
  name: 'accept-profile' | 'content-profile',
): string | null {
  return headers.has(name) ? Buffer.from(headers.get(name) ?? '', 'latin1').toString() : null
}

export function profileHeader(schemaName: string): string {
  return Buffer.from(schemaName).toString('latin1')
}

export function parseProfile(profile: string | null, exposed: readonly string[]): string {
  const name = profile ?? exposed[0] ?? 'public'
  if (exposed.includes(name)) return name
  throw new ApiError(406, 'PGRST106', `Invalid schema: ${name}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })
}

/** Returns the query parameters of a URL without parsing the whole URL, which would be slower. */
function queryOf(url: string): URLSearchParams {
  const [address = ''] = url.split('#', 1)
  const mark = address.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : address.slice(mark))
}

/**
 * Maximum length of the header Content-Location, because clients and proxies reject long headers.
 */
const longest = 2000

/**
 * Returns a read's Content-Location with sorted parameters, or null if the location is too long.
 */
export function contentLocation(name: string, params: URLSearchParams): string | null {
  const sorted = params.size > 1 ? new URLSearchParams(params) : params
  if (params.size > 1) sorted.sort()
  const query = sorted.toString().replace(/[+*]/g, (each) => (each === '+' ? '%20' : '%2A'))
  const location = `/${encodeURIComponent(name)}${query === '' ? '' : `?${query}`}`
  return location.length > longest ? null : location
}
