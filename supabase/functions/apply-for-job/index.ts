import { z } from 'zod'
import { query } from '#functions/_shared/database.ts'
import { failure } from '#functions/_shared/errors.ts'
import { callerAddress, formFields, longText, readForm } from '#functions/_shared/forms.ts'
import { logError } from '#functions/_shared/log.ts'
import { sendSoon } from '#functions/_shared/mail/send.ts'
import { respond, withContract } from '#functions/_shared/serve-json.ts'
import { serviceClient } from '#functions/_shared/supabase.ts'
import { maxResumeBytes, resumeKindOf, resumeKinds, safeName } from './resume-file.ts'

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
    .max(maxResumeBytes, 'Please attach a file of at most 5 MB'),
})

type Application = z.output<typeof formSchema>
type StoredApplication = { id: string; resume_path: string }

/** Stores a job application with its résumé from multipart/form-data. Requires no sign-in. */
Deno.serve(
  withContract(
    {
      caller: 'anyone',
      body: formSchema,
      response: z.object({ received: z.literal(true) }),
      accepts: 'multipart/form-data',
    },
    (request) =>
      respond(request, async () => {
        const form = readForm(formSchema, await formOf(request))
        if (form.website) return Response.json({ received: true })
        const incomplete = await query<StoredApplication>`
      select id, resume_path from incomplete_applications()`
        for (const application of incomplete) await remove(application)
        await storeApplication(form, callerAddress(request))
        sendSoon()
        return Response.json({ received: true })
      }),
  ),
)

async function formOf(request: Request): Promise<Record<string, unknown>> {
  const form = await request.formData().catch(() => {
    throw failure('bad_form')
  })
  return Object.fromEntries(form)
}

/**
 * Stores a job application and its résumé file, and queues its emails. Undoes all of these steps if
 * one fails.
 */
async function storeApplication(form: Application, address: string | null): Promise<void> {
  const bytes = new Uint8Array(await form.resume.arrayBuffer())
  const kind = resumeKindOf(bytes)
  if (!kind) throw failure('bad_file', { field: 'resume' })
  const contentType = resumeKinds[kind]
  const [stored] = await query<StoredApplication>`
    select id, resume_path from begin_application(p_position => ${form.position},
      p_name => ${form.name}, p_email => ${form.email}, p_phone => ${form.phone ?? null},
      p_letter => ${form.letter}, p_resume_name => ${safeName(form.resume.name, kind)},
      p_resume_type => ${contentType}, p_extension => ${kind}, p_caller => ${address})`
  if (!stored) throw new Error('begin_application returned no row')
  try {
    const { error } = await bucket().upload(stored.resume_path, bytes, { contentType })
    if (error) throw error
    await query`select finish_application(p_id => ${stored.id})`
  } catch (cause) {
    await remove(stored)
    throw cause
  }
}

/** Deletes the résumé file before the row, because only the row contains the path of the file. */
async function remove({ id, resume_path }: StoredApplication): Promise<void> {
  try {
    const { error } = await bucket().remove([resume_path])
    if (error) throw error
    await query`select delete_incomplete_application(p_id => ${id})`
  } catch (cause) {
    logError(`the incomplete application ${id} could not be deleted`, cause)
  }
}

const bucket = () => serviceClient().storage.from('applications')
