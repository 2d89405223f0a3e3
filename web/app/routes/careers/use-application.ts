import { useState } from 'react'
import { fetchAs } from '#web/data/backend-fetch.ts'
import { callFunction, FunctionRefusal } from '#web/data/functions.ts'
import { messageOf } from '#web/lib/errors.ts'
import { fetchWithProgress } from '#web/lib/fetch-with-progress.ts'
import {
  type ApplicationDraft,
  type ApplicationErrors,
  type JobApplication,
  applicationOf,
  emptyDraft,
  resumeProblem,
} from './application-draft.ts'

/**
 * Sends a job application. `onProgress` receives the sent fraction, from 0 to 1. Throws a
 * FunctionRefusal, which may name an invalid form field.
 */
async function applyForJob(
  application: JobApplication,
  onProgress: (share: number) => void,
): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(application)) form.set(name, value)
  // Sends no user token, because a job application does not belong to an account.
  const send = fetchAs(() => Promise.resolve(null), fetchWithProgress(onProgress))
  await callFunction('apply-for-job', form, send)
}

const isField = (name: string | undefined): name is keyof ApplicationDraft =>
  name !== undefined && Object.hasOwn(emptyDraft, name)

export function useApplication(position: string, onSent: () => void) {
  const [draft, setDraft] = useState(emptyDraft)
  const [errors, setErrors] = useState<ApplicationErrors>({})
  const [failure, setFailure] = useState<string>()
  /** Sent fraction of the upload, from 0 to 1. */
  const [progress, setProgress] = useState<number | null>(null)

  function change(part: Partial<ApplicationDraft>) {
    setDraft((before) => ({ ...before, ...part }))
    const cleared = Object.fromEntries(Object.keys(part).map((field) => [field, undefined]))
    setErrors((before) => ({ ...before, ...cleared }))
  }

  async function attach(resume: File | null) {
    const problem = resume && (await resumeProblem(resume))
    if (problem) setErrors((before) => ({ ...before, resume: problem }))
    else change({ resume })
  }

  /**
   * Validates the application and sends it if it is valid. Otherwise returns one error per invalid
   * field.
   */
  async function send(): Promise<ApplicationErrors> {
    setFailure(undefined)
    const { application, errors: found } = applicationOf(draft, position)
    if (found) {
      setErrors(found)
      return found
    }
    setProgress(0)
    try {
      await applyForJob(application, setProgress)
      onSent()
    } catch (reason) {
      if (reason instanceof FunctionRefusal && isField(reason.field)) {
        const refused = { [reason.field]: messageOf(reason, 'Please check this field') }
        setErrors(refused)
        return refused
      }
      setFailure(messageOf(reason, 'Your application could not be sent. Please try again.'))
    } finally {
      setProgress(null)
    }
    return {}
  }

  return { draft, errors, failure, progress, change, attach, send }
}
