import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import {
  type Dispatch,
  type SetStateAction,
  type SubmitEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { imageTypes, maximumImageBytes } from '@hourspace/domain/listing.ts'
import {
  longestReview,
  mostReviewPhotos,
  type ReviewAspect,
  reviewAspects,
  type ReviewState,
  saveReview,
} from '#web/data/reviews.ts'
import { checkPictures } from '#web/features/listing/picture-check.ts'
import { messageOf } from '#web/lib/errors.ts'
import { useDraft } from '#web/lib/use-draft.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { PlainTextArea } from '#web/ui/plain-field.tsx'
import { StarField } from '#web/ui/star-field.tsx'
import { contactsAreHidden } from '#web/features/booking/received-review.tsx'

type Stars = Partial<Record<'rating' | ReviewAspect, number>>

const aspects = Object.entries(reviewAspects) as [ReviewAspect, string][]

export function ReviewForm(props: {
  bookingId: string
  state: ReviewState
  other: string
  deadline: string
  onSaved: () => Promise<void>
}) {
  const { bookingId, state, other, deadline, onSaved } = props
  const { own, role } = state
  const isGuest = role === 'guest'
  const { draft, write, clear } = useDraft(`hourspace-review-draft:${bookingId}:${role}`, {
    stars: {
      rating: own?.rating ?? 0,
      ...Object.fromEntries(aspects.map(([aspect]) => [aspect, own?.[aspect] ?? 0])),
    } as Stars,
    comment: own?.comment ?? '',
  })
  const { stars, comment } = draft
  const setStars = (next: Stars) => write({ ...draft, stars: next })
  const [kept, setKept] = useState<readonly string[]>(own?.photos ?? [])
  const [files, setFiles] = useState<readonly File[]>([])
  const [isChecked, setChecked] = useState(false)
  const [uploading, setUploading] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const rating = stars.rating ?? 0
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      saveReview(
        bookingId,
        {
          rating,
          comment: comment.trim(),
          photos: kept,
          ...(isGuest &&
            Object.fromEntries(
              aspects.flatMap(([aspect]) => (stars[aspect] ? [[aspect, stars[aspect]]] : [])),
            )),
        },
        files,
        (done) => setUploading(done + 1),
      ),
    onSuccess: () => {
      clear()
      return onSaved()
    },
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (isPending) return
    if (rating === 0) form.current?.querySelector<HTMLInputElement>('[name=rating]')?.focus()
    else mutate()
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={isGuest ? 'Review of the space' : 'Review of the guest'}
      onSubmit={submit}
      className="flex flex-col gap-6"
    >
      <Card className="flex flex-col gap-4">
        <StarField
          isLarge
          label="Overall"
          name="rating"
          value={rating}
          onValue={(next) => setStars({ ...stars, rating: next })}
          error={isChecked && rating === 0 ? 'Please choose one to five stars' : undefined}
        />
        {isGuest && (
          <div className="flex flex-col gap-2 border-t border-line pt-3 sm:gap-0">
            {aspects.map(([aspect, label]) => (
              <StarField
                key={aspect}
                label={label}
                name={aspect}
                value={stars[aspect] ?? 0}
                onValue={(next) => setStars({ ...stars, [aspect]: next })}
              />
            ))}
          </div>
        )}
        <PlainTextArea
          label={isGuest ? 'What should other guests know?' : 'What should other hosts know?'}
          name="comment"
          isOptional
          value={comment}
          onValue={(next) => write({ ...draft, comment: next })}
          maxLength={longestReview}
          rows={5}
          description={
            isGuest
              ? `Everyone can read it on the space’s page, with your first name. ${contactsAreHidden}`
              : `${other} and hosts of later bookings can read it. ${contactsAreHidden}`
          }
        />
        {isGuest && <Photos kept={kept} onKept={setKept} files={files} onFiles={setFiles} />}
      </Card>
      {error && (
        <Banner tone="error">
          {`Your review is not saved yet; everything is still here. ${messageOf(error, 'Please try again.')}`}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button
          type="submit"
          isPending={isPending}
          pendingText={
            files.length > 0 ? `Uploading photo ${uploading} of ${files.length}...` : 'Saving...'
          }
        >
          {own ? 'Change review' : 'Submit review'}
        </Button>
        <p className="min-w-0 grow basis-56 text-sm text-ink-soft">
          {other} reads it only when both of you have written one, or on {deadline}.
        </p>
      </div>
    </form>
  )
}

function Photos(props: {
  kept: readonly string[]
  onKept: (urls: readonly string[]) => void
  files: readonly File[]
  onFiles: Dispatch<SetStateAction<readonly File[]>>
}) {
  const { kept, onKept, files, onFiles } = props
  const [problems, setProblems] = useState<readonly string[]>([])
  const previews = useMemo(() => files.map((file) => URL.createObjectURL(file)), [files])
  useEffect(() => () => previews.forEach((url) => URL.revokeObjectURL(url)), [previews])
  const room = mostReviewPhotos - kept.length - files.length
  const shown = [
    ...kept.map((url) => ({ url, remove: () => onKept(kept.filter((other) => other !== url)) })),
    ...previews.map((url, index) => ({
      url,
      remove: () => onFiles(files.filter((_, other) => other !== index)),
    })),
  ]

  async function add(added: readonly File[]) {
    const checked = await checkPictures(added.slice(0, room))
    setProblems(checked.problems)
    onFiles((before) => [...before, ...checked.pictures].slice(0, mostReviewPhotos - kept.length))
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
          hint={`Up to ${mostReviewPhotos}, ${maximumImageBytes / 1024 / 1024} MB each`}
          accept={imageTypes}
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
