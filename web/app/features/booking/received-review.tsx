import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import {
  answerReview,
  longestReview,
  type ReviewAspect,
  reviewAspects,
  type WrittenReview,
} from '#web/data/reviews.ts'
import { messageOf } from '#web/lib/errors.ts'
import { formatDay } from '#web/lib/times.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PlainTextArea } from '#web/ui/plain-field.tsx'
import { Rating } from '#web/ui/rating.tsx'

/** The database masks contact data in reviews and answers. */
export const contactsAreHidden = 'Email addresses, phone numbers and links are hidden.'

type ReviewTextProps = {
  title: string
  review: WrittenReview
  timeZone: string
  children?: ReactNode
}

export function ReviewText({ title, review, timeZone, children }: ReviewTextProps) {
  const headingId = useId()
  const aspects = (Object.keys(reviewAspects) as ReviewAspect[]).filter((aspect) => review[aspect])
  return (
    <section aria-labelledby={headingId}>
      <Card className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id={headingId} className="text-xl">
            {title}
          </h2>
          <span className="flex items-center gap-3 text-sm text-ink-faint">
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
          <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
            {aspects.map((aspect) => (
              <div key={aspect} className="flex items-center justify-between gap-4 text-sm">
                <dt className="text-ink-soft">{reviewAspects[aspect]}</dt>
                <dd>
                  <Rating value={review[aspect] ?? 0} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {review.photos && review.photos.length > 0 && (
          <ul aria-label="Photos" className="flex flex-wrap gap-2">
            {review.photos.map((url, index) => (
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
        )}
        {children}
      </Card>
    </section>
  )
}

export function AnswerForm(props: { review: WrittenReview; onSaved: () => Promise<void> }) {
  const { review, onSaved } = props
  const [answer, setAnswer] = useState(review.answer ?? '')
  const [saved, setSaved] = useState(review.answer)
  // Shows the saved answer, because the database masks contact data in it.
  if (review.answer !== saved) {
    setSaved(review.answer)
    setAnswer(review.answer ?? '')
  }
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => answerReview(review.id, answer),
    onSuccess: onSaved,
  })
  const isSame = answer.trim() === (review.answer ?? '')
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isSame && !isPending) mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 border-t border-line pt-4">
      <PlainTextArea
        label="Your public answer"
        isOptional
        name="answer"
        value={answer}
        onValue={setAnswer}
        maxLength={longestReview}
        rows={3}
        description={`Shown under the review on the page of your space. ${contactsAreHidden} An empty answer removes it.`}
      />
      {error && <Banner tone="error">{messageOf(error, 'The answer could not be saved')}</Banner>}
      <Button
        type="submit"
        variant="secondary"
        size="small"
        className="self-start"
        isDisabled={isSame}
        isPending={isPending}
        pendingText="Publishing..."
      >
        {review.answer ? 'Change answer' : 'Publish answer'}
      </Button>
    </form>
  )
}
