import { expect, test } from 'vitest'
import { useTarget } from '../target.ts'

const target = useTarget()

const responseTo = (path: string) =>
  fetch(`${target.url}${path}`, {
    headers: { apikey: target.serviceRoleKey, authorization: `Bearer ${target.serviceRoleKey}` },
  })

test.each([
  ['/rest/v1/spaces?limit=1', 200],
  ['/rest/v1/missing', 404],
  ['/auth/v1/settings', 200],
  ['/auth/v1/missing', 404],
  ['/functions/v1/missing', 404],
  ['/storage/v1/bucket', 200],
  ['/storage/v1/object/spaces/missing', 400],
  ['/realtime/v1/missing', 404],
])(
  'the response to %s with status %i forbids caching and content sniffing',
  async (path, status) => {
    const response = await responseTo(path)
    expect(response.status).toBe(status)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  },
)

test('a Cache-Control header set by an endpoint is not overwritten', async () => {
  const { headers } = await responseTo('/auth/v1/.well-known/jwks.json')
  expect(headers.get('cache-control')).toBe('public, max-age=600')
})
