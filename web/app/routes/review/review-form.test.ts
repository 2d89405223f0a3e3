import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { ReviewState, WrittenReview } from '#web/data/reviews.ts'
import { AnswerForm } from '#web/features/booking/received-review.tsx'
import { OwnReviewNotes } from './own-review-notes.tsx'
import { ReviewForm } from './review-form.tsx'

const onSaved = () => Promise.resolve()
const hidden = 'Email addresses, phone numbers and links are hidden.'

const render = (form: ReactElement) =>
  renderToStaticMarkup(
    createElement(
      MemoryRouter,
      null,
      createElement(QueryClientProvider, { client: new QueryClient() }, form),
    ),
  )

test.each(['guest', 'host'] as const)(
  'the review form of a %s says that contact data is hidden',
  (role) => {
    const state = { role, own: null, received: null } as ReviewState
    const props = { bookingId: 'b', state, other: 'Maya', deadline: 'Dec 5', onSaved }
    expect(render(createElement(ReviewForm, props))).toContain(hidden)
  },
)

test("the form for the host's public answer says that contact data is hidden", () => {
  const review = { id: 'r', answer: null } as WrittenReview
  expect(render(createElement(AnswerForm, { review, onSaved }))).toContain(hidden)
})

test('the author of a review sees the answer of the host, and whether an admin has hidden the review', () => {
  const review = { id: 'r', answer: 'We have a heater now.', hidden_at: null } as WrittenReview
  const shown = render(createElement(OwnReviewNotes, { review, host: 'Maya', bookingId: 'b' }))
  expect(shown).toContain('Maya answered')
  expect(shown).toContain('We have a heater now.')
  expect(shown).not.toContain('This review is hidden')
  const hiddenReview = { ...review, hidden_at: '2026-11-28T12:00:00Z' }
  const notes = render(
    createElement(OwnReviewNotes, { review: hiddenReview, host: 'Maya', bookingId: 'b' }),
  )
  expect(notes).toContain('This review is hidden')
  expect(notes).toContain('href="/contact?subject=support&amp;booking=b"')
})
