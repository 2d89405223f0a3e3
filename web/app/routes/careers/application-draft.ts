import { z } from 'zod'
import type { JobApplication } from './job-applications.ts'

/** What is in the form, complete or not. */
export type ApplicationDraft = Omit<JobApplication, 'position' | 'resume'> & { resume: File | null }

export type ApplicationErrors = Partial<Record<keyof ApplicationDraft, string | undefined>>

export const emptyDraft: ApplicationDraft = {
  name: '',
  email: '',
  phone: '',
  letter: '',
  resume: null,
}

/** Fields in the order of the page, for the focus after a refusal. */
export const fieldOrder = ['name', 'email', 'phone', 'letter', 'resume'] as const

export const longestLetter = 5000

/** The same limits and words as the function that takes it. */
const applicationSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Please enter your name')
    .max(120, 'Please use at most 120 characters'),
  email: z
    .string()
    .trim()
    .min(1, 'Please enter your e-mail')
    .max(254, 'Please enter a valid e-mail address')
    .pipe(z.email('Please enter a valid e-mail address')),
  phone: z
    .string()
    .trim()
    .regex(/^([+\d ()./-]{3,40})?$/, 'Please enter a valid phone number'),
  letter: z
    .string()
    .trim()
    .min(1, 'Please write a few lines about yourself')
    .max(longestLetter, 'Please use at most 5,000 characters'),
  resume: z.file('Please attach your résumé'),
})

/** The application as it would be sent for the opening `position`, or what is wrong with it. */
export function applicationOf(
  draft: ApplicationDraft,
  position: string,
):
  | { application: JobApplication; errors?: undefined }
  | { application?: undefined; errors: ApplicationErrors } {
  const parsed = applicationSchema.safeParse(draft)
  if (parsed.success) return { application: { position, ...parsed.data } }
  const errors: ApplicationErrors = {}
  for (const { path, message } of parsed.error.issues)
    errors[path[0] as keyof ApplicationDraft] ??= message
  return { errors }
}
