import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { maximumImages } from '@hourspace/domain/listing.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { removeFile, uploadFile } from '#web/data/files.ts'
import { isShownPicture } from '#web/data/listings.ts'
import { messageOf } from '#web/lib/errors.ts'
import type { KeptPicture } from './listing-draft.ts'
import { pictureProblem, readPicture } from './picture-check.ts'

const bucket = 'spaces'

const discardPreview = (preview: string) =>
  preview.startsWith('blob:') && URL.revokeObjectURL(preview)

export type Picture = {
  id: string
  name: string
  /** `preview` is an object URL of the local file, or the public URL after a reload. */
  preview: string
  /** `blur` is the blurred preview as a data URI; '' if there is none. */
  blur: string
  caption: string
  /** `url` is the public URL of the uploaded picture; null until the upload has finished. */
  url: string | null
  /** `progress` is the uploaded fraction of the file, from 0 to 1. */
  progress: number
  error: string | null
}

type Upload = { file: File; abort: AbortController; done: Promise<string | null> }

/** State of a listing's pictures. Each picture is uploaded as soon as it is added. */
export function usePictures(kept: readonly KeptPicture[]) {
  const [pictures, setPictures] = useState<Picture[]>(() => kept.map(uploaded))
  const [problems, setProblems] = useState<string[]>([])
  const [isReading, setReading] = useState(false)
  const uploads = useRef(new Map<string, Upload>())
  /** Holds the current pictures, because code after an `await` would read outdated React state. */
  const current = useRef(pictures)
  /**
   * Resolves when all added files have been read. Files are read one at a time, so that they keep
   * their order.
   */
  const reading = useRef(Promise.resolve())

  function change(to: (before: Picture[]) => Picture[]) {
    current.current = to(current.current)
    setPictures(current.current)
  }

  const patch = (id: string, facts: Partial<Picture>) =>
    change((before) =>
      before.map((picture) => (picture.id === id ? { ...picture, ...facts } : picture)),
    )

  function start(id: string, file: File) {
    const abort = new AbortController()
    const onProgress = (progress: number) => patch(id, { progress })
    const extension = /\.[a-z0-9]{1,8}$/i.exec(file.name)?.[0].toLowerCase() ?? ''
    const name = `${crypto.randomUUID()}${extension}`
    const done = uploadFile({ bucket, name, file, onProgress, signal: abort.signal }).then(
      (url) => {
        patch(id, { url, progress: 1 })
        return url
      },
      (reason: unknown) => {
        patch(id, { error: messageOf(reason, 'The upload failed') })
        return null
      },
    )
    uploads.current.set(id, { file, abort, done })
  }

  async function add(files: File[]) {
    setReading(true)
    const taken = reading.current.then(() => take(files))
    reading.current = taken
    await taken
    if (reading.current === taken) setReading(false)
  }

  async function take(files: File[]) {
    const { accepted, refused } = await readFiles(files)
    const room = maximumImages - current.current.length
    if (accepted.length > room)
      refused.push(
        `A listing can have at most ${maximumImages} photos, so the others were not added.`,
      )
    setProblems(refused)

    const added = accepted
      .slice(0, room)
      .map(({ file, blur }) => ({ ...waiting(file, blur), file }))
    change((before) => [...before, ...added.map(({ file: _file, ...picture }) => picture)])
    for (const { id, file } of added) start(id, file)
  }

  function retry(id: string) {
    const upload = uploads.current.get(id)
    if (!upload) return
    patch(id, { error: null, progress: 0 })
    start(id, upload.file)
  }

  function remove(id: string) {
    const picture = current.current.find((other) => other.id === id)
    change((before) => before.filter((other) => other.id !== id))
    setProblems([])
    uploads.current.get(id)?.abort.abort()
    uploads.current.delete(id)
    if (picture?.url) void discard(picture.url).catch(() => {})
    if (picture) discardPreview(picture.preview)
  }

  /** Removes a picture whose uploaded file no longer exists. */
  function drop(id: string) {
    change((before) => before.filter((other) => other.id !== id))
    setProblems(['Photos of a draft are stored for a day. Please add them again.'])
  }

  function removeAll() {
    for (const { abort } of uploads.current.values()) abort.abort()
    for (const { url } of current.current) if (url) void discard(url).catch(() => {})
    change(() => [])
  }

  /** Shows the pictures of a newer version of the listing, and deletes no files. */
  function show(to: readonly KeptPicture[]) {
    setProblems([])
    change((before) =>
      to.map((kept) => {
        // Keeps the id of a shown picture, so that its caption field keeps the focus.
        const shown = before.find(({ url }) => url === kept.url)
        return { ...(shown ?? uploaded(kept)), caption: kept.caption }
      }),
    )
  }

  /**
   * Replaces all pictures with the uploaded pictures `to`, and deletes the files of the removed
   * pictures.
   */
  function reset(to: readonly KeptPicture[]) {
    for (const { id, url } of current.current)
      if (!to.some((picture) => picture.url === url)) remove(id)
    show(to)
  }

  /** Moves a picture to another index. Index 0 is the cover. */
  function move(id: string, to: number) {
    change((before) => {
      const moved = before.find((picture) => picture.id === id)
      return moved ? before.filter((picture) => picture !== moved).toSpliced(to, 0, moved) : before
    })
  }

  const describe = (id: string, caption: string) => patch(id, { caption })

  /** Waits for all uploads. Returns the pictures in order; null if any upload failed. */
  async function waitForUploads(): Promise<KeptPicture[] | null> {
    await reading.current
    const all = await Promise.all(
      current.current.map(async ({ id, url, blur, caption }) => ({
        url: url ?? (await uploads.current.get(id)?.done) ?? null,
        blur,
        caption,
      })),
    )
    return all.every(isUploaded) ? all : null
  }

  const releaseAll = useEffectEvent(() => {
    for (const { preview } of pictures) discardPreview(preview)
  })
  useEffect(() => () => releaseAll(), [])

  return {
    pictures,
    problems,
    isReading,
    add,
    retry,
    remove,
    drop,
    removeAll,
    show,
    reset,
    move,
    describe,
    waitForUploads,
  }
}

export type Pictures = ReturnType<typeof usePictures>

export function keptOf(pictures: readonly Picture[]): KeptPicture[] {
  return pictures.filter(isUploaded).map(({ url, blur, caption }) => ({ url, blur, caption }))
}

function isUploaded<T extends { url: string | null }>(picture: T): picture is T & { url: string } {
  return picture.url !== null
}

/**
 * Deletes an uploaded file, unless a listing contains it. A saved listing contains a removed
 * picture until the host saves the form. Another tab may also have created a listing from the same
 * draft. If a request fails, the file stays in storage as an orphaned upload.
 */
async function discard(url: string): Promise<void> {
  const client = await browserClient()
  if (!(await isShownPicture(client, url))) await removeFile(bucket, url)
}

/** Reads files in order. Returns the pictures, and an error text for each other file. */
async function readFiles(files: readonly File[]) {
  const refused: string[] = []
  const accepted: Array<{ file: File; blur: string }> = []
  for (const file of files) {
    const problem = pictureProblem(file)
    const read = problem ? { problem } : await readPicture(file)
    if (read.problem !== undefined) refused.push(read.problem)
    else accepted.push({ file, blur: read.blur })
  }
  return { accepted, refused }
}

function waiting(file: File, blur: string): Picture {
  return {
    id: crypto.randomUUID(),
    name: file.name,
    preview: URL.createObjectURL(file),
    blur,
    caption: '',
    url: null,
    progress: 0,
    error: null,
  }
}

function uploaded({ url, blur, caption }: KeptPicture): Picture {
  return { id: url, name: 'Picture', preview: url, blur, caption, url, progress: 1, error: null }
}
