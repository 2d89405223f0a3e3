import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef } from 'react'
import {
  answerReview,
  longestReview,
  type ReviewAspect,
  reviewAspects,
  type WrittenReview,
} from '#web/data/reviews.ts'
import { messageOf } from '#web/lib/errors.ts'
import { formatDay } from '#web/lib/times.ts'
import { useDraft } from '#web/lib/use-draft.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PlainTextArea } from '#web/ui/plain-field.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** The database masks contact data in reviews and answers. */
export const contactsAreHidden = 'Email addresses, phone numbers and links are hidden.'

type ShownReview = Omit<WrittenReview, 'published_at' | 'hidden_at'>

type ReviewTextProps = {
  title: string
  /** `note` is the text below the title. */
  note?: string
  review: ShownReview
  timeZone: string
  children?: ReactNode
}

export function ReviewText({ title, note, review, timeZone, children }: ReviewTextProps) {
  const headingId = useId()
  const aspects = (Object.keys(reviewAspects) as ReviewAspect[]).filter((aspect) => review[aspect])
  return (
    <section aria-labelledby={headingId}>
      <Card className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <h2 id={headingId} className="text-xl wrap-anywhere">
              {title}
            </h2>
            {note && <p className="text-sm wrap-anywhere text-ink-soft">{note}</p>}
          </div>
          <span className="flex flex-wrap items-center gap-x-3 text-sm text-ink-faint">
            <Rating value={review.rating} />
            <time dateTime={review.created_at}>
              {formatDay(new Date(review.created_at), timeZone)}
            </time>
          </span>
        </div>
        {review.comment && (
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{review.comment}</p>
        )}
        {aspects.length > 0 && (
          <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {aspects.map((aspect) => (
              <div key={aspect} className="flex gap-1.5">
                <dt className="text-ink-soft">{reviewAspects[aspect]}</dt>
                <dd className="font-semibold tabular-nums">
                  {review[aspect]}
                  <span className="font-normal text-ink-faint">/5</span>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {review.photos && <ReviewPhotos urls={review.photos} />}
        {children}
      </Card>
    </section>
  )
}

export function ReviewPhotos({ urls }: { urls: readonly string[] }) {
  if (urls.length === 0) return null
  return (
    <ul aria-label="Photos" className="flex flex-wrap gap-2">
      {urls.map((url, index) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            <img
              src={url}
              alt={`${index + 1} of the review`}
              width={96}
              height={96}
              loading="lazy"
              className="size-24 rounded-small object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The id of the text field of an answer. */
export const answerFieldId = (reviewId: string) => `answer-${reviewId}`

export function AnswerForm(props: {
  review: ShownReview
  /** `onSaved` reloads the review. */
  onSaved: () => Promise<void>
  /** Called after `onSaved`, unless the host has edited the answer again while it was saved. */
  onPublished?: () => void
  onCancel?: () => void
}) {
  const { review, onSaved, onPublished, onCancel } = props
  const { draft, write } = useDraft<string | null>(`hourspace-answer-draft:${review.id}`, null)
  const answer = draft ?? review.answer ?? ''
  const latest = useRef(answer)
  useEffect(() => {
    latest.current = answer
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (submitted: string) => answerReview(review.id, submitted),
    onSuccess: async (_data, submitted) => {
      const title = submitted.trim() ? 'Answer published' : 'Answer removed'
      showToast({ title, tone: 'success' })
      await onSaved()
      // Keeps what the host has typed while the answer was saving.
      if (latest.current !== submitted) return
      // Discards the draft, so that the form shows the saved answer with masked contact data.
      write(null)
      onPublished?.()
    },
  })
  const isSame = answer.trim() === (review.answer ?? '')
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isSame && !isPending) mutate(answer)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 border-t border-line pt-4">
      <PlainTextArea
        label="Your public answer"
        isOptional={Boolean(review.answer)}
        name="answer"
        id={answerFieldId(review.id)}
        value={answer}
        onValue={write}
        maxLength={longestReview}
        rows={3}
        description={`Shown under the review on the page of your space. ${contactsAreHidden}${review.answer ? ' An empty answer removes it.' : ''}`}
      />
      {error && <Banner tone="error">{messageOf(error, 'The answer could not be saved')}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="secondary"
          size="small"
          isDisabled={isSame}
          isPending={isPending}
          pendingText="Publishing..."
        >
          {review.answer ? 'Change answer' : 'Publish answer'}
        </Button>
        {onCancel && (
          <Button
            variant="quiet"
            size="small"
            onPress={() => {
              // Discards the changes to a published answer, but keeps the draft of a first answer.
              if (review.answer) write(null)
              onCancel()
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
