import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

const privateNetworks = new BlockList()
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  privateNetworks.addSubnet(net, prefix, 'ipv4')
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

/**
 * Reduces `x-forwarded-for` to the client's address: the last address outside private networks,
 * because clients can forge earlier entries.
 */
export function setClientAddress(request: IncomingMessage): void {
  const forwarded = request.headersDistinct['x-forwarded-for'] ?? []
  const hops = [...forwarded.join().split(','), request.socket.remoteAddress ?? '']
    .map((hop) => hop.trim().replace(/^::ffff:(?=\d+\.)/i, ''))
    .filter(Boolean)
  const client = hops.findLast((hop) => !isPrivate(hop)) ?? hops[0]
  if (!client) return
  // Changes both `headers` and `rawHeaders`, because the HTTP listener reads both.
  request.headers['x-forwarded-for'] = client
  request.rawHeaders = withHeader(request.rawHeaders, 'x-forwarded-for', client)
}

function isPrivate(address: string): boolean {
  return privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Replaces a header in `rawHeaders`, Node's alternating list of names and values. */
function withHeader(raw: readonly string[], name: string, value: string): string[] {
  const others = raw.filter((_, at) => raw[at - (at % 2)]?.toLowerCase() !== name)
  return [...others, name, value]
}
