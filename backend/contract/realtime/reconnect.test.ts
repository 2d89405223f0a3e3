import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { spawnTestServer, type SpawnedServer } from '@hourspace/launch/testing/server.ts'
import { eventually } from './clients.ts'

let server: SpawnedServer
const clients: { close(): void }[] = []

beforeAll(async () => {
  server = await spawnTestServer()
  await server.sql.unsafe(`
    create table public.ticks (n int primary key generated always as identity, topic text);
    alter table public.ticks enable row level security;
    create policy "all but the hidden" on public.ticks for select using (topic <> 'hidden');
    grant select on public.ticks to anon;
    alter publication supabase_realtime add table public.ticks;`)
})

afterAll(async () => {
  for (const { close } of clients) close()
  await server.stop()
})

/** Records the row numbers in the change events of an unmodified supabase-js client. */
async function listen(filter?: string) {
  const received: number[] = []
  const sockets: WebSocket[] = []
  class Watched extends WebSocket {
    constructor(address: string | URL) {
      super(address)
      sockets.push(this)
    }
  }
  const client = createClient(server.url, server.anonKey, {
    realtime: { reconnectAfterMs: () => 100, transport: Watched as never },
  })
  const live = vi.fn<() => void>()
  client
    .channel('ticks')
    .on('system', {}, live)
    .on(
      'postgres_changes',
      { event: 'INSERT', schema: 'public', table: 'ticks', ...(filter ? { filter } : {}) },
      ({ new: row }) => received.push((row as { n: number }).n),
    )
    .subscribe()
  await eventually(() => expect(live).toHaveBeenCalled())
  const close = () => client.realtime.disconnect()
  clients.push({ close })
  return { received, live, sockets, close }
}

/** WAL position of the last inserted row. */
let lastTickAt = '0/0'

const tick = async (topic = 'shown') => {
  const [row] = await server.sql`
    insert into public.ticks (topic) values (${topic}) returning n, pg_current_wal_insert_lsn() as at`
  lastTickAt = String(row?.['at'])
  return Number(row?.['n'])
}

/** Waits until the database contains every client's acknowledgement of the last inserted row. */
const noted = () =>
  eventually(async () => {
    const processes = await server.sql`
      select from realtime_internal.processes where position >= ${lastTickAt}::pg_lsn`
    expect(processes).toHaveLength(1)
  })

const once = (received: number[]) => [...new Set(received)]

describe('reconnecting clients', () => {
  test('a client that reconnects after the server was killed receives all changes that it missed, in order', async () => {
    const listener = await listen()
    const wanted: number[] = []
    for (let count = 0; count < 5; count += 1) wanted.push(await tick())
    await eventually(() => expect(listener.received).toHaveLength(5))
    await noted()
    wanted.push(await tick())
    const dead = server.kill()
    wanted.push(await tick())
    await dead
    await tick('hidden')
    wanted.push(await tick(), await tick())
    await server.start()
    wanted.push(await tick())
    await eventually(() => expect(once(listener.received)).toEqual(wanted))
    wanted.push(await tick())
    await eventually(() => expect(once(listener.received)).toEqual(wanted))
    // Only the change in flight when the server was killed may be delivered twice.
    expect(listener.received.length - wanted.length).toBeLessThanOrEqual(1)
    listener.close()
  })

  test('a client that reconnects after its socket broke receives each missed change exactly once, in order', async () => {
    const listener = await listen()
    const wanted = [await tick()]
    await eventually(() => expect(listener.received).toEqual(wanted))
    await noted()
    listener.sockets.at(-1)?.close(3_000, 'broken')
    wanted.push(await tick(), await tick())
    await eventually(() => expect(listener.live).toHaveBeenCalledTimes(2))
    wanted.push(await tick())
    await eventually(() => expect(listener.received).toEqual(wanted))
    listener.close()
  })

  test('a newly connected realtime client receives no past changes', async () => {
    const listener = await listen('topic=eq.shown')
    await tick()
    await eventually(() => expect(listener.received).toHaveLength(1))
    listener.sockets.at(-1)?.close(3_000, 'broken')
    await tick()
    const newcomer = await listen('topic=eq.shown')
    const now = await tick()
    await eventually(() => expect(listener.received.at(-1)).toBe(now))
    await eventually(() => expect(newcomer.received).toEqual([now]))
    expect(once(listener.received)).toHaveLength(3)
    listener.close()
    newcomer.close()
  })
})

test('a killed server process does not remain registered in the database', async () => {
  await server.sql`delete from realtime_internal.subscriptions`
  await server.kill()
  // Polls, because PostgreSQL needs some time to detect that the process was killed.
  await eventually(async () => {
    await server.sql`select realtime_internal.delete_expired_subscriptions()`
    const [left] = await server.sql`select count(*)::int as n from realtime_internal.processes`
    expect(left?.['n']).toBe(0)
  })
})
