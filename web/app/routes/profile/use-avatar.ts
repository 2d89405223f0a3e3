import { useEffect, useEffectEvent, useState } from 'react'
import { removeFile, uploadFile } from '#web/data/files.ts'
import { messageOf } from '#web/lib/errors.ts'
import { type AvatarFile, avatarIn } from './avatar-check.ts'

const bucket = 'profile-images'

/** Deletes a picture. If the request fails, the file stays in storage as an orphaned upload. */
const removePicture = (url: string) => void removeFile(bucket, url).catch(() => {})

type State = {
  /**
   * `preview` is the URL of the displayed picture. If it is null, the user's initials are shown.
   */
  preview: string | null
  url: string | null
  /** `progress` is the uploaded fraction, from 0 to 1; null while no upload is running. */
  progress: number | null
  error: string | null
}

type Upload = { picture: AvatarFile; abort: AbortController; done: Promise<string | null> }

const settled = { progress: null, error: null }

/**
 * Uploads a new picture as soon as it is chosen. Deletes the uploaded file if the picture is
 * replaced, undone or not saved.
 */
export function useAvatar(userId: string, initial: string | null) {
  const [saved, setSaved] = useState(initial)
  const [state, setState] = useState<State>({ preview: initial, url: initial, ...settled })
  const [upload, setUpload] = useState<Upload | null>(null)

  function forgetUnsaved() {
    upload?.abort.abort()
    setUpload(null)
    if (state.url && state.url !== saved) removePicture(state.url)
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
    const { file, type: contentType, extension } = picture
    const [number] = crypto.getRandomValues(new Uint32Array(1))
    const name = `${userId}-${number}.${extension}`
    const { signal } = abort
    const done = uploadFile({ bucket, name, file, contentType, onProgress, signal }).then(
      (url) => {
        if (!isCurrent()) return null
        setState({ preview, url, ...settled })
        return url
      },
      (reason: unknown) => {
        if (isCurrent())
          setState({
            preview,
            url: null,
            ...settled,
            error: messageOf(reason, 'The upload failed'),
          })
        return null
      },
    )
    setUpload({ picture, abort, done })
  }

  const hasFailed = upload !== null && state.url === null && state.progress === null
  const retry = () => upload && start(upload.picture, state.preview ?? '')

  function remove() {
    forgetUnsaved()
    setState({ preview: null, url: null, ...settled })
  }

  /** Waits for the upload and returns the URL to save; false if the upload failed. */
  async function waitForUpload(): Promise<string | null | false> {
    if (!upload) return state.url
    return state.url ?? (await upload.done) ?? false
  }

  /** Marks `url` as saved and removes the previous picture from storage. */
  function keep(url: string | null) {
    if (saved && saved !== url) removePicture(saved)
    setSaved(url)
    setUpload(null)
    setState((before) => ({ ...before, url, ...settled }))
  }

  const leave = useEffectEvent(() => {
    if (state.preview?.startsWith('blob:')) URL.revokeObjectURL(state.preview)
  })
  useEffect(() => () => leave(), [])

  const isDirty = upload !== null || state.url !== saved
  return { ...state, hasFailed, isDirty, choose, retry, remove, waitForUpload, keep, forgetUnsaved }
}

export type AvatarChoice = ReturnType<typeof useAvatar>
