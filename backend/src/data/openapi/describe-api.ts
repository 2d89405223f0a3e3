import { qualified, type Schema } from '../schema/schema.ts'
import { describeCall } from './describe-function.ts'
import { describePath, describeRows } from './describe-relation.ts'
import { describeParameters } from './parameters.ts'

type Commented = { name: string; comment: string | null }

export type VisibleObjects = {
  comment: string | null
  relations: Commented[]
  functions: Commented[]
}

const mediaTypes = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]

export function describeApi(
  schema: Schema,
  schemaName: string,
  visible: VisibleObjects,
  url: URL,
): object {
  const relations = visible.relations.flatMap(({ name, comment }) => {
    const relation = schema.relations.get(qualified(schemaName, name))
    return relation ? [{ relation, comment }] : []
  })
  // OpenAPI allows one operation per path and method, so only the first overload is described.
  const comments = new Map(visible.functions.toReversed().map((each) => [each.name, each.comment]))
  const functions = [...comments.keys()].toSorted().flatMap((name) => {
    const called = schema.functions.get(qualified(schemaName, name))?.[0]
    return called ? [{ called, comment: comments.get(name) ?? null }] : []
  })
  const relationPaths = relations.map(({ relation, comment }) => {
    return [`/${relation.name}`, describePath(relation, comment)] as const
  })
  const functionPaths = functions.map(({ called, comment }) => {
    return [`/rpc/${called.name}`, describeCall(called, comment)] as const
  })
  const definitions = relations.map(({ relation, comment }) => {
    return [relation.name, describeRows(schema, relation, comment)] as const
  })
  const [title, ...description] = (visible.comment ?? '').split('\n')
  return {
    swagger: '2.0',
    info: {
      title: title || 'Data API',
      description: description.join('\n').trim() || 'Tables, views and functions of the database',
      version: '14',
    },
    host: url.host,
    basePath: url.pathname.replace(/\/+$/, '') || '/',
    schemes: [url.protocol.replace(':', '')],
    consumes: mediaTypes,
    produces: mediaTypes,
    paths: {
      '/': { get: describeRoot },
      ...Object.fromEntries([...relationPaths, ...functionPaths]),
    },
    definitions: Object.fromEntries(definitions),
    parameters: describeParameters(relations.map(({ relation }) => relation)),
    externalDocs: {
      description: 'PostgREST Documentation',
      url: 'https://docs.postgrest.org/en/v14/references/api.html',
    },
  }
}

const describeRoot = {
  summary: 'OpenAPI description (this document)',
  tags: ['Introspection'],
  produces: ['application/openapi+json', 'application/json'],
  responses: { 200: { description: 'OK' } },
}
