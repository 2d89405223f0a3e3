import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

/** Where our own proxies stand: this machine and the networks that no visitor comes from. */
const inHouse = new BlockList()
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  inHouse.addSubnet(net, prefix, 'ipv4')
inHouse.addAddress('::1', 'ipv6')
inHouse.addSubnet('fc00::', 7, 'ipv6')
inHouse.addSubnet('fe80::', 10, 'ipv6')

/**
 * Names the caller in `x-forwarded-for`, by one address. Every proxy writes whom it heard at the end
 * and leaves the rest as it came, which anybody may have invented: the caller is the last who is not
 * in house. Where all are, the first is.
 */
export function nameCaller(request: IncomingMessage): void {
  const told = request.headersDistinct['x-forwarded-for'] ?? []
  const hops = [...told.join().split(','), request.socket.remoteAddress ?? '']
    .map((hop) => hop.trim().replace(/^::ffff:(?=\d+\.)/i, ''))
    .filter(Boolean)
  const caller = hops.findLast((hop) => !isInHouse(hop)) ?? hops[0]
  if (!caller) return
  // Both, as one is read for a single header and the other for all of them.
  request.headers['x-forwarded-for'] = caller
  request.rawHeaders = withHeader(request.rawHeaders, 'x-forwarded-for', caller)
}

function isInHouse(address: string): boolean {
  return inHouse.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Names and values in turn, with this header once. */
function withHeader(raw: readonly string[], name: string, value: string): string[] {
  const others = raw.filter((_, at) => raw[at - (at % 2)]?.toLowerCase() !== name)
  return [...others, name, value]
}
