import { expect, test } from 'vitest'
import { applicationOf, emptyDraft, type ApplicationDraft } from './application-draft.ts'

const resume = new File(['%PDF-'], 'cv.pdf')
const complete: ApplicationDraft = {
  name: ' Ines Duarte ',
  email: 'ines@example.com',
  phone: '',
  letter: 'I like rooms.',
  resume,
}

test('a complete application is sent with its texts trimmed', () => {
  expect(applicationOf(complete, 'payments-engineer').application).toEqual({
    ...complete,
    position: 'payments-engineer',
    name: 'Ines Duarte',
  })
})

test('everything that is missing is said at once, the phone is not', () => {
  expect(applicationOf(emptyDraft, 'x').errors).toEqual({
    name: 'Please enter your name',
    email: 'Please enter your e-mail',
    letter: 'Please write a few lines about yourself',
    resume: 'Please attach your résumé',
  })
})

test('addresses, numbers and long letters that cannot be are refused', () => {
  const wrong = { ...complete, email: 'ines', phone: 'call me', letter: 'x'.repeat(5001) }
  expect(applicationOf(wrong, 'x').errors).toEqual({
    email: 'Please enter a valid e-mail address',
    phone: 'Please enter a valid phone number',
    letter: 'Please use at most 5,000 characters',
  })
})
