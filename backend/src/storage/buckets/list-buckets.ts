import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { invalidRequest } from '#backend/storage/errors.ts'
import { requireCaller, type StorageWorld } from '#backend/storage/world.ts'
import { bucketColumns } from './bucket.ts'

const sortColumns = ['id', 'name', 'created_at', 'updated_at']

/** GET /bucket?limit&offset&search&sortColumn&sortOrder: the buckets the caller may see. */
export function registerListBuckets(app: Hono, world: StorageWorld): void {
  app.get('/bucket', async (c) => {
    const caller = requireCaller(world, c.req.raw)
    const { limit, offset, search = '', sortColumn = 'name', sortOrder } = c.req.query()
    if (!sortColumns.includes(sortColumn)) {
      throw invalidRequest(`sortColumn must be one of ${sortColumns.join(', ')}`)
    }
    const [most, skipped] = [wholeNumber(limit, 1000), wholeNumber(offset, 0)]
    const buckets = await world.database.transactionAsCaller(
      caller,
      (sql) => sql`
        select ${bucketColumns(sql)} from storage.buckets
        where ${search} = '' or position(lower(${search}) in lower(name)) > 0
        order by ${sql(sortColumn)} ${sortOrder === 'desc' ? sql`desc` : sql`asc`}
        limit ${most} offset ${skipped}`,
    )
    return json(buckets)
  })
}

function wholeNumber(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^\d{1,9}$/.test(text)) throw invalidRequest('limit and offset must be whole numbers')
  return Number(text)
}
