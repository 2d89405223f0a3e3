import { ApiError } from '../respond/errors.ts'

/** How the answer is written. */
export type Representation = {
  kind: 'array' | 'object' | 'csv'
  /** Leave out keys whose value is null. */
  stripNulls: boolean
  contentType: string
}

/** Picks the first media type that can be produced. Throws ApiError PGRST107. */
export function parseAccept(header: string | null): Representation {
  const accepted = (header ?? '*/*').split(',').map((part) => part.trim().toLowerCase())
  for (const mediaType of accepted) {
    const representation = representationOf(mediaType)
    if (representation) return representation
  }
  throw new ApiError(
    406,
    'PGRST107',
    `None of these media types are available: ${accepted.join(', ')}`,
  )
}

function representationOf(mediaType: string): Representation | null {
  const [type = '', ...parameters] = mediaType.split(';').map((part) => part.trim())
  const stripNulls = parameters.includes('nulls=stripped')
  switch (type) {
    case '':
    case '*/*':
    case 'application/*':
    case 'application/json':
      return { kind: 'array', stripNulls: false, contentType: 'application/json; charset=utf-8' }
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return { kind: 'array', stripNulls, contentType: vendor('array', stripNulls) }
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return { kind: 'object', stripNulls, contentType: vendor('object', stripNulls) }
    case 'text/csv':
      return { kind: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' }
    default:
      return null
  }
}

function vendor(kind: string, stripNulls: boolean): string {
  return `application/vnd.pgrst.${kind}+json;${stripNulls ? ' nulls=stripped;' : ''} charset=utf-8`
}
