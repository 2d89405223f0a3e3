import { PostgrestError } from '@supabase/postgrest-js'
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { expect, test } from 'vitest'
import { asError } from './expected.ts'

test.each([
  [
    { message: 'permission denied for table spaces', code: '42501' },
    '42501: permission denied for table spaces',
  ],
  [
    new PostgrestError({ message: 'No row', code: 'PGRST116', details: '', hint: '' }),
    'PGRST116: No row',
  ],
  [{ message: 'Failed to fetch spaces' }, 'Error: Failed to fetch spaces'],
  [new ErrorResponse(503, 'Service Unavailable', ''), 'Error: 503 Service Unavailable'],
  [new TypeError('x is not a function'), 'TypeError: x is not a function'],
])('asError converts %o to the error "%s"', (thrown, text) => {
  const error = asError(thrown)
  expect(error).toBeInstanceOf(Error)
  expect(String(error)).toBe(text)
})

test('asError returns a thrown value unchanged if it has no message', () => {
  expect(asError('a word')).toBe('a word')
  expect(asError({ reason: 1 })).toEqual({ reason: 1 })
})
