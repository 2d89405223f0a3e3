import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, openTarget, type Target } from '../target.ts'
import { eventually } from './clients.ts'
import { watch } from './watch.ts'

let target: Target
let sql: NonNullable<Target['sql']>

beforeAll(async () => {
  target = await openTarget()
  if (!target.sql) return
  sql = target.sql
  await sql.unsafe(`
    create type public.mood as enum ('calm', 'busy');
    create domain public.amount as numeric(30, 2);
    create type public.spot as (label text, at int[]);
    create table public.things (
      id bigint primary key, small int2, real float8, price numeric, sum public.amount, yes boolean,
      word text, doc jsonb, words text[], grid int[], moods public.mood[], mood public.mood,
      day date, at timestamptz, wall timestamp, who uuid, spot public.spot, span int4range,
      bytes bytea, docs jsonb[], secret text,
      twice int generated always as (small * 2) stored
    );
    create table public.whole (id int primary key, a text, b text);
    alter table public.whole replica identity full;
    create table public.guarded (id int primary key, a text, b text);
    alter table public.guarded replica identity full, enable row level security;
    create policy everybody on public.guarded for select using (true);
    create table public.keyless (a text);
    create table public.closed (id int primary key, a text);
    create table public.before (id int primary key, a text);
    revoke all on all tables in schema public from anon;
    grant select on public.things, public.whole, public.guarded, public.keyless, public.before
      to anon;
    alter publication supabase_realtime add table public.things, public.whole, public.guarded,
      public.keyless, public.closed, public.before;`)
})

afterAll(() => target.close())

describe.runIf(isOwnTarget)('content of a change', () => {
  test('a row change event contains the column values as PostgreSQL converts them to JSON, and the type names', async () => {
    const { changes, close } = await watch(target, { table: 'things' })
    await sql.unsafe(`insert into public.things values (
      9007199254740993, 7, 'NaN', 12.50, 1.5, true, E'line "one"\\n\\\\ ü', '{"a": [1, null]}',
      array['a,b', 'NULL', null, '"', ''], '{{1,2},{3,4}}', '{calm,busy}', 'busy',
      '2026-02-03', '2026-02-03 04:05:06.7+00', '2026-02-03 04:05:06', 
      '00000000-0000-4000-8000-000000000001', row('x, "y"', '{1,2}'), '[1,5)', '\\x00ff',
      array['{"b": 1}'::jsonb], null)`)
    await eventually(() => expect(changes).toHaveLength(1))
    const [expected] = await sql`select row_to_json(t)::text as row from public.things t`
    const { columns, record, ...about } = changes[0] ?? {}
    expect(record).toEqual(JSON.parse(expected?.['row']))
    expect(about).toEqual({
      schema: 'public',
      table: 'things',
      type: 'INSERT',
      commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      errors: null,
    })
    const types = Object.fromEntries((columns ?? []).map(({ name, type }) => [name, type]))
    expect(types).toMatchObject({
      id: 'int8',
      price: 'numeric',
      sum: 'amount',
      words: '_text',
      moods: '_mood',
      mood: 'mood',
      spot: 'spot',
      at: 'timestamptz',
    })
    close()
  })

  test('each row change event contains the row as committed, even if a later transaction has changed the row', async () => {
    const { changes, close } = await watch(target, { table: 'whole' })
    await sql`insert into public.whole values (1, 'first', 'x')`
    await sql`update public.whole set a = 'second'`
    await sql`update public.whole set a = 'third'`
    await eventually(() => expect(changes).toHaveLength(3))
    expect(changes.map(({ record }) => record?.['a'])).toEqual(['first', 'second', 'third'])
    expect(changes[2]?.old_record).toEqual({ id: 1, a: 'second', b: 'x' })
    close()
  })

  test('an update event contains large (TOAST) values that the update left unchanged', async () => {
    const large = 'x'.repeat(40_000).replaceAll('x', () => Math.random().toString(36).slice(2, 8))
    await sql`insert into public.before values (1, ${large})`
    await sql`insert into public.whole values (2, 'a', ${large})`
    const { changes, close } = await watch(target, [{ table: 'before' }, { table: 'whole' }])
    await sql.unsafe(`alter table public.before add column b text`)
    await sql`update public.before set b = 'new'`
    await sql`update public.whole set a = 'new' where id = 2`
    await eventually(() => expect(changes).toHaveLength(2))
    expect(changes[0]?.record).toEqual({ id: 1, a: large, b: 'new' })
    expect(changes[0]?.old_record).toEqual({ id: 1 })
    expect(changes[1]?.record).toEqual({ id: 2, a: 'new', b: large })
    close()
  })

  test('a delete event contains only the key, or the whole row if the table has replica identity full and no row-level security', async () => {
    await sql`insert into public.whole values (3, 'a', 'b')`
    await sql`insert into public.guarded values (3, 'a', 'b')`
    const { changes, close } = await watch(target, [{ table: 'whole' }, { table: 'guarded' }])
    await sql`delete from public.whole where id = 3`
    await sql`delete from public.guarded where id = 3`
    await eventually(() => expect(changes).toHaveLength(2))
    expect(changes.map(({ old_record }) => old_record)).toEqual([
      { id: 3, a: 'a', b: 'b' },
      { id: 3 },
    ])
    expect(changes[0]).not.toHaveProperty('record')
    close()
  })

  test('a row change event after a rename contains the new table and column names', async () => {
    const { changes, close } = await watch(target, { table: '*' })
    await sql`insert into public.before (id, a) values (2, 'old name')`
    await sql.unsafe(`alter table public.before rename column a to renamed;
      alter table public.before rename to after`)
    await sql`insert into public.after (id, renamed) values (3, 'new name')`
    await eventually(() => expect(changes).toHaveLength(2))
    expect(changes[1]).toMatchObject({ table: 'after', record: { id: 3, renamed: 'new name' } })
    close()
  })

  test.each([
    [
      'without a primary key',
      'keyless',
      "insert into public.keyless values ('a')",
      'Error 400: Bad Request, no primary key',
    ],
    [
      'without a select grant',
      'closed',
      'insert into public.closed values (1)',
      'Error 401: Unauthorized',
    ],
  ])(
    'the event for a change to a table %s contains an error and no row',
    async (_, table, statement, error) => {
      const { changes, close } = await watch(target, { table })
      await sql.unsafe(statement)
      await eventually(() => expect(changes).toHaveLength(1))
      expect(changes[0]?.errors).toEqual([error])
      expect(changes[0]).not.toHaveProperty('record')
      close()
    },
  )

  test('a row change event larger than 1 MB is reduced to the short values and an error', async () => {
    const { changes, close } = await watch(target, { table: 'whole' })
    await sql`insert into public.whole values (9, 'short', ${'x'.repeat(1_100_000)})`
    await eventually(() => expect(changes).toHaveLength(1))
    expect(changes[0]).toMatchObject({
      record: { id: 9, a: 'short' },
      errors: ['Error 413: Payload Too Large'],
    })
    expect(changes[0]?.record).not.toHaveProperty('b')
    close()
  })

  test('all row changes of a large transaction arrive in their original order', async () => {
    const { changes, close } = await watch(target, { table: 'guarded', event: 'INSERT' })
    await sql`insert into public.guarded select n, 'a', 'b' from generate_series(1001, 2600) n`
    await eventually(() => expect(changes).toHaveLength(1600))
    expect(changes.map(({ record }) => record?.['id'])).toEqual(
      Array.from({ length: 1600 }, (__, index) => index + 1001),
    )
    close()
  })
})

test.runIf(isOwnTarget)(
  'every process sends the same changes to its clients, and a stopped process leaves no replication slot behind',
  async () => {
    const peer = await target.openPeer?.()
    if (!peer) return
    const slots = async () => {
      const rows = await sql`select slot_name from pg_replication_slots
        where database = current_database() and temporary`
      return rows.length
    }
    const here = await watch(target, { table: 'guarded' })
    const before = await slots()
    const there = await watch({ ...target, url: peer.url }, { table: 'guarded' })
    expect(await slots()).toBe(before + 1)
    await sql`insert into public.guarded select n, 'a', 'b' from generate_series(5001, 5020) n`
    await eventually(() => expect(there.changes).toHaveLength(20))
    await eventually(() => expect(here.changes).toEqual(there.changes))
    for (const { close } of [here, there]) close()
    await peer.close()
    await eventually(async () => expect(await slots()).toBe(before))
  },
)
