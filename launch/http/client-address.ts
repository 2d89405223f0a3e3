import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

const namedNetworks: Record<string, readonly string[]> = {
  private: [
    '127.0.0.0/8',
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '169.254.0.0/16',
    '::1',
    'fc00::/7',
    'fe80::/10',
  ],
  // IP ranges of Cloudflare, last changed on 2023-09-28: https://www.cloudflare.com/ips/
  cloudflare: [
    '173.245.48.0/20',
    '103.21.244.0/22',
    '103.22.200.0/22',
    '103.31.4.0/22',
    '141.101.64.0/18',
    '108.162.192.0/18',
    '190.93.240.0/20',
    '188.114.96.0/20',
    '197.234.240.0/22',
    '198.41.128.0/17',
    '162.158.0.0/15',
    '104.16.0.0/13',
    '104.24.0.0/14',
    '172.64.0.0/13',
    '131.0.72.0/22',
    '2400:cb00::/32',
    '2606:4700::/32',
    '2803:f800::/32',
    '2405:b500::/32',
    '2405:8100::/32',
    '2a06:98c0::/29',
    '2c0f:f248::/32',
  ],
}

export function isNetwork(text: string): boolean {
  if (Object.hasOwn(namedNetworks, text)) return true
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 6 ? 128 : 32)
}

export function proxyNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks.flatMap((name) => namedNetworks[name] ?? name)) {
    const [address = '', prefix] = network.split('/')
    const family = familyOf(address)
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/**
 * Reduces `x-forwarded-for` to the client's address: the last address that is not a trusted proxy,
 * because clients can forge the addresses before it. If all addresses are trusted proxies, uses the
 * first address.
 */
export function setClientAddress(request: IncomingMessage, proxies: BlockList): void {
  const forwarded = request.headersDistinct['x-forwarded-for'] ?? []
  const hops = [...forwarded.join().split(','), request.socket.remoteAddress ?? '']
    .map((hop) => hop.trim().replace(/^::ffff:(?=\d+\.)/i, ''))
    .filter(Boolean)
  const isProxy = (hop: string) => proxies.check(hop, familyOf(hop))
  const first = Math.max(
    hops.findLastIndex((hop) => !isProxy(hop)),
    0,
  )
  // For an entry that is not an address, such as "unknown", uses the proxy's own address, so that
  // rate limits still apply.
  const client = hops.slice(first).find((hop) => isIP(hop))
  if (!client) return
  // Sets the header in both `headers` and `rawHeaders`, because the HTTP listener reads both.
  request.headers['x-forwarded-for'] = client
  request.rawHeaders = withHeader(request.rawHeaders, 'x-forwarded-for', client)
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function withHeader(raw: readonly string[], name: string, value: string): string[] {
  const others = raw.filter((_, at) => raw[at - (at % 2)]?.toLowerCase() !== name)
  return [...others, name, value]
}
