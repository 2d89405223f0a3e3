import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, openTarget, type Target } from '../target.ts'
import { connect, disconnect, eventually, joined, newTopic } from './clients.ts'
import { startCluster, type OwnCluster } from './own-cluster.ts'

let cluster: OwnCluster
let target: Target
let peer: { url: string; close(): Promise<void> }

beforeAll(async () => {
  if (!isOwnTarget) return
  cluster = await startCluster()
  // Silences the server log, because connection errors are expected while the database is down.
  target = await openTarget({ databaseUrl: cluster.databaseUrl, logLevel: 'silent' })
  peer = await target.openPeer!()
  await cluster.sql.unsafe(`
    create table public.beats (n int primary key);
    grant select on public.beats to anon;
    alter publication supabase_realtime add table public.beats;`)
})

afterAll(async () => {
  if (!isOwnTarget) return
  await peer.close()
  await target.close()
  await cluster.stop()
})

async function present({ url }: { url: string }, topic: string, key: string) {
  const client = await connect({ url, anonKey: target.anonKey })
  const said: number[] = []
  const changed: number[] = []
  const systems: string[] = []
  const channel = client.channel(topic, { config: { presence: { key } } })
  channel
    .on('presence', { event: 'sync' }, () => {})
    .on('broadcast', { event: 'e' }, ({ payload }) => said.push(payload.n))
    .on('system', {}, ({ message }) => systems.push(message))
    .on('postgres_changes', { event: '*', schema: 'public', table: 'beats' }, ({ new: row }) =>
      changed.push((row as { n: number }).n),
    )
  await joined(channel)
  await channel.track({})
  await eventually(() => expect(systems).toEqual(['Subscribed to PostgreSQL']))
  const say = (n: number) => channel.send({ type: 'broadcast', event: 'e', payload: { n } })
  const keys = () => Object.keys(channel.presenceState()).toSorted()
  return { client, said, changed, say, keys }
}

describe.runIf(isOwnTarget)('a crash of PostgreSQL', () => {
  test('after two crashes of PostgreSQL, two processes deliver broadcasts and presence states again, and every committed row exactly once', async () => {
    const topic = newTopic()
    const here = await present(target, topic, 'here')
    const there = await present(peer, topic, 'there')
    const beat = (n: number) => cluster.sql`insert into beats values (${n})`
    await beat(1)
    for (const { changed } of [here, there]) await eventually(() => expect(changed).toEqual([1]))
    for (const round of [10, 20]) {
      await cluster.crash()
      await here.say(round)
      await cluster.restart()
      await eventually(() => beat(round))
      await beat(round + 1)
      await eventually(async () => {
        await here.say(round + 1)
        await there.say(round + 2)
        expect(there.said).toContain(round + 1)
        expect(here.said).toContain(round + 2)
      })
      for (const { keys, changed } of [here, there]) {
        await eventually(() => expect(keys()).toEqual(['here', 'there']))
        await eventually(() => expect(changed.slice(-2)).toEqual([round, round + 1]))
      }
    }
    // Checks that every committed row arrived exactly once and in order.
    for (const { changed } of [here, there]) expect(changed).toEqual([1, 10, 11, 20, 21])
    disconnect(here.client, there.client)
  })
})
