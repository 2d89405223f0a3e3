import { z } from 'zod'
import { template } from '#functions/_shared/mail/content.ts'

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

export const jobApplication = template(applicationSchema, (application) => ({
  subject: `Application for ${titleOf(application.position)}: ${application.name}`,
  title: `Application from ${application.name}`,
  preview: application.letter,
  blocks: [
    {
      facts: [
        ['Opening', titleOf(application.position)],
        ['Name', application.name],
        ['Email', application.email],
        ['Phone', application.phone ?? 'Not given'],
        ['Résumé', `${application.resume_name} (attached)`],
      ],
    },
    { quote: application.letter },
  ],
  reason: 'Sent from the careers page. Be careful with attachments from unknown senders.',
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
 * This email contains no text of the applicant, not even the position. Otherwise an attacker could
 * enter a victim's address and choose the text that the victim receives.
 */
export const applicationReceived = template(applicationSchema, () => ({
  subject: 'We received your application',
  title: 'We received your application',
  preview: 'Thank you for your interest in working with us.',
  blocks: [
    {
      text: 'Thank you for applying. Our team will read your letter and résumé and reply either way.',
    },
  ],
  reason:
    'You’re receiving this email because this address was entered on our careers page. If it wasn’t you, ignore this email; we won’t send more.',
}))

/** Formats a job slug such as 'product-designer' as 'Product designer'. */
function titleOf(slug: string): string {
  const words = slug.replaceAll('-', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
