import type { UnansweredReview } from '#web/data/reviews.ts'
import { agoText } from '#web/lib/ago-text.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { FirstRows } from '#web/features/booking/first-rows.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Block } from './block.tsx'

/** Reviews that the host has not answered. Renders nothing if there are none. */
export function ReviewsToAnswer(props: { reviews: readonly UnansweredReview[]; now: Date }) {
  const { reviews, now } = props
  if (reviews.length === 0) return null
  return (
    <Block
      title="Reviews to answer"
      count={reviews.length}
      action={
        <TextLink to={paths.hostingReviews()} className="text-sm">
          All reviews
        </TextLink>
      }
    >
      <FirstRows rows={reviews} name="reviews to answer" rowClassName="gap-y-3 sm:items-center">
        {(review) => {
          const guest = review.guest_name ?? 'A guest'
          return (
            <>
              <Avatar name={guest} src={review.guest_avatar_url} side={40} className="size-10" />
              <div className="min-w-0 grow basis-56">
                <p className="flex flex-wrap items-center gap-x-2 font-semibold">
                  <span className="wrap-anywhere">{guest}</span> <Rating value={review.rating} />
                </p>
                {review.comment && <p className="line-clamp-2 wrap-anywhere">{review.comment}</p>}
                <p className="text-sm text-ink-soft wrap-anywhere">
                  {review.space_title}&nbsp;·{' '}
                  <span className="inline-block">
                    {agoText(new Date(review.published_at), now)}
                  </span>
                </p>
              </div>
              <LinkButton
                to={paths.review(review.booking_id)}
                size="small"
                variant="secondary"
                className="min-[22.5rem]:max-sm:ml-14"
              >
                Answer<span className="sr-only"> the review by {guest}</span>
              </LinkButton>
            </>
          )
        }}
      </FirstRows>
    </Block>
  )
}
