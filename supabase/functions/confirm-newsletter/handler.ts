import { z } from 'zod'
import { failure } from '#functions/_shared/errors.ts'
import { jsonOf } from '#functions/_shared/form-fields.ts'
import { sendSoon } from '#functions/_shared/mail/send-soon.ts'
import { respond } from '#functions/_shared/serve-json.ts'
import { step } from '#functions/_shared/steps.ts'

const bodySchema = z.object({
  token: z.string().regex(/^[0-9a-f]{48}$/),
  action: z.enum(['confirm', 'unsubscribe', 'look']),
})

/** Does what a letter's link is for, or tells whether it is done; safe to repeat. Whoever holds the token may. */
export const handler = (request: Request): Promise<Response> =>
  respond(request, async () => {
    const parsed = bodySchema.safeParse(await jsonOf(request))
    // A link that was cut short on its way is no longer valid either.
    if (!parsed.success) throw failure('link_expired')
    const { token, action } = parsed.data
    if (action === 'look')
      return Response.json({ status: await step('newsletter_token_status', { p_token: token }) })
    const status = await step<'confirmed' | 'unsubscribed'>('use_newsletter_token', {
      p_token: token,
      p_action: action,
    })
    if (action === 'confirm') sendSoon()
    return Response.json({ status })
  })
