import { ApiError } from '../respond/errors.ts'
import type { RestSettings } from '../rest-settings.ts'
import type { Scope } from '../scope.ts'
import { describeApi } from './describe-api.ts'
import { visibleObjectsStatement, type VisibleObjects } from './visible-objects.ts'

const producible = new Set(['application/openapi+json', 'application/json', 'application/*', '*/*'])

/** GET and HEAD of the root. Throws ApiError PGRST107, PGRST126. */
export async function readRoot(
  scope: Scope,
  { openapiMode }: Pick<RestSettings, 'openapiMode'>,
  schemaName: string,
  request: Request,
): Promise<Response> {
  if (openapiMode === 'disabled') {
    throw new ApiError(404, 'PGRST126', 'Root endpoint metadata is disabled')
  }
  checkAccept(request.headers.get('accept') ?? '*/*')
  const statement = visibleObjectsStatement(schemaName, openapiMode === 'ignore-privileges')
  const [row] = await scope.runRows(statement, { readOnly: true })
  const visible = JSON.parse(row?.[0]?.toString() ?? 'null') as VisibleObjects | null
  const description = describeApi(
    scope.schema,
    schemaName,
    visible ?? { comment: null, relations: [], functions: [] },
    new URL(request.url),
  )
  return new Response(request.method === 'HEAD' ? null : JSON.stringify(description), {
    headers: { 'Content-Type': 'application/openapi+json; charset=utf-8' },
  })
}

function checkAccept(header: string): void {
  const accepted = header.split(',').map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '')
  if (accepted.some((type) => producible.has(type))) return
  const message = `None of these media types are available: ${accepted.join(', ')}`
  throw new ApiError(406, 'PGRST107', message)
}
