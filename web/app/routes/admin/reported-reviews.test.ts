import { expect, test, vi } from 'vitest'

const decideReview = vi.hoisted(() => vi.fn<() => Promise<void>>())
const showToast = vi.hoisted(() => vi.fn<() => void>())
vi.mock('#web/data/review-reports.ts', async (original) => ({
  ...(await original()),
  decideReview,
}))
vi.mock('#web/ui/toast.tsx', () => ({ showToast }))

const { restoreReview } = await import('./reported-reviews.tsx')

test('restoreReview shows a hidden review again with the reason "Undo of the last decision"', async () => {
  await restoreReview('r1')
  expect(decideReview).toHaveBeenLastCalledWith('r1', false, 'Undo of the last decision')
  expect(showToast).toHaveBeenLastCalledWith({ title: 'Review kept', tone: 'success' })
})

test('restoreReview shows an error toast if the review could not be restored', async () => {
  decideReview.mockRejectedValueOnce(new TypeError('fetch failed'))
  await restoreReview('r1')
  expect(showToast).toHaveBeenLastCalledWith(expect.objectContaining({ tone: 'error' }))
})
