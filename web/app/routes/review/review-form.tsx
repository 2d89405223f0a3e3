import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { maximumImageBytes } from '@hourspace/domain/listing.ts'
import {
  longestReview,
  mostReviewPhotos,
  type ReviewAspect,
  reviewAspects,
  type ReviewState,
  saveReview,
} from '#web/data/reviews.ts'
import { PhotosField } from '#web/features/listing/photos-field.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { useDraft } from '#web/lib/use-draft.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
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
        {isGuest && (
          <PhotosField
            kept={kept}
            onKept={setKept}
            files={files}
            onFiles={setFiles}
            most={mostReviewPhotos}
            hint={`Up to ${mostReviewPhotos}, ${maximumImageBytes / 1024 / 1024} MB each`}
          />
        )}
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
