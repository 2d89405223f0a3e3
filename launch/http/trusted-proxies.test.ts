import { once } from 'node:events'
import { createServer, type IncomingMessage, request as send, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBackendProcess, type BackendProcess } from '#launch/testing/backend-process.ts'
import { createTestDatabase, type TestDatabase } from '#launch/testing/database.ts'
import { isNetwork, proxyNetworks } from './client-address.ts'
import { startServer } from './server.ts'

const cdnAddress = '127.0.0.2'
const ownProxyAddress = '127.0.0.3'

let database: TestDatabase
let backend: BackendProcess
const proxies: Server[] = []
let cdn: Target

beforeAll(async () => {
  database = await createTestDatabase()
  backend = await startBackendProcess(database.url, {
    SUPABASE_DIR: 'none',
    TRUSTED_PROXIES: `${cdnAddress}, ${ownProxyAddress}/32`,
    GOTRUE_RATE_LIMIT_SSO: '2',
  })
  const product = { host: '127.0.0.1', port: Number(new URL(backend.url).port) }
  cdn = await startProxy(cdnAddress, await startProxy(ownProxyAddress, product))
})

afterAll(async () => {
  for (const proxy of proxies) proxy.close()
  await backend.interrupt()
  await database.drop()
})

type Target = { host: string; port: number }

/**
 * Maps a visitor's loopback address to a public address, because loopback clients have 100 times
 * higher rate limits.
 */
const publicAddress = (address = '') => address.replace(/^127\.0\.0\.(?=\d\d)/, '203.0.113.')

/** Starts a proxy that appends the client's address to X-Forwarded-For, as nginx and CDNs do. */
async function startProxy(host: string, target: Target): Promise<Target> {
  const server = createServer((request, response) => {
    const earlier = request.headersDistinct['x-forwarded-for'] ?? []
    const forwarded = [...earlier, publicAddress(request.socket.remoteAddress)].join(', ')
    const options = {
      ...target,
      localAddress: host,
      path: request.url,
      method: request.method,
      headers: { ...request.headers, 'x-forwarded-for': forwarded },
    }
    const onward = send(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    request.pipe(onward)
  })
  proxies.push(server.listen(0, host))
  await once(server, 'listening')
  return { host, port: (server.address() as AddressInfo).port }
}

function visit(target: Target, localAddress: string, forged?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = {
      ...target,
      localAddress,
      path: '/auth/v1/sso',
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(forged && { 'x-forwarded-for': forged }) },
    }
    send(options, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end('{"domain":"unknown.example"}')
  })
}

test('visitors behind two trusted proxies have separate rate limits', async () => {
  for (const visitor of ['127.0.0.11', '127.0.0.12', '127.0.0.13']) {
    const statuses = [
      await visit(cdn, visitor),
      await visit(cdn, visitor),
      await visit(cdn, visitor),
    ]
    expect(statuses).toEqual([404, 404, 429])
  }
})

test('a forged X-Forwarded-For header does not evade the rate limit of a visitor behind trusted proxies', async () => {
  const forged = (last: number) => visit(cdn, '127.0.0.21', `198.51.100.${last}, ${cdnAddress}`)
  expect([await forged(1), await forged(2), await forged(3)]).toEqual([404, 404, 429])
})

test('the server ignores X-Forwarded-For from an address that is not a trusted proxy', async () => {
  const { port, close } = await startServer({
    port: 0,
    host: '127.0.0.1',
    fetch: async (request) => new Response(request.headers.get('x-forwarded-for')),
    upgrade: () => {},
    trustedProxies: [cdnAddress],
  })
  const clientOf = async (localAddress: string, forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded }
    const request = send({ port, host: '127.0.0.1', localAddress, headers }).end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return text(response)
  }
  expect(await clientOf('127.0.0.1', '198.51.100.1')).toBe('127.0.0.1')
  expect(await clientOf(cdnAddress, '198.51.100.1')).toBe('198.51.100.1')
  expect(await clientOf(cdnAddress, '198.51.100.1, 10.0.0.1')).toBe('10.0.0.1')
  // The entry "unknown" is not an IP address, so the server uses the proxy's own address.
  expect(await clientOf(cdnAddress, '198.51.100.1, unknown')).toBe(cdnAddress)
  await close()
})

test('TRUSTED_PROXIES accepts addresses, CIDR ranges and the names private and cloudflare', () => {
  for (const network of ['192.0.2.7', '192.0.2.0/24', '2001:db8::/32', 'private', 'cloudflare'])
    expect([network, isNetwork(network)]).toEqual([network, true])
  for (const invalid of ['', 'localhost', '192.0.2.0/33', '192.0.2.0/', '1.2.3.4/8/8', 'toString'])
    expect([invalid, isNetwork(invalid)]).toEqual([invalid, false])
})

test('TRUSTED_PROXIES=cloudflare trusts the published ranges of Cloudflare and no adjacent address', () => {
  const cloudflare = proxyNetworks(['cloudflare'])
  for (const address of ['172.70.1.1', '104.27.255.255', '162.159.0.1'])
    expect([address, cloudflare.check(address)]).toEqual([address, true])
  for (const address of ['172.72.0.1', '104.28.0.1', '10.0.0.1', '203.0.113.1'])
    expect([address, cloudflare.check(address)]).toEqual([address, false])
  expect(cloudflare.check('2606:4700::6810:84e5', 'ipv6')).toBe(true)
  expect(cloudflare.check('2001:db8::1', 'ipv6')).toBe(false)
})
