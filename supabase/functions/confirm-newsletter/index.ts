import { z } from 'zod'
import { queryValue } from '#functions/_shared/database.ts'
import { failure } from '#functions/_shared/errors.ts'
import { sendSoon } from '#functions/_shared/mail/send.ts'
import { readJson, respond, withContract } from '#functions/_shared/serve-json.ts'

const bodySchema = z.object({
  token: z.string().regex(/^[0-9a-f]{48}$/),
  action: z.enum(['confirm', 'unsubscribe', 'status']),
})

/**
 * Confirms or ends a newsletter subscription, or returns its status. The token from the email is
 * the only credential. The status is `gone` if the subscription of an unsubscribe link was deleted.
 */
Deno.serve(
  withContract(
    {
      caller: 'anyone',
      body: bodySchema,
      response: z.object({ status: z.enum(['pending', 'confirmed', 'unsubscribed', 'gone']) }),
    },
    (request) =>
      respond(request, async () => {
        const parsed = bodySchema.safeParse(await readJson(request))
        // Email clients may truncate links.
        if (!parsed.success)
          throw failure('link_expired', {
            message: 'This link is incomplete. Please open it again from our email',
          })
        const { token, action } = parsed.data
        const status = await queryValue<string>`
      select use_newsletter_token(p_token => ${token}, p_action => ${action})`
        if (action === 'confirm') sendSoon()
        return Response.json({ status })
      }),
  ),
)
