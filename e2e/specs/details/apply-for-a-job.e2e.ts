import { expect, test } from '../../support/test.ts'

// Ignores the console error for the first submission of the form, which fails on purpose.
test.use({ expectedConsoleErrors: /status of 503/ })

const resume = (bytes: number) => ({
  name: 'Ines Duarte.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes)]),
})

test('a job application is stored with its file, and the form keeps its input when a submission fails', async ({
  page,
  clients,
}) => {
  const email = `ines-${crypto.randomUUID()}@example.com`
  await page.goto('/careers')
  await page.getByRole('link', { name: 'Apply Now: Payments Engineer' }).press('Enter')
  await expect(page).toHaveURL(/\?position=payments-engineer$/)
  const form = page.getByRole('form', { name: 'Application: Payments Engineer' })
  const send = form.getByRole('button', { name: 'Send application' })

  await form.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await send.press('Enter')
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
    'Please enter your name',
  )
  await expect(form.getByText('Please attach your résumé')).toBeVisible()

  const file = form.locator('input[type=file]')
  await file.setInputFiles(resume(5 * 1024 * 1024))
  await expect(form.getByRole('alert')).toHaveText('Ines Duarte.pdf is larger than 5 MB.')
  await file.setInputFiles({ name: 'cv.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  const taken = 'Please choose a PDF, Word (.docx) or OpenDocument (.odt) file of at most 5 MB.'
  await expect(form.getByRole('alert')).toHaveText(`cv.png has the wrong file type. ${taken}`)
  await file.setInputFiles(resume(3 * 1024 * 1024))
  await expect(form.getByText('Ines Duarte.pdf', { exact: true })).toBeVisible()
  await form.getByRole('textbox', { name: 'Name' }).fill('Ines Duarte')
  await form.getByRole('textbox', { name: 'Cover letter' }).fill('I like rooms and round numbers.')

  const refused = '**/functions/v1/apply-for-job'
  await page.route(refused, (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 })
  await send.click()
  await expect(form.getByRole('alert')).toContainText('could not be sent')
  await expect(form.getByRole('textbox', { name: 'Cover letter' })).toHaveValue(/round numbers/)

  await send.click()
  await expect(page.getByRole('heading', { name: 'Thank you for your application' })).toBeFocused()

  const { data: kept } = await clients.server
    .from('job_applications')
    .select('position, name, phone, letter, status, resume_name, resume_path')
    .eq('email', email)
    .single()
    .throwOnError()
  expect(kept).toMatchObject({
    position: 'payments-engineer',
    name: 'Ines Duarte',
    phone: null,
    letter: 'I like rooms and round numbers.',
    status: 'received',
    resume_name: 'Ines Duarte.pdf',
  })
  const stored = await clients.server.storage.from('applications').download(kept.resume_path)
  expect(stored.data?.size).toBe(resume(3 * 1024 * 1024).buffer.length)
})

test('the page of a closed job opening links to the openings that are still open', async ({
  page,
}) => {
  await page.goto('/careers?position=lamplighter')
  await expect(page.getByText('That position is no longer open.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Apply Now/ })).toHaveCount(4)
})
