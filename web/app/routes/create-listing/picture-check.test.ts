import { expect, test } from 'vitest'
import { pictureProblem } from './picture-check.ts'

test('pictures of the accepted types and sizes pass', () => {
  expect(pictureProblem({ name: 'loft.jpg', type: 'image/jpeg', size: 8_000_000 })).toBeNull()
})

test('other files and files that are too large are named', () => {
  expect(pictureProblem({ name: 'plan.pdf', type: 'application/pdf', size: 10 })).toContain(
    'plan.pdf is not a picture',
  )
  expect(pictureProblem({ name: 'huge.png', type: 'image/png', size: 50 * 1024 * 1024 })).toBe(
    'huge.png is larger than 20 MB.',
  )
})
