import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { describe, expect, test } from 'vitest'
import { errorText, messageOf } from './errors.ts'

describe('the message of a failure', () => {
  test.each([
    [new Error('Invalid login credentials'), 'Invalid login credentials'],
    [{ code: '23514', message: 'Capacity is at least 1' }, 'Capacity is at least 1'],
    ['plain text', 'plain text'],
    [new ErrorResponse(404, 'Not Found', 'Space not found'), 'Space not found'],
    [new Error(''), 'An error occurred'],
    [{ message: 42 }, 'An error occurred'],
    [{ message: 'TypeError: Failed to fetch' }, 'An error occurred'],
    [new Error('Failed to send a request to the Edge Function'), 'An error occurred'],
    [new Error('Failed to fetch bookings'), 'Failed to fetch bookings'],
    [undefined, 'An error occurred'],
    [null, 'An error occurred'],
  ])('%o', (error, message) => {
    expect(messageOf(error, 'An error occurred')).toBe(message)
  })
})

describe('the error screen', () => {
  test('says what a loader said', () => {
    const text = errorText(new ErrorResponse(404, 'Not Found', 'Space not found'))
    expect(text).toMatchObject({ status: 404, title: 'Space not found' })
  })

  test.each(['Failed to fetch', 'Load failed', 'NetworkError when attempting to fetch resource.'])(
    'a request without an answer is no crash: %s',
    (message) => {
      const text = errorText(new TypeError(message))
      expect(text).toMatchObject({ status: 0, title: 'No connection' })
    },
  )

  test('says of a crash what the product always says', () => {
    expect(errorText(new Error('x'))).toEqual({
      status: 500,
      title: 'Something went wrong',
      description: "We're sorry, but something went wrong. Please try refreshing the page.",
    })
  })

  test.each([500, 502])('keeps the words of a server’s %i to itself', (status) => {
    const text = errorText(new ErrorResponse(status, 'Error', 'upstream connect error'))
    expect(text).toMatchObject({ status, title: 'Something went wrong' })
  })

  test('keeps the words of an unexpected error to itself', () => {
    const text = errorText(new TypeError('x is undefined'))
    expect(text).toMatchObject({ status: 500, title: 'Something went wrong' })
    expect(JSON.stringify(text)).not.toContain('x is undefined')
  })
})
