import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, openTarget, type Target } from '../target.ts'
import { eventually, hearsOthers } from './clients.ts'

describe.runIf(isOwnTarget)('malformed bus messages', () => {
  let target: Target
  beforeAll(async () => {
    target = await openTarget()
    await hearsOthers(target)
  })
  afterAll(() => target.close())

  const part = (text: string) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(Buffer.byteLength(text))
    return Buffer.concat([length, Buffer.from(text)])
  }

  test('malformed messages in the WAL do not prevent the delivery of later messages', async () => {
    const client = clientOf(target)
    const received: unknown[] = []
    const channel = client.channel('square').on('broadcast', { event: '*' }, ({ event }) => {
      received.push(event)
    })
    await new Promise((resolve) =>
      channel.subscribe((status) => status === 'SUBSCRIBED' && resolve(0)),
    )
    const emit = (content: Buffer) =>
      target.sql!`select pg_logical_emit_message(true, 'realtime', ${content}::bytea)`
    const heads = ['null', '5', '{', '{"kind":"presence","from":"x","joins":5}', '{"kind":"state"}']
    await emit(Buffer.from('\xff\xff\xff\xff', 'latin1'))
    for (const head of heads) await emit(Buffer.concat([part(head), part('')]))
    await target.sql!`select realtime.send('{}', 'after', 'square', false)`
    await eventually(() => expect(received).toEqual(['after']))
    await client.removeAllChannels()
  })
})
