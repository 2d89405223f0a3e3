import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, isOwnTarget, openTarget, signedUp, type Target } from '../target.ts'

let target: Target
const bucket = `policies-${crypto.randomUUID()}`

beforeAll(async () => {
  target = await openTarget()
  await clientOf(target, target.serviceRoleKey).storage.createBucket(bucket)
})
afterAll(() => target.close())

const allow = (operation: string, rule: string) =>
  target.sql!.unsafe(`create policy "${operation}" on storage.objects for ${operation}
    to authenticated ${rule}`)

test.runIf(isOwnTarget)(
  'each storage operation requires a policy for this operation on storage.objects',
  async () => {
    const { client, user } = await signedUp(target)
    const mine = client.storage.from(bucket)
    const refused = { statusCode: '403', message: 'new row violates row-level security policy' }
    const own = `bucket_id = '${bucket}' and owner_id = (select auth.uid())::text`

    expect((await mine.upload('a.txt', 'a')).error).toMatchObject(refused)
    await allow('insert', `with check (${own} and storage.extension(name) = 'txt')`)
    expect((await mine.upload('a.txt', 'a')).error).toBeNull()
    expect((await mine.upload('a.bin', 'a')).error).toMatchObject(refused)
    const [row] = await target.sql!`
    select owner::text, owner_id from storage.objects where bucket_id = ${bucket}`
    expect(row).toEqual({ owner: user.id, owner_id: user.id })

    // The only policy is an insert policy, so the user may only insert objects.
    const upsert = { upsert: true }
    expect((await mine.upload('b.txt', 'b', upsert)).error).toMatchObject(refused)
    expect((await mine.download('a.txt')).error).toBeTruthy()
    expect((await mine.copy('a.txt', 'c.txt')).error).toMatchObject({ statusCode: '404' })
    expect((await mine.createSignedUrl('a.txt', 60)).error).toMatchObject({ statusCode: '404' })

    await allow('select', `using (${own})`)
    expect(await (await mine.download('a.txt')).data?.text()).toBe('a')
    expect((await mine.copy('a.txt', 'c.txt')).error).toBeNull()
    expect((await mine.upload('a.txt', 'b', upsert)).error).toMatchObject(refused)
    expect((await mine.move('a.txt', 'd.txt')).error).toBeTruthy()

    await allow('update', `using (${own}) with check (${own})`)
    expect((await mine.upload('a.txt', 'b', upsert)).error).toBeNull()
    expect((await mine.move('a.txt', 'd.txt')).error).toBeNull()
    expect((await mine.move('d.txt', 'd.txt', { destinationBucket: 'spaces' })).error).toBeTruthy()
    expect((await mine.remove(['d.txt'])).data).toEqual([])

    await allow('delete', `using (${own})`)
    expect((await mine.remove(['c.txt', 'd.txt'])).data).toHaveLength(2)
  },
)

test.runIf(isOwnTarget)(
  'policies on storage.buckets decide who may create, read and update a bucket',
  async () => {
    const { client } = await signedUp(target)
    const name = `own-${crypto.randomUUID()}`
    await target.sql!.unsafe(`
    create policy "make" on storage.buckets for insert to authenticated
      with check (owner_id = (select auth.uid())::text);
    create policy "see" on storage.buckets for select to authenticated
      using (owner_id = (select auth.uid())::text)`)
    expect((await client.storage.createBucket(name)).error).toBeNull()
    expect((await client.storage.listBuckets()).data?.map(({ id }) => id)).toContain(name)
    expect((await client.storage.updateBucket(name, { public: true })).error).toBeTruthy()
    expect((await client.storage.deleteBucket(name)).error).toBeTruthy()
    const stranger = (await signedUp(target)).client
    expect((await stranger.storage.getBucket(name)).error).toMatchObject({ statusCode: '404' })
  },
)
