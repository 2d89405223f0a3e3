import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, openTarget, type Target } from '../target.ts'
import { eventually } from './clients.ts'
import { watch, type Wanted } from './watch.ts'

let target: Target
let sql: NonNullable<Target['sql']>

beforeAll(async () => {
  // With the default of 200 ms, harmless filters could time out on a busy machine.
  target = await openTarget({ realtime: { filterTimeoutMs: 5_000 } })
  if (!target.sql) return
  sql = target.sql
  await sql.unsafe(`
    create type public.stage as enum ('new', 'open', 'done');
    create table public.tasks (
      id int primary key, title text, price numeric, big bigint, owner uuid, due timestamptz,
      stage public.stage, tags text[], done boolean, secret text
    );
    create schema other;
    create table other.tasks (id int primary key, title text);
    create table public.unpublished (id int primary key);
    revoke all on public.tasks from anon;
    grant select (id, title, price, big, owner, due, stage, tags, done) on public.tasks to anon;
    grant usage on schema other to anon;
    grant select on other.tasks to anon;
    alter publication supabase_realtime add table public.tasks, other.tasks;`)
})

afterAll(() => target.close())

const me = '00000000-0000-4000-8000-00000000000a'

const rows = `insert into public.tasks values
  (1, 'Paint the loft', 99.99, 9007199254740992, '${me}', '2026-01-01 10:00+00', 'new', '{a}', true, 's'),
  (2, 'paint, again (soon)', 100, 9007199254740993, null, '2026-01-01 12:00+02', 'open', '{a,b}', false, 's'),
  (3, 'Ämter', 1000.5, -1, gen_random_uuid(), '2026-06-01 00:00+00', 'done', '{}', null, 't'),
  (4, null, null, null, null, null, null, null, null, null)`

describe.runIf(isOwnTarget)('filters', () => {
  const cases: [filter: string, ids: number[]][] = [
    ['id=eq.2', [2]],
    ['id=neq.2', [1, 3, 4]],
    ['price=gte.100', [2, 3]],
    ['price=lt.100.00', [1]],
    ['price=eq.100.000', [2]],
    ['big=gt.9007199254740992', [2]],
    ['big=lte.-1', [3]],
    ['id=in.(1,3,9)', [1, 3]],
    ['id=not.in.(1,3)', [2, 4]],
    ['title=in.("paint, again (soon)",x)', [2]],
    ['title=eq."paint, again (soon)"', [2]],
    ['title=like.paint%', [2]],
    ['title=ilike.paint%', [1, 2]],
    ['title=not.ilike.%a%', [3]],
    ['title=match.^[A-Z].*loft$', [1]],
    ['title=imatch.^ä', [3]],
    ['title=gt.b', [2, 3]],
    [`owner=eq.${me.toUpperCase()}`, [1]],
    ['owner=is.null', [2, 4]],
    ['owner=not.is.null', [1, 3]],
    ['done=is.true', [1]],
    ['done=eq.false', [2]],
    ['done=isdistinct.true', [2, 3, 4]],
    ['due=eq.2026-01-01T11:00:00+01:00', [1, 2]],
    ['due=gt.2026-01-01T10:00:00Z', [3]],
    ['stage=eq.open', [2]],
    ['stage=gt.new', [2, 3]],
    ['tags=eq."{a,b}"', [2]],
    ['price=gt.50,done=is.true', [1]],
  ]

  test('realtime filters compare values by the type of their column', async () => {
    const watched = await Promise.all(
      cases.map(async ([filter]) => watch(target, { table: 'tasks', filter })),
    )
    const all = await watch(target, { table: 'tasks' })
    expect(watched.map(({ systems }) => systems()[0]?.['message'])).toEqual(
      cases.map(() => 'Subscribed to PostgreSQL'),
    )
    await sql.unsafe(rows)
    await sql`insert into public.tasks (id) values (5)`
    await eventually(() => expect(all.changes).toHaveLength(5))
    await eventually(() => {
      const seen = watched.map(({ changes }, index) => [
        cases[index]?.[0],
        changes.map(({ record }) => record?.['id']).filter((id) => id !== 5),
      ])
      expect(seen).toEqual(cases)
    })
    for (const { close } of [...watched, all]) close()
  })

  test.each([
    [{ table: 'nowhere' }, 'table public.nowhere is not in the publication'],
    [{ table: 'unpublished' }, 'table public.unpublished is not in the publication'],
    [{ table: 'tasks', filter: 'none=eq.1' }, 'invalid column for filter none'],
    [{ table: 'tasks', filter: 'secret=eq.s' }, 'invalid column for filter secret'],
    [{ table: 'tasks', filter: 'id=eq.one' }, 'invalid input syntax for type integer: "one"'],
    [{ table: 'tasks', filter: 'owner=in.(1)' }, 'invalid input syntax for type uuid: "1"'],
    [{ table: 'tasks', filter: 'title=match.(' }, 'invalid regular expression'],
    [{ table: 'tasks', select: ['secret'] }, 'invalid column for select secret'],
  ] as [Wanted, string][])(
    'the invalid postgres_changes subscription %j is rejected with a system message',
    async (wanted, reason) => {
      const { systems, close } = await watch(target, wanted)
      expect(systems()[0]).toMatchObject({
        extension: 'postgres_changes',
        status: 'error',
        message: expect.stringContaining(reason),
      })
      close()
    },
  )

  test.each(['id~1', 'id=near.1', 'id=in.1', 'done=is.maybe'])(
    'a join with the invalid filter %s is rejected',
    async (filter) => {
      const { reply, close } = await watch(target, { table: 'tasks', filter })
      expect(JSON.stringify(reply())).toContain('Invalid filter')
      close()
    },
  )

  test('a realtime filter on delete events can match only key columns', async () => {
    const byKey = await watch(target, { table: 'tasks', event: 'DELETE', filter: 'id=eq.1' })
    const byValue = await watch(target, { table: 'tasks', event: 'DELETE', filter: 'price=gt.1' })
    const all = await watch(target, { table: 'tasks', event: 'DELETE' })
    await sql`delete from public.tasks where id < 4`
    await eventually(() => expect(all.changes).toHaveLength(3))
    await eventually(() => expect(byKey.changes).toHaveLength(1))
    expect(byValue.changes).toEqual([])
    for (const { close } of [byKey, byValue, all]) close()
  })
})

describe.runIf(isOwnTarget)('postgres_changes subscriptions', () => {
  test('the select option limits the columns of a row change event, but the key is always included', async () => {
    const { changes, close } = await watch(target, { table: 'tasks', select: ['title'] })
    await sql`insert into public.tasks (id, title, price) values (20, 'short', 5)`
    await eventually(() => expect(changes).toHaveLength(1))
    expect(changes[0]?.record).toEqual({ id: 20, title: 'short' })
    expect(changes[0]?.columns?.map(({ name }) => name)).toEqual(['id', 'title'])
    close()
  })

  test('a client with subscriptions to all tables and to one table receives each change once, with the ids of both subscriptions', async () => {
    const { changes, ids, reply, close } = await watch(target, [
      { schema: '*', table: '*' },
      { schema: 'other' },
      { schema: 'public', table: 'tasks', event: 'INSERT' },
    ])
    await sql`insert into other.tasks values (1, 'there')`
    await sql`insert into public.tasks (id) values (21)`
    await eventually(() => expect(changes).toHaveLength(2))
    const joined =
      (reply()?.['response'] as { postgres_changes: { id: number }[] } | undefined)
        ?.postgres_changes ?? []
    const [every, there, here] = joined.map(({ id }) => id)
    expect(changes.map(({ schema }) => schema)).toEqual(['other', 'public'])
    expect(ids).toEqual([
      [every, there],
      [every, here],
    ])
    close()
  })

  test('a table added to the publication sends row change events, and a removed table sends none', async () => {
    const { changes, close } = await watch(target, { table: '*' })
    await sql.unsafe(`alter publication supabase_realtime add table public.unpublished;
      grant select on public.unpublished to anon`)
    await sql`insert into public.unpublished values (1)`
    await eventually(() => expect(changes).toHaveLength(1))
    await sql.unsafe(`alter publication supabase_realtime drop table public.unpublished`)
    await sql`insert into public.unpublished values (2)`
    await sql`insert into public.tasks (id) values (30)`
    await eventually(() => expect(changes).toHaveLength(2))
    expect(changes[1]?.table).toBe('tasks')
    close()
  })
})
