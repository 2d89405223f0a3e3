import { createHmac } from 'node:crypto'

/**
 * The `Stripe-Signature` header for a body. `timestamp` is the system's time in Unix seconds, not the
 * sandbox's: receivers compare it with their own clock and accept five minutes.
 */
export function signatureHeader(body: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},v1=${signature}`
}
