import { expect, test, vi } from 'vitest'
import { oncePerKey } from './once-per-key.ts'

test('two who ask at once get what is made once', async () => {
  const remember = oncePerKey<number>(2)
  const make = vi.fn<() => Promise<number>>(async () => 1)
  await Promise.all([remember('a', make), remember('a', make)])
  expect(make).toHaveBeenCalledTimes(1)
})

test('what was not asked for longest is forgotten', async () => {
  const remember = oncePerKey<string>(2)
  const make = vi.fn<() => Promise<string>>(async () => 'made')
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await remember(key, make)
  // a, b and c once each, and b again: it was the oldest when c came.
  expect(make).toHaveBeenCalledTimes(4)
})

test('a failure is not remembered', async () => {
  const remember = oncePerKey<string>(2)
  await expect(remember('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(remember('a', async () => 'yes')).resolves.toBe('yes')
})
