import { listSpace } from '../support/market.ts'
import { chooseFromMenu } from '../support/accounts.ts'
import { plainPicture } from '../support/pictures.ts'
import { expect, test } from '../support/test.ts'

test('saving name and picture in the profile updates the header', async ({ page, signedUp }) => {
  const email = await signedUp('rosa')
  await page.goto('/about')
  await chooseFromMenu(page, 'Profile')
  const form = page.getByRole('form', { name: 'Profile' })
  await expect(form.getByLabel('Email')).toHaveValue(email)
  await expect(form.getByLabel('Email')).toHaveAttribute('readonly')
  await expect(form.getByText('JPG, PNG or GIF, max 5MB')).toBeVisible()

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
})

test('leaving the profile with unsaved changes asks for confirmation', async ({
  page,
  signedUp,
}) => {
  await signedUp('ines')
  await page.goto('/profile')
  await page.getByLabel('Full Name').fill('Ines')
  await page.getByRole('banner').getByRole('link', { name: 'Explore Spaces' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByLabel('Full Name')).toHaveValue('Ines')

  await page.getByRole('banner').getByRole('link', { name: 'Explore Spaces' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/explore')
})

test('unsaved profile changes do not prevent signing out in another tab', async ({
  page,
  context,
  signedUp,
}) => {
  await signedUp('odile')
  await page.goto('/profile')
  await page.getByLabel('Full Name').fill('Odile')
  const other = await context.newPage()
  await other.goto('/about')
  await chooseFromMenu(other, 'Sign Out')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test.describe('refused profile changes', () => {
  test.use({ expectedConsoleErrors: /status of 500.*\/rest\/v1\/profiles/ })

  test("a profile that fails to save shows 'Failed to update profile' and keeps the input", async ({
    page,
    signedIn,
    clients,
  }) => {
    const { hostEmail } = await listSpace(clients)
    await signedIn(hostEmail)
    await page.goto('/profile')
    await page.route(/\/rest\/v1\/profiles/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, body: '' })
        : route.continue(),
    )
    await page.getByLabel('Full Name').fill('Wanda')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Failed to update profile' }),
    ).toBeVisible()
    await expect(page.getByLabel('Full Name')).toHaveValue('Wanda')
  })
})
