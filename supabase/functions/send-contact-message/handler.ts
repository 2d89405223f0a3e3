import { z } from 'zod'
import { callerAddress } from '#functions/_shared/caller-address.ts'
import { formFields, jsonOf, longText, readForm } from '#functions/_shared/form-fields.ts'
import { sendSoon } from '#functions/_shared/mail/send-soon.ts'
import { respond } from '#functions/_shared/serve-json.ts'
import { step } from '#functions/_shared/steps.ts'

const formSchema = z.object({
  ...formFields,
  subject: z.enum(['general', 'support', 'billing', 'partnership'], 'Please choose a subject'),
  message: longText('Please write a message'),
})

/** Keeps a message from the contact form and mails it to the company. Anybody may call. */
export const handler = (request: Request): Promise<Response> =>
  respond(request, async () => {
    const form = readForm(formSchema, await jsonOf(request))
    if (!form.website) {
      await step<void>('receive_contact_message', {
        p_name: form.name,
        p_email: form.email,
        p_subject: form.subject,
        p_message: form.message,
        p_caller: callerAddress(request),
      })
      sendSoon()
    }
    return Response.json({ received: true })
  })
