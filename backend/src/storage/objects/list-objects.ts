import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { readBody, requireCaller, type StorageContext } from '#backend/storage/context.ts'
import type { Caller } from '#backend/platform/caller.ts'

/**
 * Filter for old versions or delete markers. `only` matches nothing, because the backend does not
 * store them.
 */
export const versionChoice = z.enum(['exclude', 'include', 'only']).nullish()

const listBody = z.object({
  noncurrentVersions: versionChoice,
  deleteMarkers: versionChoice,
  exactMatch: z.boolean().nullish(),
  prefix: z.string().default(''),
  search: z.string().nullish(),
  limit: z.number().int().min(1).max(1000).default(100),
  offset: z.number().int().min(0).default(0),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
})

/** POST /object/list/{bucket}: lists a folder's files and subfolders. Subfolders have no id. */
export function registerListObjects(app: Hono, context: StorageContext): void {
  app.post('/object/list/:bucket', async (c) => {
    const caller = requireCaller(context, c.req.raw)
    const body = await readBody(c.req.raw, listBody)
    const { prefix, search, limit, offset, sortBy } = body
    if (body.noncurrentVersions === 'only' || body.deleteMarkers === 'only') return json([])
    const path = withoutSlashes(prefix)
    if (body.exactMatch) return json(await exactly(context, caller, c.req.param('bucket'), path))
    const folder = path && `${path}/`
    const entries = await context.database.transactionAsCaller(
      caller,
      (sql) => sql`
        with found as (
          select id, substr(name, length(${folder}) + 1) as rest, updated_at, created_at,
            last_accessed_at, metadata, version
          from storage.objects
          where bucket_id = ${c.req.param('bucket')} and starts_with(name collate "C", ${folder})
            and starts_with(lower(substr(name, length(${folder}) + 1)), lower(${search ?? ''}))
        ), entries as (
          select rest as name, id, updated_at, created_at, last_accessed_at, metadata, version
          from found where position('/' in rest) = 0
          union all
          select split_part(rest, '/', 1), null, null, null, null, null, null
          from found where position('/' in rest) > 0 group by 1
        )
        select * from entries
        order by ${sql(sortBy.column)} ${sortBy.order === 'desc' ? sql`desc` : sql`asc`}, name
        limit ${limit} offset ${offset}`,
    )
    return json(entries)
  })
}

/** Removes leading and trailing slashes in linear time, unlike a regular expression. */
function withoutSlashes(path: string): string {
  let start = 0
  let end = path.length
  while (path[start] === '/') start += 1
  while (end > start && path[end - 1] === '/') end -= 1
  return path.slice(start, end)
}

function exactly(context: StorageContext, caller: Caller, bucketId: string, name: string) {
  return context.database.transactionAsCaller(
    caller,
    (sql) => sql`
      select path_tokens[cardinality(path_tokens)] as name, id, updated_at, created_at,
        last_accessed_at, metadata, version
      from storage.objects where bucket_id = ${bucketId} and name = ${name}`,
  )
}
