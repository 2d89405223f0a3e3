import { expect, test } from 'vitest'
import {
  type ApplicationDraft,
  applicationOf,
  emptyDraft,
  resumeProblem,
} from './application-draft.ts'

const resume = new File(['%PDF-'], 'cv.pdf')
const complete: ApplicationDraft = {
  name: ' Ines Duarte ',
  email: 'ines@example.com',
  phone: '',
  letter: 'I like rooms.',
  resume,
}

test('a complete job application is valid, and its texts are trimmed', () => {
  expect(applicationOf(complete, 'payments-engineer').application).toEqual({
    ...complete,
    position: 'payments-engineer',
    name: 'Ines Duarte',
  })
})

test('an empty job application reports an error for each required field, but not for the phone number', () => {
  expect(applicationOf(emptyDraft, 'x').errors).toEqual({
    name: 'Please enter your name',
    email: 'Please enter your email',
    letter: 'Please write a few lines about yourself',
    resume: 'Please attach your résumé',
  })
})

test('the job application form rejects invalid emails, invalid phone numbers and cover letters that are too long', () => {
  const wrong = { ...complete, email: 'ines', phone: 'call me', letter: 'x'.repeat(5001) }
  expect(applicationOf(wrong, 'x').errors).toEqual({
    email: 'Please enter a valid email address',
    phone: 'Please enter a valid phone number',
    letter: 'Please use at most 5,000 characters',
  })
})

const file = (name: string, content: BlobPart) => new File([content], name)

test('a résumé may be a PDF, DOCX or ODT file', async () => {
  expect(await resumeProblem(file('cv.pdf', '%PDF-1.7 …'))).toBeNull()
  expect(await resumeProblem(file('CV.DOCX', 'PK\u0003\u0004…'))).toBeNull()
  expect(await resumeProblem(file('cv.odt', 'PK\u0003\u0004…'))).toBeNull()
})

const choose = 'Please choose a PDF, Word (.docx) or OpenDocument (.odt) file of at most 5 MB.'

test('a résumé of another file type is refused with an error that lists the allowed types', async () => {
  expect(await resumeProblem(file('cv.png', 'x'))).toBe(`cv.png has the wrong file type. ${choose}`)
  expect(await resumeProblem(file('cv', '%PDF-'))).toBe(`cv has the wrong file type. ${choose}`)
})

test('a résumé named .pdf is refused if it does not contain the magic bytes of a PDF', async () => {
  expect(await resumeProblem(file('cv.pdf', '<html>'))).toBe(
    `cv.pdf is not a valid PDF file. ${choose}`,
  )
})

test('an empty résumé and a résumé over the size limit are refused', async () => {
  expect(await resumeProblem(file('cv.pdf', ''))).toBe('cv.pdf is empty.')
  const large = new Uint8Array(5 * 1024 * 1024 + 1)
  expect(await resumeProblem(file('cv.pdf', large))).toBe('cv.pdf is larger than 5 MB.')
})
