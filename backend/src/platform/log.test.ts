import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'

afterEach(() => vi.restoreAllMocks())

test.each(['silent', 'error'] as const)(
  'the log passes errors to onError at log level %s, and writes them unless the level is silent',
  (level) => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const onError = vi.fn<(message: string, cause: unknown) => void>()
    const cause = new Error('broken')
    createLog(level, onError).error('a request failed', cause)
    expect(onError.mock.calls).toEqual([['a request failed', cause]])
    expect(written).toHaveBeenCalledTimes(level === 'silent' ? 0 : 1)
  },
)
