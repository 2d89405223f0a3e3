import { vi } from 'vitest'

/** What the functions are told instead of Stripe's `usual` answer. */
export type Answer = (
  address: string,
  usual: () => Promise<Response>,
  init?: RequestInit,
) => Promise<Response>

/**
 * Stands between the functions of a server in this process and what Stripe answers at addresses that
 * hold `part`, until `mockRestore` is called on what it returns.
 */
export function atStripe(part: string, answer: Answer) {
  const { fetch } = globalThis
  return vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const usual = () => fetch(input, init)
    return address.includes(part) ? answer(address, usual, init) : usual()
  })
}

/** While a bank thinks about a payment it is processing and cannot be cancelled. */
export const busyBank: Answer = async (address, usual) => {
  if (address.endsWith('/cancel')) {
    const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' }
    return Response.json({ error }, { status: 400 })
  }
  const intent = (await (await usual()).json()) as object
  return Response.json({ ...intent, status: 'processing' })
}

/** Nobody can say whether it was done. */
export const silence: Answer = async () =>
  Response.json({ error: { type: 'api_error' } }, { status: 500 })
