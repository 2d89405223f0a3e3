/**
 * The network address of whoever calls, as the proxy in front tells it; null when nobody told. Of an
 * IPv6 address only the network: whoever has one has 2^64 of them.
 */
export function callerAddress(request: Request): string | null {
  const first = request.headers.get('x-forwarded-for')?.split(',')[0]?.trim()
  if (!first) return null
  return first.includes(':') ? networkOf(first) : first.slice(0, 64)
}

/** The first four of an address's eight groups: '2001:db8::7' as '2001:db8:0:0'. */
function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().slice(0, 64).split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
