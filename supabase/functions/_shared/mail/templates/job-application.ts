import { z } from 'zod'
import { template } from '#functions/_shared/mail/template.ts'

const applicationSchema = z.object({
  position: z.string().regex(/^[a-z0-9-]{1,60}$/),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  letter: z.string(),
  resume_path: z.string(),
  resume_name: z.string(),
  resume_type: z.string(),
})

/** To the company: who applies, with the résumé. Answering it answers them. */
export const jobApplication = template(applicationSchema, (application) => ({
  subject: `Application for ${spelled(application.position)}: ${application.name}`,
  title: `${application.name} applies`,
  preview: application.letter,
  blocks: [
    {
      facts: [
        ['Opening', spelled(application.position)],
        ['Name', application.name],
        ['E-mail', application.email],
        ['Phone', application.phone ?? 'not given'],
        ['Résumé', `${application.resume_name} (attached)`],
      ],
    },
    { quote: application.letter },
  ],
  reason: 'Sent from the careers page. Open attachments of strangers with care.',
  replyTo: { name: application.name, address: application.email },
  attachments: [
    {
      bucket: 'applications',
      path: application.resume_path,
      filename: application.resume_name,
      contentType: application.resume_type,
    },
  ],
}))

/**
 * To the applicant; as with the contact form, it repeats nothing that was typed in. Nor the opening:
 * whoever calls the function itself may name one of sixty letters that are no opening.
 */
export const applicationReceived = template(applicationSchema, () => ({
  subject: 'We have your application',
  title: 'We have your application',
  preview: 'Thank you for wanting to work with us.',
  blocks: [
    {
      text: 'Thank you for applying. Your letter and résumé arrived, and the people you would work with read them. You hear from us either way.',
    },
  ],
  reason:
    'You get this because your address was given on our careers page. If it was not you, ignore it: nothing else will follow.',
}))

/** 'product-designer' as 'Product designer'. */
function spelled(slug: string): string {
  const words = slug.replaceAll('-', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
