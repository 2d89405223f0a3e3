import { ApiError } from '../respond/errors.ts'
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
}

/** Parses the line and the headers of a request. Throws ApiError. */
export function parseRequest(
  request: Request,
  target: { kind: 'relation' | 'function'; name: string },
  exposedSchemas: readonly string[],
): DataRequest {
  const { method, headers } = request
  const isRead = method === 'GET' || method === 'HEAD'
  const params = new URL(request.url).searchParams
  const query = parseQuery(params, target.kind === 'function' && isRead)
  if (isRead) applyRange(query, headers.get('range'))
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
  }
}

function parseProfile(profile: string | null, exposed: readonly string[]): string {
  const name = profile ?? exposed[0] ?? 'public'
  if (exposed.includes(name)) return name
  throw new ApiError(406, 'PGRST106', `Invalid schema: ${name}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })
}

/** `Range: 0-9` narrows what limit and offset ask for. */
function applyRange({ read }: Query, header: string | null): void {
  const [, first, last] = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined) return
  const count = last ? Number(last) - Number(first) + 1 : null
  if (count !== null && count < 1) {
    throw new ApiError(416, 'PGRST103', 'Requested range not satisfiable', {
      details:
        'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    })
  }
  read.offset += Number(first)
  if (count !== null) read.limit = Math.min(count, read.limit ?? count)
}
