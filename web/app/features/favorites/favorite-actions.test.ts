import { beforeEach, expect, test, vi } from 'vitest'
import { ownFavoriteLists, saveFavorite } from '#web/data/favorites.ts'
import { queryClient } from '#web/data/query-client.ts'
import { changeFavorite } from './favorite-actions.ts'

vi.mock('#web/data/browser-client.ts', () => ({ browserClient: async () => ({}) }))
vi.mock('#web/data/favorites.ts', async (original) => ({
  ...(await original<object>()),
  saveFavorite: vi.fn<typeof saveFavorite>(),
}))

const userId = 'maya'
const { queryKey } = ownFavoriteLists(userId)
const favorites = (...space_ids: string[]) => [
  { id: '1', name: 'Favorites', share_key: null, space_ids, unlisted: 0 },
]

/**
 * Returns `save`, which saves a favorite, and `next`, which returns the oldest pending request for
 * the test to settle.
 */
function start() {
  const client = queryClient()
  const answers: Array<PromiseWithResolvers<string>> = []
  vi.mocked(saveFavorite).mockImplementation(() => {
    const answer = Promise.withResolvers<string>()
    answers.push(answer)
    return answer.promise
  })
  const save = (spaceId: string) =>
    changeFavorite(client, { userId, spaceId, action: 'save', onChangeList: () => {} })
  const next = async () => {
    await expect.poll(() => answers.length).toBeGreaterThan(0)
    return answers.shift()!
  }
  return { client, save, next }
}

beforeEach(() => vi.resetAllMocks())

test('a favorite that fails to save is removed from the cache, and a later change stays', async () => {
  const { client, save, next } = start()
  client.setQueryData(queryKey, favorites('old'))
  const changes = [save('loft'), save('studio')]
  ;(await next()).reject(new Error('Out of order'))
  const second = await next()
  expect(client.getQueryData(queryKey)).toEqual(favorites('studio', 'old'))
  second.resolve('1')
  await Promise.all(changes)
})

test('a favorite that fails to save leaves no lists in the cache if none were loaded', async () => {
  const { client, save, next } = start()
  const change = save('loft')
  const answer = await next()
  expect(client.getQueryData(queryKey)).toMatchObject([{ space_ids: ['loft'] }])
  answer.reject(new Error('Out of order'))
  await change
  expect(client.getQueryData(queryKey)).toBeUndefined()
})

test('favorites are loaded again only after the last of several changes is saved', async () => {
  const { client, save, next } = start()
  client.setQueryData(queryKey, favorites())
  const reload = vi.spyOn(client, 'invalidateQueries').mockResolvedValue()
  const changes = [save('loft'), save('studio')]
  ;(await next()).resolve('1')
  const second = await next()
  expect(reload).not.toHaveBeenCalled()
  second.resolve('1')
  await Promise.all(changes)
  expect(reload).toHaveBeenCalledOnce()
})
