import type { DatabaseFunction, FunctionParameter } from '../schema/schema.ts'
import { describeComment } from './describe-relation.ts'
import { describeType } from './describe-type.ts'
import { ref } from './parameters.ts'

export function describeCall(called: DatabaseFunction, comment: string | null): object {
  const shared = {
    ...describeComment(comment),
    tags: [`(rpc) ${called.name}`],
    produces: [
      'application/json',
      'application/vnd.pgrst.object+json;nulls=stripped',
      'application/vnd.pgrst.object+json',
    ],
    responses: { 200: { description: 'OK' } },
  }
  const post = { ...shared, parameters: [describeBody(called, comment), ref('preferParams')] }
  if (called.isVolatile) return { post }
  return { get: { ...shared, parameters: called.parameters.map(describeArgument) }, post }
}

function describeBody({ parameters }: DatabaseFunction, comment: string | null): object {
  const required = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    in: 'body',
    name: 'args',
    required: true,
    schema: {
      ...(comment !== null && { description: comment }),
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(
        parameters.map((parameter) => [parameter.name, describeType(parameter.type)]),
      ),
    },
  }
}

function describeArgument({ name, type, isRequired, isVariadic }: FunctionParameter): object {
  const { type: jsonType, format } = describeType(type)
  const shared = { in: 'query', name, required: isRequired }
  if (isVariadic) {
    const items = describeType(type.replace(/\[\]$/, ''))
    return { ...shared, type: 'array', items, collectionFormat: 'multi' }
  }
  return { ...shared, type: jsonType === 'array' || !jsonType ? 'string' : jsonType, format }
}
