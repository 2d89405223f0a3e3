import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { bookingReview, type DecidableReview } from '#web/data/review-reports.ts'
import { Review } from './review.tsx'

test('the admin page of a booking shows the text and photos of the review and the answer of the host', () => {
  const client = new QueryClient()
  const review: DecidableReview = {
    id: 'r',
    rating: 2,
    comment: 'Cold and loud',
    photos: ['https://example.com/1.jpg', 'https://example.com/2.jpg'],
    answer: 'The heating is fixed',
    hidden_at: null,
  }
  client.setQueryData<DecidableReview | null>(bookingReview('admin', 'b').queryKey, review)
  const html = renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client },
      createElement(Review, { adminId: 'admin', bookingId: 'b' }),
    ),
  )
  expect(html).toContain('Cold and loud')
  expect(html.match(/<img [^>]*src="[^"]*"/g)).toHaveLength(2)
  expect(html).toContain('The heating is fixed')
})
