import { useEffect, useId, useRef } from 'react'
import { imageTypes, maximumImageBytes, maximumImages } from '@hourspace/domain/listing.ts'
import { cx } from '#web/ui/cx.ts'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { PictureTile } from './picture-tile.tsx'
import type { Pictures } from './use-pictures.ts'

export function PictureField({ pictures, error }: { pictures: Pictures; error?: string }) {
  const hintId = useId()
  const { pictures: items, problems, isReading, add } = pictures
  const isFull = items.length >= maximumImages
  const field = useRef<HTMLFieldSetElement>(null)
  const wasFull = useRef(isFull)
  useEffect(() => {
    // Moves the focus to the fieldset when the Add button disappears after the fifth photo.
    if (isFull && !wasFull.current && document.activeElement === document.body)
      field.current?.focus({ preventScroll: true })
    wasFull.current = isFull
  }, [isFull])
  return (
    <fieldset
      ref={field}
      id="photos"
      tabIndex={-1}
      className="flex flex-col gap-3 rounded-card"
      data-field="images"
      aria-describedby={hintId}
    >
      <legend className="sr-only">Photos</legend>
      <div
        className={cx('grid gap-3', items.length > 0 && 'min-[20rem]:grid-cols-2 sm:grid-cols-3')}
      >
        {items.length > 0 && (
          <ol className="contents">
            {items.map((picture, index) => (
              <PictureTile
                key={picture.id}
                picture={picture}
                place={index + 1}
                count={items.length}
                actions={pictures}
              />
            ))}
          </ol>
        )}
        {!isFull && (
          <FileDrop
            label="Add photos"
            hint={
              isReading
                ? 'Reading your photos...'
                : `Up to ${maximumImages} photos, ${maximumImageBytes / 1024 / 1024} MB each`
            }
            accept={imageTypes}
            multiple
            onFiles={(files) => void add(files)}
          />
        )}
      </div>
      <p id={hintId} className="text-sm text-ink-faint">
        {isFull
          ? `${maximumImages} photos is the maximum. The first is the cover.`
          : 'The first photo is the cover.'}
      </p>
      <div
        role="alert"
        className="flex flex-col gap-1 text-sm font-medium text-danger-ink empty:hidden"
      >
        {error && <p>{error}</p>}
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
    </fieldset>
  )
}
