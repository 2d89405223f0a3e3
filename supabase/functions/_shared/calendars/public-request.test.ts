import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { isPublicAddress, requestPublic } from './public-request.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const read = (url: string, { allowLoopback = true, timeoutMs = 2_000, headers = {} } = {}) =>
  requestPublic(new URL(url), { headers, signal: AbortSignal.timeout(timeoutMs), allowLoopback })

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.8.9.10', 'loopback'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['192.168.1.1', 'private'],
  ['169.254.169.254', 'link-local, cloud metadata service'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['0.0.0.0', 'unspecified'],
  ['224.0.0.1', 'multicast'],
  ['255.255.255.255', 'broadcast'],
  ['198.18.0.1', 'for benchmarking'],
  ['192.0.2.1', 'for documentation'],
  ['240.0.0.1', 'reserved'],
  ['::1', 'loopback'],
  ['::', 'unspecified'],
  ['fc00::1', 'unique local'],
  ['fd12:3456::1', 'unique local'],
  ['fe80::1', 'link-local'],
  ['ff02::1', 'multicast'],
  ['2001:db8::1', 'for documentation'],
  ['::ffff:127.0.0.1', 'mapped to loopback'],
  ['::ffff:10.0.0.1', 'mapped to a private address'],
  ['::7f00:1', 'IPv4-compatible'],
  ['64:ff9b::a00:1', 'NAT64'],
  ['64:ff9b:1::1', 'local-use NAT64'],
  ['2002:7f00:1::', '6to4'],
  ['2001:0:7f00:1::', 'Teredo'],
  ['fec0::1', 'site-local'],
  ['example.com', 'a host name'],
])('%s is not a public address (%s)', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  'http://127.0.0.1:1/',
  'http://[::1]:1/',
  'http://[::ffff:127.0.0.1]:1/',
  'http://2130706433:1/',
  'http://0x7f.1:1/',
  'http://017700000001:1/',
  'http://localhost:1/',
  'http://169.254.169.254/latest/meta-data',
])('requestPublic rejects the URL %s with feed_not_public', async (url) => {
  await expect(read(url, { allowLoopback: false })).rejects.toMatchObject({
    code: 'feed_not_public',
  })
})

test.each(['ftp://example.com/a.ics', 'file:///etc/passwd', 'http://user:word@127.0.0.1/'])(
  'requestPublic rejects the URL %s with feed_url_invalid',
  async (url) => {
    await expect(read(url)).rejects.toMatchObject({ code: 'feed_url_invalid' })
  },
)

test('requestPublic rejects a redirect to a private address or another protocol', async () => {
  const url = await serve((request, response) => {
    const to = request.url === '/private' ? 'http://10.0.0.1/' : 'file:///etc/passwd'
    response.writeHead(302, { Location: to }).end()
  })
  await expect(read(`${url}/private`)).rejects.toMatchObject({ code: 'feed_not_public' })
  await expect(read(`${url}/file`)).rejects.toMatchObject({ code: 'feed_url_invalid' })
})

test('requestPublic follows three redirects and rejects a fourth', async () => {
  const url = await serve((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('done')
    else response.writeHead(307, { Location: `/${left - 1}` }).end()
  })
  expect(await read(`${url}/3`)).toMatchObject({ status: 200, text: 'done' })
  await expect(read(`${url}/4`)).rejects.toMatchObject({ code: 'feed_too_many_redirects' })
})

test('requestPublic sends the headers Host, Accept-Encoding: identity and If-None-Match', async () => {
  const url = await serve((request, response) => response.end(JSON.stringify(request.headers)))
  const { text } = await read(url, { headers: { 'If-None-Match': '"1"' } })
  expect(JSON.parse(text)).toMatchObject({
    host: new URL(url).host,
    'if-none-match': '"1"',
    'accept-encoding': 'identity',
  })
})

test('requestPublic rejects an endless response with feed_too_large', async () => {
  const url = await serve((_, response) => {
    const chunk = Buffer.alloc(256 * 1024)
    const write = () => {
      while (!response.destroyed && response.write(chunk));
      response.once('drain', write)
    }
    write()
  })
  await expect(read(url)).rejects.toMatchObject({ code: 'feed_too_large' })
})

test('requestPublic throws feed_timeout for a server that never responds or never ends its response', async () => {
  const silent = await serve(() => {})
  const slow = await serve((_, response) => void response.write('BEGIN:VCALENDAR'))
  for (const url of [silent, slow]) {
    await expect(read(url, { timeoutMs: 100 })).rejects.toMatchObject({ code: 'feed_timeout' })
  }
})

test('requestPublic throws feed_unreachable for a closed port and an unknown host', async () => {
  const url = await serve(() => {})
  servers.pop()?.close()
  await expect(read(url)).rejects.toMatchObject({ code: 'feed_unreachable' })
  await expect(read('http://calendar.invalid/')).rejects.toMatchObject({ code: 'feed_unreachable' })
})
