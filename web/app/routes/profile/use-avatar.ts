import { useEffect, useEffectEvent, useState } from 'react'
import { removeFile, uploadFile } from '#web/data/functions.ts'
import { messageOf } from '#web/lib/errors.ts'
import { type AvatarFile, avatarIn } from './avatar-check.ts'

const bucket = 'profile-images'

/**
 * Uploads a picture under the user's id and a random name, and returns its public URL. `onProgress`
 * gets the uploaded share, 0 to 1.
 */
function uploadProfileImage(
  userId: string,
  picture: { file: File; type: string; extension: string },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const [number] = crypto.getRandomValues(new Uint32Array(1))
  const name = `${userId}-${number}.${picture.extension}`
  const { file, type: contentType } = picture
  return uploadFile({ bucket, name, file, contentType, onProgress, signal })
}

/** Removes a picture that is no longer used. On failure it stays as an orphaned upload. */
function removeProfileImage(url: string): Promise<void> {
  return removeFile(bucket, url)
}

/** The picture in the form: the saved one, none, or a new upload. */
type State = {
  /** Null shows initials. */
  preview: string | null
  /** The value that saving would write. */
  url: string | null
  /** Uploaded share, 0 to 1, during an upload. */
  progress: number | null
  error: string | null
}

type Upload = { picture: AvatarFile; abort: AbortController; done: Promise<string | null> }

const settledAs = (url: string | null): State => ({
  preview: url,
  url,
  progress: null,
  error: null,
})

/**
 * The form's profile picture. A new one uploads at once, and is removed if it is replaced, undone
 * or never saved.
 */
export function useAvatar(userId: string, initial: string | null) {
  const [saved, setSaved] = useState(initial)
  const [state, setState] = useState(settledAs(initial))
  const [upload, setUpload] = useState<Upload | null>(null)

  function forgetUnsaved() {
    upload?.abort.abort()
    setUpload(null)
    if (state.url && state.url !== saved) void removeProfileImage(state.url).catch(() => {})
    if (state.preview?.startsWith('blob:')) URL.revokeObjectURL(state.preview)
  }

  async function choose(file: File) {
    const { picture, problem } = await avatarIn(file)
    if (problem !== undefined) {
      setState((before) => ({ ...before, error: problem }))
      return
    }
    forgetUnsaved()
    start(picture, URL.createObjectURL(file))
  }

  function start(picture: AvatarFile, preview: string) {
    const abort = new AbortController()
    const isCurrent = () => !abort.signal.aborted
    setState({ preview, url: null, progress: 0, error: null })
    const onProgress = (progress: number) =>
      isCurrent() && setState((before) => ({ ...before, progress }))
    const done = uploadProfileImage(userId, picture, onProgress, abort.signal).then(
      (url) => {
        if (!isCurrent()) return null
        setState({ preview, url, progress: null, error: null })
        return url
      },
      (reason: unknown) => {
        if (isCurrent())
          setState((before) => ({
            ...before,
            progress: null,
            error: messageOf(reason, 'The upload failed'),
          }))
        return null
      },
    )
    setUpload({ picture, abort, done })
  }

  const hasFailed = upload !== null && state.url === null && state.progress === null
  const retry = () => upload && start(upload.picture, state.preview ?? '')

  function remove() {
    forgetUnsaved()
    setState(settledAs(null))
  }

  /** The URL to save, after the upload has finished; false if it failed. */
  async function settled(): Promise<string | null | false> {
    if (!upload) return state.url
    return state.url ?? (await upload.done) ?? false
  }

  /** Marks `url` as saved and removes the previous picture. */
  function keep(url: string | null) {
    if (saved && saved !== url) void removeProfileImage(saved).catch(() => {})
    setSaved(url)
    setUpload(null)
    setState((before) => ({ ...before, url, progress: null, error: null }))
  }

  const leave = useEffectEvent(() => {
    if (state.preview?.startsWith('blob:')) URL.revokeObjectURL(state.preview)
  })
  useEffect(() => () => leave(), [])

  const isDirty = upload !== null || state.url !== saved
  return { ...state, hasFailed, isDirty, choose, retry, remove, settled, keep, forgetUnsaved }
}

export type AvatarChoice = ReturnType<typeof useAvatar>
