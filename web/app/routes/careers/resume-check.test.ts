import { expect, test } from 'vitest'
import { resumeProblem } from './resume-check.ts'

const file = (name: string, content: BlobPart) => new File([content], name)

test('PDF, DOCX and ODT files pass', async () => {
  expect(await resumeProblem(file('cv.pdf', '%PDF-1.7 …'))).toBeNull()
  expect(await resumeProblem(file('CV.DOCX', 'PK\u0003\u0004…'))).toBeNull()
  expect(await resumeProblem(file('cv.odt', 'PK\u0003\u0004…'))).toBeNull()
})

const choose = 'Please choose a PDF, Word (.docx) or OpenDocument (.odt) file of at most 5 MB.'

test('another kind is told what is taken', async () => {
  expect(await resumeProblem(file('cv.png', 'x'))).toBe(`cv.png is of another kind. ${choose}`)
  expect(await resumeProblem(file('cv', '%PDF-'))).toBe(`cv is of another kind. ${choose}`)
})

test('a file that is only called PDF is found out', async () => {
  expect(await resumeProblem(file('cv.pdf', '<html>'))).toBe(
    `cv.pdf is no PDF file inside. ${choose}`,
  )
})

test('empty and too large files are refused', async () => {
  expect(await resumeProblem(file('cv.pdf', ''))).toBe('cv.pdf is empty.')
  const large = new Uint8Array(5 * 1024 * 1024 + 1)
  expect(await resumeProblem(file('cv.pdf', large))).toBe('cv.pdf is larger than 5 MB.')
})
