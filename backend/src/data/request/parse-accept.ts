import { ApiError } from '../respond/errors.ts'

export type Representation = {
  kind: 'array' | 'object' | 'csv' | 'geojson'
  stripNulls: boolean
  contentType: string
  /** Options of a query plan, or null if the client requests the rows instead of a plan. */
  plan: PlanRequest | null
}

/** Returns the supported media type that `Accept` prefers. Throws ApiError PGRST107 if none is. */
export function parseAccept(header: string | null): Representation {
  if (header === null || header === '*/*' || header === 'application/json') return json
  const accepted = header.split(',').map(parseMediaType)
  const byQuality = accepted.toSorted((a, b) => b.quality - a.quality)
  for (const mediaType of byQuality) {
    const representation = representationOf(mediaType)
    if (representation) return representation
  }
  throw notAcceptable(accepted.map(({ text }) => text))
}

export function notAcceptable(mediaTypes: readonly string[]): ApiError {
  const message = `None of these media types are available: ${mediaTypes.join(', ')}`
  return new ApiError(406, 'PGRST107', message)
}

type MediaType = { text: string; type: string; parameters: Map<string, string>; quality: number }

function parseMediaType(given: string): MediaType {
  const text = given.trim()
  const [type = '', ...rest] = text.split(';').map((part) => part.trim())
  const pairs = rest.map((part): [string, string] => {
    const [name = '', value = ''] = part.split(/=(.*)/s)
    return [name.toLowerCase(), value.replace(/^"(.*)"$/, '$1')]
  })
  const parameters = new Map(pairs)
  const quality = Number(parameters.get('q') ?? 1)
  return { text, type: type.toLowerCase(), parameters, quality: quality >= 0 ? quality : 1 }
}

const json: Representation = {
  kind: 'array',
  stripNulls: false,
  contentType: 'application/json; charset=utf-8',
  plan: null,
}

function representationOf({ type, parameters }: MediaType): Representation | null {
  const stripNulls = parameters.get('nulls') === 'stripped'
  const stripped = stripNulls ? ';nulls=stripped' : ''
  switch (type) {
    case '':
    case '*/*':
    case 'application/json':
      return json
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return stripNulls
        ? { ...json, stripNulls, contentType: utf8('application/vnd.pgrst.array+json', stripped) }
        : json
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object': {
      const contentType = utf8('application/vnd.pgrst.object+json', stripped)
      return { kind: 'object', stripNulls, contentType, plan: null }
    }
    case 'text/csv':
      return { ...json, kind: 'csv', contentType: utf8('text/csv') }
    case 'application/geo+json':
      return { ...json, kind: 'geojson', contentType: utf8('application/geo+json') }
    default:
      return planOf(type, parameters)
  }
}

function planOf(type: string, parameters: Map<string, string>): Representation | null {
  const plan = parsePlanType(type, parameters)
  const planned = plan && representationOf(parseMediaType(plan.forType))
  return planned && !planned.plan ? { ...planned, contentType: plan.contentType, plan } : null
}

function utf8(type: string, parameters = ''): string {
  return `${type}${parameters}; charset=utf-8`
}

const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const

export type PlanRequest = {
  format: 'json' | 'text'
  options: readonly (typeof planOptions)[number][]
  /** Media type of the response that the explained statement would produce. */
  forType: string
  contentType: string
}

/** Parses `application/vnd.pgrst.plan+json; for="text/csv"`. Returns null for other types. */
function parsePlanType(type: string, parameters: ReadonlyMap<string, string>): PlanRequest | null {
  const [matched, format = 'text'] =
    /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/.exec(type) ?? []
  if (!matched || (format !== 'json' && format !== 'text')) return null
  const asked = (parameters.get('options') ?? '').split('|')
  const options = planOptions.filter((option) => asked.includes(option))
  const forType = parameters.get('for') ?? 'application/json'
  const listed = options.length > 0 ? ` options=${options.join('|')};` : ''
  const contentType = `application/vnd.pgrst.plan+${format}; for="${forType}";${listed} charset=utf-8`
  return { format, options, forType, contentType }
}
