import { useEffect, useEffectEvent, useState } from 'react'
import {
  type Attachment,
  attachmentTypes,
  maximumAttachmentBytes,
  mostAttachments,
  uploadAttachment,
} from '#web/data/messages.ts'
import { messageOf } from '#web/lib/errors.ts'

type Uploaded = Pick<Attachment, 'bucket' | 'path' | 'name'>

export type Chosen = {
  id: string
  file: File
  /** `progress` is the uploaded fraction, from 0 to 1. */
  progress: number
  uploaded: Uploaded | null
  error: string | null
  cancel: AbortController
}

/** The attachments of a message draft. Each upload starts as soon as the file is chosen. */
export function useAttachments(conversationId: string) {
  const [files, setFiles] = useState<Chosen[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const set = (id: string, change: Partial<Chosen>) =>
    setFiles((before) => before.map((it) => (it.id === id ? { ...it, ...change } : it)))

  async function upload({ id, file, cancel }: Chosen) {
    set(id, { error: null, progress: 0 })
    try {
      const onProgress = (progress: number) => set(id, { progress })
      set(id, {
        uploaded: await uploadAttachment(conversationId, file, onProgress, cancel.signal),
      })
    } catch (error) {
      if (!cancel.signal.aborted) set(id, { error: messageOf(error, 'The upload failed') })
    }
  }

  function add(chosen: readonly File[]) {
    const left = mostAttachments - files.length
    const fitting = chosen.filter(
      ({ type, size }) => attachmentTypes.includes(type) && size <= maximumAttachmentBytes,
    )
    setProblem(
      fitting.length < chosen.length
        ? 'You can send pictures, PDF, Word and OpenDocument files of up to 10 MB.'
        : fitting.length > left
          ? `You can send up to ${mostAttachments} files with one message.`
          : null,
    )
    const added = fitting.slice(0, left).map((file) => ({
      id: crypto.randomUUID(),
      file,
      progress: 0,
      uploaded: null,
      error: null,
      cancel: new AbortController(),
    }))
    setFiles((before) => [...before, ...added])
    for (const one of added) void upload(one)
  }

  function remove(one: Chosen) {
    one.cancel.abort()
    setFiles((before) => before.filter(({ id }) => id !== one.id))
  }

  const cancelAll = useEffectEvent(() => {
    for (const { cancel } of files) cancel.abort()
  })
  useEffect(() => () => cancelAll(), [])

  return {
    files,
    problem,
    add,
    remove,
    retry: (one: Chosen) => void upload(one),
    clear: () => setFiles([]),
    uploaded: files.flatMap((one) => one.uploaded ?? []),
    isReady: files.every(({ uploaded }) => uploaded !== null),
  }
}
