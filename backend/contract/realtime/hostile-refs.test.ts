import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, openTarget, type Target } from '../target.ts'
import { watch } from './watch.ts'

describe.runIf(isOwnTarget)('message refs', () => {
  let target: Target
  beforeAll(async () => {
    target = await openTarget()
    await target.sql!.unsafe(`
      create table public.steps (id int primary key);
      alter publication supabase_realtime add table public.steps`)
  })
  afterAll(() => target.close())

  test.each(['1e308', '1.5', '-1', '99999999999999999999', 'one'])(
    'a client with the message ref %s does not prevent the server from saving the subscriptions of other clients',
    async (ref) => {
      const odd = new WebSocket(
        `${target.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${target.anonKey}`,
      )
      await new Promise((resolve) => odd.addEventListener('open', resolve))
      const payload = {
        config: { postgres_changes: [{ event: '*', schema: 'public', table: 'steps' }] },
      }
      odd.send(
        JSON.stringify({ topic: 'realtime:odd', event: 'phx_join', ref, join_ref: ref, payload }),
      )
      const { close } = await watch(target, { table: 'steps' })
      await expect
        .poll(
          () =>
            target.sql!`select from realtime_internal.subscriptions where disconnected_at is null`,
        )
        .toHaveLength(2)
      close()
      odd.close()
      await expect
        .poll(
          () =>
            target.sql!`select from realtime_internal.subscriptions where disconnected_at is null`,
        )
        .toHaveLength(0)
    },
  )
})
