import { z } from 'zod'
import { callerAddress } from '#functions/_shared/caller-address.ts'
import { formFields, jsonOf, readForm } from '#functions/_shared/form-fields.ts'
import { sendSoon } from '#functions/_shared/mail/send-soon.ts'
import { respond } from '#functions/_shared/serve-json.ts'
import { step } from '#functions/_shared/steps.ts'

const formSchema = z.object({ email: formFields.email, website: formFields.website })

/** Asks an address, by mail, whether it wants the newsletter. Answers the same for every address. */
export const handler = (request: Request): Promise<Response> =>
  respond(request, async () => {
    const form = readForm(formSchema, await jsonOf(request))
    if (!form.website) {
      await step<void>('subscribe_newsletter', {
        p_email: form.email,
        p_caller: callerAddress(request),
      })
      sendSoon()
    }
    return Response.json({ pending: true })
  })
