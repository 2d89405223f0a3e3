import { z } from 'zod'
import { callerAddress } from '#functions/_shared/caller-address.ts'
import { failure } from '#functions/_shared/errors.ts'
import { formFields, longText, readForm } from '#functions/_shared/form-fields.ts'
import { sendSoon } from '#functions/_shared/mail/send-soon.ts'
import { respond } from '#functions/_shared/serve-json.ts'
import { keepApplication, removeStranded } from './keep-application.ts'
import { kindOf, largestResumeBytes } from './resume-file.ts'

const formSchema = z.object({
  ...formFields,
  position: z.string().regex(/^[a-z0-9-]{1,60}$/, 'Please choose an opening'),
  phone: z
    .string()
    .trim()
    .regex(/^[+\d ()./-]{3,40}$/, 'Please enter a valid phone number')
    .or(z.literal('').transform(() => null))
    .optional(),
  letter: longText('Please write a few lines about yourself'),
  resume: z
    .file('Please attach your résumé')
    .min(1, 'Please attach your résumé')
    .max(largestResumeBytes, 'Please attach a file of at most 5 MB'),
})

/** Takes an application with its résumé (multipart/form-data). Anybody may call. */
export const handler = (request: Request): Promise<Response> =>
  respond(request, async () => {
    const { website, resume, ...application } = readForm(formSchema, await formOf(request))
    if (website) return Response.json({ received: true })
    const bytes = new Uint8Array(await resume.arrayBuffer())
    const kind = kindOf(bytes)
    if (!kind) throw failure('bad_file', { field: 'resume' })
    await removeStranded()
    await keepApplication(
      { ...application, caller: callerAddress(request) },
      { name: resume.name, bytes, kind },
    )
    sendSoon()
    return Response.json({ received: true })
  })

async function formOf(request: Request): Promise<Record<string, unknown>> {
  const form = await request.formData().catch(() => {
    throw failure('bad_form')
  })
  return Object.fromEntries(form)
}
