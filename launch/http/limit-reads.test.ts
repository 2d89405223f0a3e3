import { expect, test } from 'vitest'
import { limitReads } from './limit-reads.ts'

/** Allows one concurrent read of a handler, which responds when `answer` is called. */
function openLimit() {
  const begun: { token: string | null; answer: () => void }[] = []
  const handler = async (request: Request) => {
    const token = request.headers.get('authorization')
    await new Promise<void>((answer) => begun.push({ token, answer }))
    return new Response(request.method)
  }
  const fetch = limitReads(handler, 1, 50)
  const call = (init: RequestInit = {}) => fetch(new Request('http://localhost/explore', init))
  return { begun, call, answer: () => begun.shift()!.answer() }
}

test('a read request above the concurrency limit is queued, and gets 503 with Retry-After after the maximum wait', async () => {
  const { begun, call, answer } = openLimit()
  const first = call()
  const second = call()
  const third = call()
  answer()
  expect((await first).status).toBe(200)
  expect(begun).toHaveLength(1)
  const refused = await third
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 'overloaded' })
  answer()
  expect((await second).status).toBe(200)
  const next = call()
  answer()
  expect((await next).status).toBe(200)
})

test('a browser whose page request gets 503 receives a page that reloads automatically', async () => {
  const { call, answer } = openLimit()
  const accepted = call()
  const refused = await call({ headers: { accept: 'text/html,*/*' } })
  expect(refused.headers.get('content-type')).toContain('text/html')
  expect(await refused.text()).toContain('http-equiv="refresh"')
  answer()
  await accepted
})

test('writes never wait for the read limit, and queued reads of signed-in users precede those of visitors', async () => {
  const { begun, call, answer } = openLimit()
  const visitor = { apikey: 'anon', authorization: 'Bearer anon' }
  const user = { apikey: 'anon', authorization: 'Bearer token of a user' }
  const first = call()
  const write = call({ method: 'POST' })
  expect(begun).toHaveLength(2)
  const others = [call({ headers: visitor }), call({ headers: user })]
  answer()
  await first
  expect(begun.map(({ token }) => token)).toEqual([null, user.authorization])
  answer()
  answer()
  expect((await write).status).toBe(200)
  await others[1]
  answer()
  expect((await others[0]!).status).toBe(200)
})

test('after a read request fails, the next queued read request starts', async () => {
  const fetch = limitReads(async () => {
    throw new Error('no database')
  }, 1)
  const call = () => fetch(new Request('http://localhost/'))
  const calls = [call(), call()]
  await expect(calls[0]).rejects.toThrow('no database')
  await expect(calls[1]).rejects.toThrow('no database')
})
