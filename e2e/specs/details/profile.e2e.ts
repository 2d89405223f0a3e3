import { chooseFromMenu } from '../../support/accounts.ts'
import { plainPicture } from '../../support/pictures.ts'
import { expect, test } from '../../support/test.ts'

test('saving a name and a picture in the profile updates the page header', async ({
  page,
  signedUp,
}) => {
  const email = await signedUp('rosa')
  await page.goto('/about')
  await chooseFromMenu(page, 'Profile')
  const form = page.getByRole('form', { name: 'Profile' })
  await expect(form.getByLabel('Email')).toHaveValue(email)
  await expect(form.getByLabel('Email')).toHaveAttribute('readonly')
  await expect(form.getByText('JPG, PNG or GIF, max 5MB')).toBeVisible()
  await expect(page.getByRole('link', { name: 'security settings' })).toHaveAttribute(
    'href',
    '/profile/security',
  )

  await test.step('A file that is not an image is refused with a reason', async () => {
    const chooser = page.waitForEvent('filechooser')
    await form.getByRole('button', { name: 'Upload picture' }).click()
    const impostor = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') }
    await (await chooser).setFiles(impostor)
    await expect(form.getByRole('alert')).toHaveText('me.png is not a JPG, PNG or GIF picture.')
  })

  await test.step('A picture is previewed before saving', async () => {
    const chooser = page.waitForEvent('filechooser')
    await form.getByRole('button', { name: 'Upload picture' }).click()
    const picture = await plainPicture()
    await (await chooser).setFiles({ ...picture, name: 'me.png' })
    await expect(form.locator('img')).toHaveAttribute('src', /^blob:/)
    await expect(form.getByRole('alert')).toBeHidden()
  })

  await form.getByLabel('Full Name').fill('Rosa Quint')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  const account = page.getByRole('button', { name: 'Account of Rosa Quint' })
  await expect(account).toBeVisible()
  await expect(account.locator('img')).toHaveAttribute('src', /\/profile-images\/[\w-]+-\d+\.jpg/)

  await test.step('The saved picture can be removed', async () => {
    await page.reload()
    await expect(form.getByLabel('Full Name')).toHaveValue('Rosa Quint')
    await form.getByRole('button', { name: 'Remove picture' }).click()
    await expect(form.getByRole('button', { name: 'Upload picture' })).toBeFocused()
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(account.locator('img')).toBeHidden()
  })

  await test.step('Text typed while a form is saving stays', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/rest\/v1\/(profiles|billing_details)/, async (route) => {
      if (route.request().method() === 'POST') await released
      await route.continue()
    })
    const name = form.getByLabel('Full Name')
    await name.fill('Rosa Quintana')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(form.getByRole('button', { name: 'Saving...' })).toBeVisible()
    await name.fill('Rosa Quintana Diaz')
    const invoices = page.getByRole('form', { name: 'Invoice details' })
    const company = invoices.getByLabel('Name or company')
    await company.fill('Quintana Ltd')
    const save = invoices.getByRole('button', { name: 'Save invoice details' })
    await save.click()
    await expect(save).toHaveAttribute('aria-busy', 'true')
    await company.fill('Quintana and Daughters Ltd')
    release()
    await expect(page.getByText('Your invoice details are saved')).toBeVisible()
    await expect(company).toHaveValue('Quintana and Daughters Ltd')
    await expect(page.getByRole('button', { name: 'Account of Rosa Quintana' })).toBeVisible()
    await expect(name).toHaveValue('Rosa Quintana Diaz')
  })
})

test.describe('unsaved profile changes', () => {
  test.use({ expectedConsoleErrors: /status of 500.*\/rest\/v1\/profiles/ })

  test('unsaved profile changes survive a failed save, require confirmation before the page is left, and do not prevent signing out in another tab', async ({
    page,
    context,
    signedUp,
  }) => {
    await signedUp('ines')
    await page.goto('/profile')
    const name = page.getByLabel('Full Name')

    await test.step("A failed save shows 'Failed to update profile' and keeps the input", async () => {
      await page.route(/\/rest\/v1\/profiles/, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 500, body: '' })
          : route.continue(),
      )
      await name.fill('Ines')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      const failure = page.getByRole('alert').filter({ hasText: 'Failed to update profile' })
      await expect(failure).toBeVisible()
      await expect(name).toHaveValue('Ines')
    })

    await test.step('Leaving asks for confirmation', async () => {
      const away = page.getByRole('banner').getByRole('link', { name: 'Explore Spaces' })
      await away.click()
      const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(question).toBeHidden()
      await expect(name).toHaveValue('Ines')
      await away.click()
      await question.getByRole('button', { name: 'Leave' }).click()
      await expect(page).toHaveURL('/explore')
    })

    await test.step('Signing out in another tab needs no confirmation', async () => {
      await chooseFromMenu(page, 'Profile')
      await name.fill('Odile')
      const other = await context.newPage()
      await other.goto('/about')
      await chooseFromMenu(other, 'Sign Out')
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
      await expect(page.getByRole('alertdialog')).toBeHidden()
    })
  })
})
