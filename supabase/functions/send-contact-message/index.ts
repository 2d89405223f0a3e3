import { z } from 'zod'
import { query } from '#functions/_shared/database.ts'
import { callerAddress, formFields, longText, readForm } from '#functions/_shared/forms.ts'
import { sendSoon } from '#functions/_shared/mail/send.ts'
import { readJson, respond, withContract } from '#functions/_shared/serve-json.ts'

const formSchema = z.object({
  ...formFields,
  subject: z.enum(['general', 'support', 'billing', 'partnership'], 'Please choose a subject'),
  message: longText('Please write a message'),
})

/** Stores a message from the contact form and emails it to the admins. Requires no sign-in. */
Deno.serve(
  withContract(
    { caller: 'anyone', body: formSchema, response: z.object({ received: z.literal(true) }) },
    (request) =>
      respond(request, async () => {
        const form = readForm(formSchema, await readJson(request))
        if (!form.website) {
          await query`
        select receive_contact_message(p_name => ${form.name}, p_email => ${form.email},
          p_subject => ${form.subject}, p_message => ${form.message},
          p_caller => ${callerAddress(request)})`
          sendSoon()
        }
        return Response.json({ received: true })
      }),
  ),
)
