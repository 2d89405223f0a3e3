import { expect, test } from 'vitest'
import { starsOf } from './rating.tsx'

test.each([
  [0, 0],
  [2.4, 2],
  [3.5, 3.5],
  [4.49, 4],
  [4.9, 4.5],
  [5, 5],
  [7, 5],
  [-1, 0],
])('a rating of %f is shown as %f stars', (rating, stars) => {
  expect(starsOf(rating)).toBe(stars)
})
