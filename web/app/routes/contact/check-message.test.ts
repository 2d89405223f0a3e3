import { expect, test } from 'vitest'
import { checkMessage, readMessage } from './check-message.ts'

const good = { name: 'Nora', email: 'nora@example.com', subject: 'billing', message: 'Hello' }

test('a message with everything in it may go', () => {
  expect(checkMessage(good)).toEqual({})
})

test('everything that is missing is named at once', () => {
  expect(checkMessage(readMessage(new FormData()))).toEqual({
    name: 'Please enter your name',
    email: 'Please enter your email',
    subject: 'Please choose a subject',
    message: 'Please write a message',
  })
})

test.each(['nora', 'nora@', '@example.com', 'nora@example', 'a b@example.com'])(
  '%s is no address',
  (email) => {
    expect(checkMessage({ ...good, email })).toEqual({
      email: 'Please enter a valid email address',
    })
  },
)
