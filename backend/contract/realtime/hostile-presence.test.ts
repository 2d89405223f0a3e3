import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, openTarget, type Target } from '../target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target.close())

test("the total size of a socket's presence states is limited across all its channels", async () => {
  const client = clientOf(target)
  const about = { text: 'x'.repeat(30_000) }
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const channel = client.channel(`room-${index}`)
      const ended = Promise.withResolvers<string>()
      await new Promise<void>((resolve) => {
        channel.subscribe((status) => {
          if (status === 'SUBSCRIBED') resolve()
          if (status === 'CLOSED') ended.resolve('ended')
        })
      })
      return Promise.race([channel.track(about, { timeout: 45_000 }), ended.promise])
    }),
  )
  const taken = statuses.filter((status) => status === 'ok')
  expect(taken.length).toBeGreaterThan(5)
  expect(taken.length).toBeLessThan(10)
  await client.removeAllChannels()
})
