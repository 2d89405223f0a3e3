import { z } from 'zod'
import { query } from '#functions/_shared/database.ts'
import { callerAddress, formFields, readForm } from '#functions/_shared/forms.ts'
import { sendSoon } from '#functions/_shared/mail/send.ts'
import { readJson, respond, withContract } from '#functions/_shared/serve-json.ts'

const formSchema = z.object({ email: formFields.email, website: formFields.website })

/** Emails a confirmation link. The response is the same if the address is already subscribed. */
Deno.serve(
  withContract(
    { caller: 'anyone', body: formSchema, response: z.object({ pending: z.literal(true) }) },
    (request) =>
      respond(request, async () => {
        const form = readForm(formSchema, await readJson(request))
        if (!form.website) {
          await query`
        select subscribe_newsletter(p_email => ${form.email}, p_caller => ${callerAddress(request)})`
          sendSoon()
        }
        return Response.json({ pending: true })
      }),
  ),
)
