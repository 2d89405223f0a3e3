import { logError } from '#functions/_shared/log.ts'
import { step } from '#functions/_shared/steps.ts'
import { serviceClient } from '#functions/_shared/supabase.ts'
import { resumeKinds, safeName, type ResumeKind } from './resume-file.ts'

type Application = {
  position: string
  name: string
  email: string
  phone?: string | null | undefined
  letter: string
  caller: string | null
}

type Resume = { name: string; bytes: Uint8Array<ArrayBuffer>; kind: ResumeKind }

type Kept = { id: string; resume_path: string }

/** The row first, then the file, then the mails. What fails in between leaves neither. */
export async function keepApplication(application: Application, resume: Resume): Promise<void> {
  const kept = await step<Kept>('begin_application', {
    p_position: application.position,
    p_name: application.name,
    p_email: application.email,
    p_phone: application.phone ?? null,
    p_letter: application.letter,
    p_resume_name: safeName(resume.name, resume.kind),
    p_resume_type: resumeKinds[resume.kind],
    p_extension: resume.kind,
    p_caller: application.caller,
  })
  try {
    const { error } = await bucket().upload(kept.resume_path, resume.bytes, {
      contentType: resumeKinds[resume.kind],
    })
    if (error) throw error
    await step<void>('finish_application', { p_id: kept.id })
  } catch (cause) {
    await remove(kept)
    throw cause
  }
}

/** Removes what crashes have left: applications whose file never arrived, or arrived in vain. */
export async function removeStranded(): Promise<void> {
  for (const kept of await step<Kept[]>('incomplete_applications', {})) await remove(kept)
}

/** The file goes first: while it is there, the row is how it is found. */
async function remove(kept: Kept): Promise<void> {
  try {
    const { error } = await bucket().remove([kept.resume_path])
    if (error) throw error
    await step<void>('delete_incomplete_application', { p_id: kept.id })
  } catch (cause) {
    logError(`application ${kept.id} is left half done`, cause)
  }
}

const bucket = () => serviceClient().storage.from('applications')
