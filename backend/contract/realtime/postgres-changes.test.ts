import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type RealtimePostgresChangesPayload } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type InProcessServer } from '@hourspace/launch/testing/server.ts'
import { eventually } from './clients.ts'

type Note = { id: number; owner: string; topic: string; body: string; secret?: string }

let server: InProcessServer

beforeAll(async () => {
  server = await startTestServer()
  await server.sql.unsafe(`
    create table public.notes (
      id bigint generated always as identity primary key,
      owner uuid not null,
      topic text not null,
      body text not null,
      secret text not null default 'hidden'
    );
    alter table public.notes enable row level security;
    create policy "owners read their notes" on public.notes for select to authenticated
      using (owner = auth.uid());
    create policy "everybody reads public notes" on public.notes for select to anon, authenticated
      using (topic = 'public');
    revoke all on public.notes from anon, authenticated;
    grant select (id, owner, topic, body) on public.notes to anon, authenticated;
    alter publication supabase_realtime add table public.notes;
    create table public.unpublished (id bigint primary key);
    grant select on public.unpublished to anon;`)
})

afterAll(() => server.stop())

const me = '00000000-0000-4000-8000-000000000001'
const otherUser = '00000000-0000-4000-8000-000000000002'

const addNote = (owner: string, topic: string, body: string) =>
  server.sql`insert into notes (owner, topic, body) values (${owner}, ${topic}, ${body})`

async function subscribe(
  filter: { event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'; table?: string; filter?: string } = {},
  token?: string,
) {
  const client = createClient(server.url, server.anonKey)
  if (token) await client.realtime.setAuth(token)
  const received: RealtimePostgresChangesPayload<Note>[] = []
  const system = vi.fn<(payload: unknown) => void>()
  const channel = client
    .channel(`test-${Math.random()}`)
    .on('system', {}, system)
    .on<Note>(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'notes', ...filter } as never,
      (payload) => received.push(payload),
    )
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve()
      if (status === 'CHANNEL_ERROR') reject(error ?? new Error(status))
    })
  })
  await eventually(() => expect(system).toHaveBeenCalled())
  return { received, system, close: () => client.removeAllChannels() }
}

/** @param exp token expiry in seconds since 1970; defaults to one minute from now */
async function tokenOf(sub: string, exp = Math.floor(Date.now() / 1000) + 60): Promise<string> {
  const { Tokens } = await import('#backend/platform/jwt.ts')
  return new Tokens(server.jwtSecret).sign({ role: 'authenticated', sub, exp })
}

const bodies = (received: RealtimePostgresChangesPayload<Note>[]) =>
  received.map(({ new: row }) => (row as Note).body)

describe('postgres_changes', () => {
  test('insert, update and delete events of a table arrive in order', async () => {
    const { received, close } = await subscribe()
    await addNote(me, 'public', 'first')
    await server.sql`update notes set body = 'second' where body = 'first'`
    await eventually(() => expect(received).toHaveLength(2))
    await server.sql`delete from notes where body = 'second'`
    await eventually(() => expect(received).toHaveLength(3))
    expect(received.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
    expect(received[1]?.new).toMatchObject({ topic: 'public', body: 'second', owner: me })
    expect(Object.keys(received[2]?.old ?? {})).toEqual(['id'])
    await close()
  })

  test('a rolled-back transaction sends no row change events', async () => {
    const { received, close } = await subscribe()
    await server.sql
      .begin(async (sql) => {
        await sql`insert into notes (owner, topic, body) values (${me}, 'public', 'undone')`
        throw new Error('undo')
      })
      .catch(() => {})
    await addNote(me, 'public', 'kept')
    await eventually(() => expect(received).not.toHaveLength(0))
    expect(bodies(received)).toEqual(['kept'])
    await close()
  })

  test('a client receives change events only for the event types and rows that its subscriptions select', async () => {
    const { received, close } = await subscribe({ event: 'INSERT', filter: 'body=eq.wanted' })
    await addNote(me, 'public', 'unwanted')
    await addNote(me, 'public', 'wanted')
    await server.sql`update notes set topic = 'public' where body = 'wanted'`
    await addNote(me, 'public', 'wanted')
    await eventually(() => expect(received).toHaveLength(2))
    expect(bodies(received)).toEqual(['wanted', 'wanted'])
    await close()
  })
})

test('the change feed resumes after its database connection was terminated, without missed or repeated changes', async () => {
  const { received, close } = await subscribe()
  await addNote(me, 'public', 'before the cut')
  await eventually(() => expect(received).toHaveLength(1))
  await server.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'walsender' and datname = current_database()`
  await addNote(me, 'public', 'meanwhile')
  await addNote(me, 'public', 'a little later')
  await eventually(() => expect(received).toHaveLength(3))
  await addNote(me, 'public', 'afterwards')
  await eventually(() => expect(received).toHaveLength(4))
  expect(bodies(received)).toEqual(['before the cut', 'meanwhile', 'a little later', 'afterwards'])
  await close()
})

test('no change committed after the join reply is missed, even if the join is the first after a server start', async () => {
  const cold = await startTestServer()
  await cold.sql.unsafe(`create table public.early (id int primary key);
    grant select on public.early to anon;
    alter publication supabase_realtime add table public.early`)
  const client = createClient(cold.url, cold.anonKey)
  const received: unknown[] = []
  await new Promise<void>((resolve) => {
    client
      .channel('early')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'early' }, ({ new: row }) =>
        received.push(row),
      )
      .subscribe((status) => {
        if (status === 'SUBSCRIBED') resolve()
      })
  })
  await cold.sql`insert into early values (1)`
  await eventually(() => expect(received).toEqual([{ id: 1 }]))
  await client.removeAllChannels()
  await cold.stop()
})

describe('row-level security', () => {
  test('every client receives exactly the changes to rows that row-level security lets it read', async () => {
    const mine = await subscribe({}, await tokenOf(me))
    const theirs = await subscribe({}, await tokenOf(otherUser))
    const visitor = await subscribe()
    await addNote(me, 'private', 'of me')
    await addNote(otherUser, 'private', 'of another user')
    await addNote(otherUser, 'public', 'for all')
    await eventually(() => {
      expect(bodies(mine.received)).toEqual(['of me', 'for all'])
      expect(bodies(theirs.received)).toEqual(['of another user', 'for all'])
      expect(bodies(visitor.received)).toEqual(['for all'])
    })
    await Promise.all([mine.close(), theirs.close(), visitor.close()])
  })

  test('a client whose malformed user id makes a policy raise an error does not affect the change events of other clients', async () => {
    const refused = await subscribe({}, await tokenOf('nobody'))
    const reader = await subscribe()
    await addNote(me, 'public', 'news')
    await eventually(() => expect(bodies(reader.received)).toEqual(['news']))
    expect(refused.received).toEqual([])
    await Promise.all([refused.close(), reader.close()])
  })

  test('a change event does not contain columns without a SELECT grant', async () => {
    const { received, close } = await subscribe()
    await addNote(me, 'public', 'open')
    await eventually(() => expect(received).toHaveLength(1))
    expect(received[0]?.new).not.toHaveProperty('secret')
    await close()
  })

  test('a client whose token has expired receives no more change events', async () => {
    // Expiry in ms since 1970: 5 to 6 s from now, which is enough to join on a busy machine.
    const expiresAt = Math.floor(Date.now() / 1_000 + 6) * 1_000
    const { received, system, close } = await subscribe({}, await tokenOf(me, expiresAt / 1_000))
    await sleep(expiresAt - Date.now() + 50)
    await addNote(me, 'private', 'too late')
    await eventually(() =>
      expect(system.mock.lastCall?.[0]).toMatchObject({
        status: 'error',
        message: 'Access token has expired',
      }),
    )
    expect(received).toEqual([])
    await close()
  })
})
