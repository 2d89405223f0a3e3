import { vi } from 'vitest'

/** Returns a response that replaces Stripe's. `usual` sends the original request to Stripe. */
type Answer = (
  address: string,
  usual: () => Promise<Response>,
  init?: RequestInit,
) => Promise<Response>

/** Intercepts edge functions' requests to Stripe URLs that contain `part`, until `mockRestore`. */
export function interceptStripe(part: string, answer: Answer) {
  const { fetch } = globalThis
  return vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const usual = () => fetch(input, init)
    return address.includes(part) ? answer(address, usual, init) : usual()
  })
}

/**
 * Responds as if a bank were processing the payment. A payment in this state cannot be cancelled.
 */
export const processingAtBank: Answer = async (address, usual) => {
  if (address.endsWith('/cancel')) {
    const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' }
    return Response.json({ error }, { status: 400 })
  }
  const intent = (await (await usual()).json()) as object
  return Response.json({ ...intent, status: 'processing' })
}

/** Responds with 500 to every request, so that the caller cannot know whether Stripe acted. */
export const serverError: Answer = async () =>
  Response.json({ error: { type: 'api_error' } }, { status: 500 })
