import { X } from 'lucide-react'
import { type Dispatch, type SetStateAction, useEffect, useMemo, useState } from 'react'
import { imageTypes } from '@hourspace/domain/listing.ts'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { checkPictures } from './picture-check.ts'

type PhotosFieldProps = {
  /** `kept` contains the URLs of photos that were uploaded before. */
  kept?: readonly string[]
  onKept?: (urls: readonly string[]) => void
  files: readonly File[]
  onFiles: Dispatch<SetStateAction<readonly File[]>>
  /** `most` is the maximum number of photos, including those uploaded before. */
  most: number
  types?: readonly string[]
  hint: string
}

/** Field for the photos of a review or a report. */
export function PhotosField(props: PhotosFieldProps) {
  const { kept = [], onKept, files, onFiles, most, types = imageTypes, hint } = props
  const [problems, setProblems] = useState<readonly string[]>([])
  const previews = useMemo(() => files.map((file) => URL.createObjectURL(file)), [files])
  useEffect(() => () => previews.forEach((url) => URL.revokeObjectURL(url)), [previews])
  const room = most - kept.length - files.length
  const shown = [
    ...kept.map((url) => ({ url, remove: () => onKept?.(kept.filter((other) => other !== url)) })),
    ...previews.map((url, index) => ({
      url,
      remove: () => onFiles(files.filter((_, other) => other !== index)),
    })),
  ]

  async function add(added: readonly File[]) {
    const checked = await checkPictures(added.slice(0, room), types)
    setProblems(checked.problems)
    onFiles((before) => [...before, ...checked.pictures].slice(0, most - kept.length))
  }

  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-semibold">
        Photos <span className="font-normal text-ink-faint">(optional)</span>
      </legend>
      {shown.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {shown.map(({ url, remove }, index) => (
            <li key={url} className="relative size-24">
              <img
                src={url}
                alt={`Your attachment ${index + 1}`}
                width={96}
                height={96}
                className="size-full rounded-small object-cover"
              />
              <button
                type="button"
                aria-label={`Remove photo ${index + 1}`}
                onClick={remove}
                className="absolute top-1 right-1 inline-flex size-7 items-center justify-center rounded-full bg-surface/90 shadow-raised pointer-coarse:size-11"
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {room > 0 && (
        <FileDrop
          label="Add photos"
          hint={hint}
          accept={types}
          multiple
          onFiles={(added) => void add(added)}
        />
      )}
      {problems.length > 0 && (
        <ul role="alert" className="text-sm font-medium text-danger-ink">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
