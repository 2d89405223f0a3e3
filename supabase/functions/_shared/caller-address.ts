/**
 * The network address of whoever calls, as the nearest proxy tells it; null when nobody told. A
 * caller can lie here, so it only slows down what other limits stop.
 */
export function callerAddress(request: Request): string | null {
  const first = request.headers.get('x-forwarded-for')?.split(',')[0]?.trim()
  return first ? first.slice(0, 64) : null
}
