import type { CallArguments } from './plan/call-sql.ts'
import type { BodyKind } from './plan/resolve-function.ts'
import { checkDepth } from './request/check-depth.ts'
import { parseJson } from './request/parse-body.ts'
import { csvToJson } from './request/parse-csv.ts'
import type { DataRequest } from './request/parse-request.ts'
import { bodyText, mediaTypeOf } from './request/read-body.ts'
import { bodyError } from './respond/errors.ts'

/** What a request gives a function: arguments by name, and the body for one that takes it whole. */
type Given = {
  names: readonly string[]
  args: CallArguments
  whole: { kind: BodyKind; text: string } | null
}

/** Arguments in the query of GET and HEAD. */
export function queryArguments({ query }: DataRequest): Given {
  return textArguments(query.args)
}

/** Arguments in the body of POST. Throws ApiError PGRST102. */
export function bodyArguments(request: DataRequest, body: Buffer): Given {
  const type = mediaTypeOf(request.contentType)
  switch (type) {
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
      return jsonArguments(bodyText(body), request.query.columns)
    case 'application/x-www-form-urlencoded':
      return textArguments([...new URLSearchParams(bodyText(body))])
    case 'text/csv':
      return jsonArguments(csvToJson(bodyText(body)).json, null)
    case 'text/plain':
      return wholeBody('text', bodyText(body))
    case 'text/xml':
      return wholeBody('xml', bodyText(body))
    case 'application/octet-stream':
      return wholeBody('octets', `\\x${body.toString('hex')}`)
    default:
      throw bodyError(`Content-Type not acceptable: ${type}`)
  }
}

function textArguments(values: readonly (readonly [string, string])[]): Given {
  const names = [...new Set(values.map(([name]) => name))]
  return { names, args: { kind: 'texts', values }, whole: null }
}

function wholeBody(kind: BodyKind, text: string): Given {
  return { names: [], args: { kind: 'body', text }, whole: { kind, text } }
}

function jsonArguments(text: string, columns: readonly string[] | null): Given {
  const json = text.trim() === '' ? '{}' : text
  checkDepth(json)
  const value = parseJson(json)
  const isArray = Array.isArray(value)
  const names = columns ?? namesOf(isArray ? value[0] : value)
  return {
    names,
    args: { kind: 'json', json, isArray, names },
    whole: { kind: 'json', text: json },
  }
}

/** The names in an object; what is none names nothing. */
function namesOf(value: unknown): string[] {
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
  return isObject ? Object.keys(value) : []
}
