import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, openTarget, type Target } from '../target.ts'

let target: Target
const bucket = `lists-${crypto.randomUUID()}`
const names = ['a.txt', 'b_1.txt', 'bx1.txt', 'docs/c.txt', 'docs/deep/d.txt', 'docs/deep/e.txt']

const files = () => clientOf(target, target.serviceRoleKey).storage.from(bucket)

beforeAll(async () => {
  target = await openTarget()
  await clientOf(target, target.serviceRoleKey).storage.createBucket(bucket)
  for (const name of names) await files().upload(name, name, { contentType: 'text/plain' })
})
afterAll(() => target.close())

/** Returns the names of folders and objects on all pages of a list, and the number of pages. */
async function everything(options: NonNullable<Parameters<ReturnType<typeof files>['listV2']>[0]>) {
  const found: string[] = []
  let pages = 0
  let cursor: string | undefined
  do {
    const { data, error } = await files().listV2({ ...options, ...(cursor && { cursor }) })
    if (error) throw error
    expect(data.hasNext).toBe(data.nextCursor !== undefined)
    found.push(...[...data.folders, ...data.objects].map(({ name }) => name))
    cursor = data.nextCursor
    pages += 1
  } while (cursor)
  return { found, pages }
}

describe('paged lists', () => {
  test('listV2 returns every object below a prefix exactly once and in order, across pages', async () => {
    expect(await everything({})).toEqual({ found: names, pages: 1 })
    expect(await everything({ limit: 2 })).toEqual({ found: names, pages: 3 })
    expect(await everything({ prefix: 'docs/', limit: 2 })).toEqual({
      found: names.slice(3),
      pages: 2,
    })
    const sortBy = { column: 'name', order: 'desc' } as const
    expect((await everything({ limit: 4, sortBy })).found).toEqual(names.toReversed())
    expect((await everything({ prefix: 'b_', limit: 4 })).found).toEqual(['b_1.txt'])
    expect((await everything({ prefix: '%' })).found).toEqual([])
  })

  test('listV2 with a delimiter returns each folder once, wherever a page ends', async () => {
    const { data } = await files().listV2({ with_delimiter: true })
    expect(data).toMatchObject({
      hasNext: false,
      folders: [{ name: 'docs/' }],
      objects: [{ name: 'a.txt' }, { name: 'b_1.txt' }, { name: 'bx1.txt' }],
    })
    expect(data?.objects[0]).toMatchObject({
      id: expect.any(String),
      version: expect.any(String),
      metadata: { size: 5, mimetype: 'text/plain' },
    })
    for (const limit of [1, 2, 3]) {
      const { found } = await everything({ with_delimiter: true, limit })
      expect(found.toSorted()).toEqual(['a.txt', 'b_1.txt', 'bx1.txt', 'docs/'])
    }
    const inDocs = await everything({ with_delimiter: true, prefix: 'docs/', limit: 1 })
    expect(inDocs.found).toEqual(['docs/c.txt', 'docs/deep/'])
  })

  test('listV2 sorts objects by creation time', async () => {
    for (const order of ['asc', 'desc'] as const) {
      const sortBy = { column: 'created_at', order } as const
      const { found, pages } = await everything({ sortBy, limit: 4 })
      expect(found).toEqual(order === 'asc' ? names : names.toReversed())
      expect(pages).toBe(2)
    }
  })

  test('list and listV2 find an object by its exact name, and listV2 rejects an invalid cursor or limit', async () => {
    expect((await everything({ prefix: 'docs/c.txt', exactMatch: true })).found).toEqual([
      'docs/c.txt',
    ])
    expect((await everything({ prefix: 'docs/', exactMatch: true })).found).toEqual([])
    expect((await everything({ noncurrentVersions: 'only' })).found).toEqual([])
    expect((await files().list('docs/c.txt', { exactMatch: true })).data).toMatchObject([
      { name: 'c.txt', metadata: { size: 10 } },
    ])
    expect((await files().list('', { deleteMarkers: 'only' })).data).toEqual([])
    expect((await files().listV2({ cursor: 'mine' })).error).toMatchObject({ status: 400 })
    expect((await files().listV2({ limit: 1001 })).error).toMatchObject({ status: 400 })
  })

  test('listV2 returns an empty list to a caller who may not read any of the objects', async () => {
    const { data } = await clientOf(target).storage.from(bucket).listV2()
    expect(data).toEqual({ hasNext: false, folders: [], objects: [] })
  })
})

test('listing a folder by timestamp sorts files and subfolders together', async () => {
  for (const column of ['updated_at', 'created_at', 'last_accessed_at']) {
    const { data } = await files().list('', { sortBy: { column, order: 'asc' } })
    expect(data?.map(({ name }) => name)).toEqual(['a.txt', 'b_1.txt', 'bx1.txt', 'docs'])
  }
})

describe.runIf(isOwnTarget)('SQL functions for policies and queries', () => {
  test('storage.foldername, storage.filename and storage.extension return the parts of an object name', async () => {
    const [parts] = await target.sql!`
      select storage.foldername('a/b/c.tar.gz') as folder, storage.filename('a/b/c.tar.gz') as file,
        storage.extension('a/b/c.tar.gz') as extension, storage.foldername('c') as none`
    expect(parts).toEqual({ folder: ['a', 'b'], file: 'c.tar.gz', extension: 'gz', none: [] })
  })

  test('storage.search lists the objects of a folder, and storage.get_size_by_bucket returns the size of a bucket', async () => {
    const search = async (prefix: string, levels: number, more = '') => {
      const rows = await target.sql!.unsafe<{ name: string; id: string | null }[]>(
        `select name, id from storage.search('${prefix}', '${bucket}', 100, ${levels} ${more})`,
      )
      return rows.map(({ name, id }) => (id ? name : `${name}/`))
    }
    expect(await search('', 1)).toEqual(['a.txt', 'b_1.txt', 'bx1.txt', 'docs/'])
    expect(await search('docs/', 2)).toEqual(['c.txt', 'deep/'])
    expect(await search('', 1, `, 1, 'B'`)).toEqual(['bx1.txt'])
    expect(await search('', 1, `, 0, '', 'name', 'desc'`)).toEqual([
      'docs/',
      'bx1.txt',
      'b_1.txt',
      'a.txt',
    ])
    const [size] = await target.sql!`
      select size::int from storage.get_size_by_bucket() where bucket_id = ${bucket}`
    expect(size).toEqual({ size: names.join('').length })
  })
})
