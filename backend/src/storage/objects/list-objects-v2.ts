import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import type { Queryable } from '#backend/platform/database.ts'
import { readBody, requireCaller, type StorageContext } from '#backend/storage/context.ts'
import { invalidRequest } from '#backend/storage/errors.ts'
import { versionChoice } from './list-objects.ts'
import type { ObjectMetadata } from './object.ts'

const listBody = z.object({
  prefix: z.string().default(''),
  limit: z.number().int().min(1).max(1000).default(1000),
  cursor: z.string().nullish(),
  with_delimiter: z.boolean().nullish(),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .default({ column: 'name', order: 'asc' }),
  noncurrentVersions: versionChoice,
  deleteMarkers: versionChoice,
  exactMatch: z.boolean().nullish(),
})

const cursorSchema = z.object({ moment: z.string(), key: z.string() })

type Entry = {
  /** Path in the bucket. The path of a folder ends with a slash. */
  key: string
  id: string | null
  updated_at: Date
  created_at: Date
  last_accessed_at: Date
  metadata: ObjectMetadata | null
  version: string
  moment: string
}

/** POST /object/list-v2/{bucket}: returns a page of the objects with a prefix. */
export function registerListObjectsV2(app: Hono, context: StorageContext): void {
  app.post('/object/list-v2/:bucket', async (c) => {
    const caller = requireCaller(context, c.req.raw)
    const body = await readBody(c.req.raw, listBody)
    if (body.noncurrentVersions === 'only' || body.deleteMarkers === 'only') {
      return json({ hasNext: false, folders: [], objects: [] })
    }
    const cursor = readCursor(body.cursor)
    const entries = await context.database.transactionAsCaller(caller, (sql) =>
      listEntries(sql, c.req.param('bucket'), body, cursor),
    )
    const page = entries.slice(0, body.limit)
    const last = page.at(-1)
    const hasNext = entries.length > body.limit
    return json({
      hasNext,
      nextCursor: hasNext && last ? writeCursor(last) : undefined,
      folders: page.filter(({ id }) => id === null).map(({ key }) => ({ name: key, key })),
      objects: page.filter(({ id }) => id !== null).map(presentObject),
    })
  })
}

function listEntries(
  sql: Queryable,
  bucketId: string,
  { prefix, limit, sortBy, with_delimiter, exactMatch }: z.output<typeof listBody>,
  after: z.output<typeof cursorSchema> | null,
): Promise<Entry[]> {
  const byName = sortBy.column === 'name'
  const direction = sortBy.order === 'desc' ? sql`desc` : sql`asc`
  const beyond = sortBy.order === 'desc' ? sql`<` : sql`>`
  // Formats the timestamp with a fixed width, so that the text sorts and keeps microseconds.
  const moment = byName
    ? sql`''::text`
    : sql`to_char(${sql(sortBy.column)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`
  const matches = exactMatch ? sql`name = ${prefix}` : sql`starts_with(name collate "C", ${prefix})`
  const slash = sql`position('/' in substr(name, length(${prefix}) + 1))`
  const files = sql`
    select name collate "C" as key, id, updated_at, created_at, last_accessed_at, metadata, version,
      ${moment} as moment
    from storage.objects where bucket_id = ${bucketId} and ${matches}`
  const entries = with_delimiter
    ? sql`
      ${files} and ${slash} = 0
      union all
      select distinct left(name, length(${prefix}) + ${slash}) collate "C", null::uuid,
        null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb, null, ''
      from storage.objects where bucket_id = ${bucketId} and ${matches} and ${slash} > 0`
    : files
  const rest = after
    ? sql`where (moment collate "C", key collate "C") ${beyond} (${after.moment}, ${after.key})`
    : sql``
  return sql<Entry[]>`
    select * from (${entries}) as entries ${rest}
    order by moment collate "C" ${direction}, key collate "C" ${direction} limit ${limit + 1}`
}

function presentObject(entry: Entry) {
  const { key, id, version, created_at, updated_at, last_accessed_at, metadata } = entry
  return { name: key, key, id, version, created_at, updated_at, last_accessed_at, metadata }
}

function writeCursor({ moment, key }: Entry): string {
  return Buffer.from(JSON.stringify({ moment, key })).toString('base64url')
}

function readCursor(text: string | null | undefined): z.output<typeof cursorSchema> | null {
  if (!text) return null
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw invalidRequest('The cursor is not one of ours')
  }
}
