import { vi } from 'vitest'

/** Replaces a response of Stripe; `usual` sends the original request to Stripe. */
export type Answer = (
  address: string,
  usual: () => Promise<Response>,
  init?: RequestInit,
) => Promise<Response>

/**
 * Intercepts fetch requests from the functions to Stripe URLs that contain `part`. Call
 * `mockRestore` on the returned spy to stop.
 */
export function interceptStripe(part: string, answer: Answer) {
  const { fetch } = globalThis
  return vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const usual = () => fetch(input, init)
    return address.includes(part) ? answer(address, usual, init) : usual()
  })
}

/** A Stripe interceptor: the payment is processing at a bank and cannot be cancelled. */
export const processingAtBank: Answer = async (address, usual) => {
  if (address.endsWith('/cancel')) {
    const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' }
    return Response.json({ error }, { status: 400 })
  }
  const intent = (await (await usual()).json()) as object
  return Response.json({ ...intent, status: 'processing' })
}

/** A Stripe interceptor: every request fails with 500, so its effect is unknown. */
export const serverError: Answer = async () =>
  Response.json({ error: { type: 'api_error' } }, { status: 500 })
