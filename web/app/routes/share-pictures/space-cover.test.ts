import { expect, test, vi } from 'vitest'
import type { ServerClient } from '#web/data/client.ts'
import { spaceCover } from './space-cover.ts'

test.each([
  ['http://10.0.0.1/secret.png'],
  ['/storage/v1/object/public/profile-images/a.png'],
  ['/storage/v1/object/public/spaces/../../../../rest/v1/spaces'],
  ['/storage/v1/object/public/spaces/a.png?download=http://10.0.0.1'],
  [''],
])('the server fetches nothing for %j', async (image) => {
  const from = vi.fn<() => never>()
  const client = { storage: { from } } as unknown as ServerClient
  expect(await spaceCover(client, [image])).toBeUndefined()
  expect(from).not.toHaveBeenCalled()
})
