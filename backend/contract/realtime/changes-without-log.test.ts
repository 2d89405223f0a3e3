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
    create or replace function realtime_internal.has_log() returns boolean
      language sql as 'select false';
    create table public.pages (id bigint, part text, ready boolean, body jsonb, hidden text,
      primary key (part, id));
    alter table public.pages enable row level security;
    create policy shown on public.pages for select using (part <> 'secret');
    revoke all on public.pages from anon;
    grant select (id, part, ready, body) on public.pages to anon;
    alter publication supabase_realtime add table public.pages;`)
})

afterAll(() => target.close())

const watched = async () => {
  const rows = await sql`select tgrelid::regclass::text as name from pg_trigger
    where tgname = 'hourspace_realtime' and tgrelid = 'public.pages'::regclass`
  return rows.length
}

describe.runIf(isOwnTarget)('where the log cannot be decoded', () => {
  test('nothing of it stays once the last process is gone', async () => {
    const peer = await target.openPeer?.()
    if (!peer) return
    const { changes, close } = await watch({ ...target, url: peer.url }, { table: '*' })
    await sql`insert into public.pages values (4, 'a', true, '{}', 'x')`
    await eventually(() => expect(changes).toHaveLength(1))
    close()
    await peer.close()
    expect(await watched()).toBe(0)
  })

  test('triggers tell of changes, by the same rules', async () => {
    expect(await watched()).toBe(0)
    const { changes, systems, close } = await watch(target, { table: 'pages', filter: 'id=gt.1' })
    expect(systems()[0]?.['message']).toBe('Subscribed to PostgreSQL')
    expect(await watched()).toBe(1)
    await sql`insert into public.pages values (1, 'a', true, '{}', 'x'), (2, 'secret', true, '{}', 'x')`
    await sql`insert into public.pages values (3, 'a', true, '{"b": [1]}', 'x')`
    await eventually(() => expect(changes).toHaveLength(1))
    await sql`update public.pages set ready = false where id = 3`
    await eventually(() => expect(changes).toHaveLength(2))
    await sql`delete from public.pages where id = 3`
    await eventually(() => expect(changes).toHaveLength(3))
    expect(changes.map(({ type }) => type)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
    expect(changes[0]?.record).toEqual({ id: 3, part: 'a', ready: true, body: { b: [1] } })
    expect(changes[1]?.record).toMatchObject({ ready: false })
    expect(changes[2]?.old_record).toEqual({ id: 3, part: 'a' })
    close()
  })
})
