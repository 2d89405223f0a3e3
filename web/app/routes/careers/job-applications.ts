import { fetchWithProgress } from '#web/lib/fetch-with-progress.ts'
import { fetchAs } from '#web/data/backend-fetch.ts'
import { callFunction } from '#web/data/functions.ts'

export type JobApplication = {
  /** The opening's slug. */
  position: string
  name: string
  email: string
  /** Empty when none was given. */
  phone: string
  letter: string
  resume: File
}

/**
 * Sends an application with its file. `onProgress` is told the sent share, 0 to 1. Throws as
 * `callFunction` does; a refusal may name its `field`.
 */
export async function applyForJob(
  application: JobApplication,
  onProgress: (share: number) => void,
): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(application)) form.set(name, value)
  // The browser's own fetch cannot tell how far an upload is. And it is sent as a visitor, for
  // whoever is signed in applies as themselves only by what they write.
  const send = fetchAs(() => Promise.resolve(null), fetchWithProgress(onProgress))
  await callFunction('apply-for-job', form, send)
}
