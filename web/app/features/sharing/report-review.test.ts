import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ReportReview } from './report-review.tsx'

test('visitors without a session see the button that reports a review', () => {
  const review = { id: 'r', author_name: 'Rhea F.' }
  expect(renderToStaticMarkup(createElement(ReportReview, { review }))).toContain(
    'Report the review by Rhea F.',
  )
})
