import { resolveFunction } from './plan/resolve-function.ts'
import { ApiError } from './respond/errors.ts'
import type { Relation, Schema } from './schema/schema.ts'
import { findRelation } from './scope.ts'

const relationMethods = ['OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const functionMethods = ['OPTIONS', 'GET', 'HEAD', 'POST']
const rootMethods = ['OPTIONS', 'GET', 'HEAD']

/** Throws ApiError PGRST101 or PGRST117 if the target does not support the method. */
export function checkMethod(method: string, { kind }: Target): void {
  if (kind === 'function') {
    if (functionMethods.includes(method)) return
    throw new ApiError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
  }
  if ((kind === 'root' ? rootMethods : relationMethods).includes(method)) return
  throw new ApiError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
}

/**
 * Responds to OPTIONS. Throws ApiError PGRST202 or PGRST205 for an unknown target, and PGRST203 for
 * ambiguous function overloads.
 */
export function describeMethods(
  schema: Schema,
  schemaName: string,
  target: Target,
  argumentNames: readonly string[],
): Response {
  const headers = { Allow: methods().join(','), 'Content-Length': '0' }
  return new Response(null, { status: 200, headers })

  function methods(): readonly string[] {
    if (target.kind === 'root') return rootMethods
    if (target.kind === 'relation') {
      return methodsOf(findRelation(schema, { schema: schemaName, name: target.name }))
    }
    const { found } = resolveFunction(schema, schemaName, target.name, argumentNames, null)
    return found.isVolatile ? ['OPTIONS', 'POST'] : functionMethods
  }
}

function methodsOf({ insertable, updatable, deletable, primaryKey }: Relation): string[] {
  return [
    'OPTIONS',
    'GET',
    'HEAD',
    ...(insertable ? ['POST'] : []),
    ...(insertable && updatable && primaryKey.length > 0 ? ['PUT'] : []),
    ...(updatable ? ['PATCH'] : []),
    ...(deletable ? ['DELETE'] : []),
  ]
}

export type Target = { kind: 'relation' | 'function' | 'root'; name: string }
