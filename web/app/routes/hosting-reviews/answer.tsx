import { useState } from 'react'
import type { ReceivedReview } from '#web/data/reviews.ts'
import { AnswerForm, answerFieldId } from '#web/features/booking/received-review.tsx'
import { ReportReview } from '#web/features/sharing/report-review.tsx'
import { useFocusWhenRendered } from '#web/lib/use-focus-when-rendered.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

/** The host's answer to a review with a button that opens its form. */
export function Answer(props: { review: ReceivedReview; onSaved: () => Promise<void> }) {
  const { review, onSaved } = props
  const [isOpen, setOpen] = useState(false)
  const focus = useFocusWhenRendered()
  const buttonId = `answer-button-${review.id}`

  if (isOpen)
    return (
      <AnswerForm
        review={review}
        onSaved={onSaved}
        onPublished={() => setOpen(false)}
        onCancel={() => {
          setOpen(false)
          focus(buttonId)
        }}
      />
    )
  return (
    <>
      {review.answer && (
        <p className="max-w-prose border-l-2 border-line pl-3 text-sm whitespace-pre-line wrap-anywhere text-ink-soft">
          <b className="block text-ink">Your answer</b>
          {review.answer}
        </p>
      )}
      <div className={cx('flex flex-wrap gap-x-2', review.answer && '-ml-3')}>
        <Button
          id={buttonId}
          variant={review.answer ? 'quiet' : 'secondary'}
          size="small"
          onPress={() => {
            setOpen(true)
            focus(answerFieldId(review.id))
          }}
        >
          {review.answer ? 'Change answer' : 'Answer'}
          <span className="sr-only"> to the review by {review.author_name}</span>
        </Button>
        <ReportReview review={review} />
      </div>
    </>
  )
}
