import { z } from 'zod'

export type JobApplication = {
  /** `position` is the slug of the job opening. */
  position: string
  name: string
  email: string
  /** `phone` is empty if the applicant gave no number. */
  phone: string
  letter: string
  resume: File
}

export type ApplicationDraft = Omit<JobApplication, 'position' | 'resume'> & { resume: File | null }

export type ApplicationErrors = Partial<Record<keyof ApplicationDraft, string | undefined>>

export const emptyDraft: ApplicationDraft = {
  name: '',
  email: '',
  phone: '',
  letter: '',
  resume: null,
}

export const longestLetter = 5000

/** Applies the same limits and error texts as the edge function apply-for-job. */
const applicationSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Please enter your name')
    .max(120, 'Please use at most 120 characters'),
  email: z
    .string()
    .trim()
    .min(1, 'Please enter your email')
    .max(254, 'Please enter a valid email address')
    .pipe(z.email('Please enter a valid email address')),
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

/**
 * Returns the application for the opening `position`, or one error per field of an invalid draft.
 */
export function applicationOf(draft: ApplicationDraft, position: string) {
  const parsed = applicationSchema.safeParse(draft)
  if (parsed.success) return { application: { position, ...parsed.data } }
  const errors: ApplicationErrors = {}
  for (const { path, message } of parsed.error.issues)
    errors[path[0] as keyof ApplicationDraft] ??= message
  return { errors }
}

const megabyte = 1024 * 1024

const maximumResumeBytes = 5 * megabyte

export const resumeTypes = ['.pdf', '.docx', '.odt']

const kinds = 'PDF, Word (.docx) or OpenDocument (.odt)'

export const resumeHint = `${kinds}, at most ${maximumResumeBytes / megabyte} MB`

/** Magic bytes by file extension. DOCX and ODT files are ZIP archives. */
const marks: Record<string, string> = {
  pdf: '%PDF-',
  docx: 'PK\u0003\u0004',
  odt: 'PK\u0003\u0004',
}

const choose = `Please choose a ${kinds} file of at most ${maximumResumeBytes / megabyte} MB.`

/** Reads the first bytes of a résumé and returns why it is rejected; null if it is allowed. */
export async function resumeProblem(file: File): Promise<string | null> {
  const extension = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''
  const mark = marks[extension]
  if (!mark) return `${file.name} has the wrong file type. ${choose}`
  if (file.size === 0) return `${file.name} is empty.`
  if (file.size > maximumResumeBytes)
    return `${file.name} is larger than ${maximumResumeBytes / megabyte} MB.`
  // Searches for the PDF header in the first 1,024 bytes, because PDF readers accept other bytes
  // before the header.
  const head = await file.slice(0, 1024).text()
  const isThat = extension === 'pdf' ? head.includes(mark) : head.startsWith(mark)
  return isThat ? null : `${file.name} is not a valid ${extension.toUpperCase()} file. ${choose}`
}
