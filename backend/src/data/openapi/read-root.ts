import type { Statement } from '../plan/sql.ts'
import { ApiError } from '../respond/errors.ts'
import type { RestSettings } from '../rest-settings.ts'
import type { Scope } from '../scope.ts'
import { describeApi, type VisibleObjects } from './describe-api.ts'

const producible = new Set(['application/openapi+json', 'application/json', 'application/*', '*/*'])

/**
 * Returns the OpenAPI description of the API. Throws ApiError PGRST126 if the description is
 * disabled, and PGRST107 if `Accept` allows no supported media type.
 */
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
  const [[row] = []] = await scope.run([statement], { readOnly: true })
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

function visibleObjectsStatement(schemaName: string, ignoresPrivileges: boolean): Statement {
  return { text: query, values: [schemaName, String(ignoresPrivileges)] }
}

const query = `
  select json_build_object(
    'comment', obj_description(n.oid, 'pg_namespace'),
    'relations', coalesce((
      select json_agg(json_build_object('name', c.relname, 'comment', obj_description(c.oid, 'pg_class'))
        order by c.relname)
      from pg_class c
      where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'f', 'v', 'm') and (
        $2::boolean
        or has_table_privilege(c.oid, 'select, insert, update, delete, truncate, references, trigger')
        or has_any_column_privilege(c.oid, 'select, insert, update, references'))), '[]'),
    'functions', coalesce((
      select json_agg(json_build_object('name', p.proname, 'comment', obj_description(p.oid, 'pg_proc'))
        order by p.proname, p.oid)
      from pg_proc p
      where p.pronamespace = n.oid and p.prokind = 'f'
        and ($2::boolean or has_function_privilege(p.oid, 'execute'))), '[]'))
  from pg_namespace n
  where n.nspname = $1`
