import type { Stripe } from 'stripe'
import { z } from 'zod'
import { failure } from '#functions/_shared/errors.ts'
import { respond, withContract } from '#functions/_shared/serve-json.ts'
import { processEvent } from '#functions/_shared/stripe-events.ts'
import { verifiedEvent } from '#functions/_shared/stripe.ts'

/** Processes a webhook event signed by Stripe. */
Deno.serve(
  withContract(
    {
      caller: 'stripe',
      body: z.object({ id: z.string(), type: z.string() }).loose(),
      response: z.object({ received: z.literal(true) }),
    },
    (request) =>
      respond(request, async () => {
        await processEvent(await readEvent(request))
        return Response.json({ received: true })
      }),
  ),
)

async function readEvent(request: Request): Promise<Stripe.Event> {
  const rawBody = await request.text()
  try {
    return await verifiedEvent(rawBody, request.headers.get('stripe-signature') ?? '')
  } catch {
    console.warn('A webhook has no valid signature: check STRIPE_WEBHOOK_SECRET')
    throw failure('bad_signature')
  }
}
