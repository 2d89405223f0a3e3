import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { describe, expect, test } from 'vitest'
import { errorText, isUnreachable, messageOf } from './errors.ts'

describe('messageOf', () => {
  test.each([
    [new Error('Invalid login credentials'), 'Invalid login credentials'],
    [
      { code: '23514', message: 'Please enter a capacity of at least 1' },
      'Please enter a capacity of at least 1',
    ],
    ['plain text', 'plain text'],
    [new ErrorResponse(404, 'Not Found', 'Space not found'), 'Space not found'],
    [new Error(''), 'An error occurred'],
    [{ message: 42 }, 'An error occurred'],
    [{ message: 'TypeError: Failed to fetch' }, 'An error occurred'],
    [new Error('Failed to send a request to the Edge Function'), 'An error occurred'],
    [
      new TypeError('Failed to fetch dynamically imported module: http://localhost/a.js'),
      'An error occurred',
    ],
    [
      new TypeError('error loading dynamically imported module: http://localhost/a.js'),
      'An error occurred',
    ],
    [new TypeError('Importing a module script failed.'), 'An error occurred'],
    [new Error('Failed to fetch bookings'), 'Failed to fetch bookings'],
    [undefined, 'An error occurred'],
    [null, 'An error occurred'],
  ])('messageOf(%o) returns %j when the fallback is "An error occurred"', (error, message) => {
    expect(messageOf(error, 'An error occurred')).toBe(message)
  })
})

test.each([
  [new TypeError('Failed to fetch'), true],
  [{ message: 'TypeError: Failed to fetch', details: '', hint: '', code: '' }, true],
  [{ message: 'permission denied', code: '42501' }, false],
  [{ message: 42 }, false],
  ['Failed to fetch', false],
  [null, false],
])('isUnreachable(%o) returns %s', (error, expected) => {
  expect(isUnreachable(error)).toBe(expected)
})

describe('errorText', () => {
  test('the title of the error page is the text of the response that the loader threw', () => {
    const text = errorText(new ErrorResponse(404, 'Not Found', 'Space not found'))
    expect(text).toMatchObject({ status: 404, title: 'Space not found' })
    expect(text.description).toContain('My Bookings')
  })

  test.each(['Failed to fetch', 'Load failed', 'NetworkError when attempting to fetch resource.'])(
    'the error page reports the network error "%s" as No connection',
    (message) => {
      const text = errorText(new TypeError(message))
      expect(text).toMatchObject({ status: 0, title: 'No connection' })
    },
  )

  test('the error page shows a general text for an unexpected error', () => {
    expect(errorText(new Error('x'))).toEqual({
      status: 500,
      title: 'Something went wrong',
      description: "We're sorry, but something went wrong. Please try refreshing the page.",
    })
  })

  test.each([500, 502])('the error page hides the text of a %i response', (status) => {
    const text = errorText(new ErrorResponse(status, 'Error', 'upstream connect error'))
    expect(text).toMatchObject({ status, title: 'Something went wrong' })
  })

  test('the error page hides the message of an unexpected error', () => {
    const text = errorText(new TypeError('x is undefined'))
    expect(text).toMatchObject({ status: 500, title: 'Something went wrong' })
    expect(JSON.stringify(text)).not.toContain('x is undefined')
  })
})
