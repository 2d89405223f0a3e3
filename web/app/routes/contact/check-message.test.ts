import { expect, test } from 'vitest'
import { checkMessage, readMessage } from './check-message.ts'

const good = { name: 'Nora', email: 'nora@example.com', subject: 'billing', message: 'Hello' }

test('a complete contact message has no errors', () => {
  expect(checkMessage(good)).toEqual({})
})

test('an empty contact message reports every required field', () => {
  expect(checkMessage(readMessage(new FormData()))).toEqual({
    name: 'Please enter your name',
    email: 'Please enter your email',
    subject: 'Please choose a subject',
    message: 'Please write a message',
  })
})

test.each(['nora', 'nora@', '@example.com', 'nora@example', 'a b@example.com'])(
  'the contact form refuses %s as an email',
  (email) => {
    expect(checkMessage({ ...good, email })).toEqual({
      email: 'Please enter a valid email address',
    })
  },
)
