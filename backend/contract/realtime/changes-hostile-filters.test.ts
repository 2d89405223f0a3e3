import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, openTarget, type Target } from '../target.ts'
import { eventually } from './clients.ts'
import { watch } from './watch.ts'

let target: Target
let sql: NonNullable<Target['sql']>

beforeAll(async () => {
  // With the default of 200 ms, harmless filters could time out on a busy machine.
  target = await openTarget({ realtime: { filterTimeoutMs: 1_000 } })
  if (!target.sql) return
  sql = target.sql
  await sql.unsafe(`
    create table public.pay (id int primary key, salary int, boss boolean);
    alter table public.pay enable row level security, replica identity full;
    create table public.posts (id int primary key, body text);
    grant select on public.pay, public.posts to anon;
    alter publication supabase_realtime add table public.pay, public.posts;
    insert into public.pay values (1, 100, false), (2, 9000, true)`)
})

afterAll(() => target.close())

describe.runIf(isOwnTarget)('hostile filters', () => {
  test('realtime filters on delete events do not reveal columns that the client may not read', async () => {
    const guesses = ['salary=gt.1000', 'salary=not.gt.1000', 'boss=is.true', 'boss=not.is.null']
    const guessing = await Promise.all(
      guesses.map((filter) => watch(target, { table: 'pay', event: 'DELETE', filter })),
    )
    const all = await watch(target, { table: 'pay', event: 'DELETE' })
    await sql`delete from public.pay`
    await eventually(() => expect(all.changes).toHaveLength(2))
    expect(all.changes.map(({ old_record: old }) => old)).toEqual([{ id: 1 }, { id: 2 }])
    expect(guessing.map(({ changes }) => changes)).toEqual(guesses.map(() => []))
    for (const { close } of [...guessing, all]) close()
  })

  test('slow pattern filters from one client do not delay change events for other clients', async () => {
    const run = 'a'.repeat(900)
    const slow = await Promise.all(
      [
        ...Array.from({ length: 4 }, (_, index) => `body=like.%${run}${index}`),
        ...Array.from({ length: 30 }, (_, index) => `body=match.(a*)*\\1${index}$`),
      ].map((filter) => watch(target, { table: 'posts', filter })),
    )
    const other = { token: target.serviceRoleKey }
    const holding = await watch(target, { table: 'posts', filter: `body=like.${run}%` }, other)
    const all = await watch(target, { table: 'posts' })
    await sql`insert into public.posts values (1, ${'a'.repeat(100_000)}), (2, 'short')`
    await eventually(() => expect(all.changes).toHaveLength(2))
    await eventually(() => expect(holding.changes).toHaveLength(1))
    for (const { close } of [...slow, holding, all]) close()
  })
})
