import type { Page } from '@playwright/test'
import { accountLinkIn, mailTo } from '../../support/mails.ts'
import { chooseFromMenu, createVerifiedUser, newAddress, signIn } from '../../support/accounts.ts'
import { violations } from '../../support/axe.ts'
import { plainPicture } from '../../support/pictures.ts'
import { idOf } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

test.describe('unsaved listings', () => {
  // Ignores the console errors for a deleted photo that the browser requests again, and for a failed
  // check of a photo.
  test.use({ expectedConsoleErrors: /status of (40[04]|503).*\/storage\/v1\// })

  test('leaving an unsaved listing asks for confirmation and keeps the text and the photos', async ({
    page,
    signedUp,
    clients,
  }) => {
    await signedUp('lena')
    await page.goto('/create-listing')
    const form = page.getByRole('form', { name: 'Create a listing' })

    await test.step('Missing fields are marked and the first one gets focus', async () => {
      await form.getByRole('button', { name: 'Create Listing' }).click()
      await expect(form.getByLabel('Title')).toBeFocused()
      await expect(form.getByLabel('Title')).toHaveAccessibleDescription(/\w+ .*title/i)
      await expect(form.getByLabel('Location')).toHaveAttribute('aria-invalid', 'true')
      expect(await violations(page, 'main')).toEqual([])
    })

    await test.step('The price error disappears while typing, without a layout shift', async () => {
      const price = form.getByRole('textbox', { name: 'Price per hour' })
      await expect(price).toHaveAttribute('aria-invalid', 'true')
      await price.pressSequentially('4')
      await expect(price).not.toHaveAttribute('aria-invalid', 'true')
      await price.clear()
    })

    await test.step('The currency follows the country until the host selects a currency', async () => {
      const currency = form.getByLabel('Currency')
      await form.getByLabel('Country').fill('Japan')
      await expect(currency).toHaveValue('JPY')
      await form.getByLabel('Country').fill('France')
      await expect(currency).toHaveValue('EUR')
      await currency.selectOption('GBP')
      await form.getByLabel('Country').fill('Japan')
      await expect(currency).toHaveValue('GBP')
    })

    await test.step('The form asks for the time zone only if the city and country do not determine it', async () => {
      const zone = form.getByLabel('Time zone', { exact: true })
      await form.getByLabel('Country').fill('United States')
      await form.getByLabel('Location').fill('Springfield')
      await form.getByLabel('Location').blur()
      await expect(zone).toHaveValue('')
      await form.getByLabel('Location').fill('Chicago')
      await form.getByLabel('Location').blur()
      await expect(form.getByText('Time zone: Chicago time')).toBeVisible()
      await expect(zone).toBeHidden()
      await form.getByRole('button', { name: 'Change the time zone' }).click()
      await expect(zone).toBeFocused()
      await expect(zone).toHaveValue('America/Chicago')
    })

    await form.getByLabel('Title').fill('Half a loft')
    async function addPhoto() {
      const chooser = page.waitForEvent('filechooser')
      await form.getByRole('button', { name: 'Add photos Up to 5 photos' }).click()
      const uploaded = page.waitForResponse(
        (response) => response.url().includes('/object/spaces/') && response.ok(),
      )
      await (await chooser).setFiles([await plainPicture()])
      return (await uploaded).url().replace('/object/', '/object/public/')
    }
    const photo = await addPhoto()
    await form.getByRole('textbox', { name: 'Caption of photo 1' }).fill('The desk')

    const wayOut = page.getByRole('banner').getByRole('link', { name: 'Explore Spaces' })
    const question = page.getByRole('alertdialog', { name: 'Leave this listing?' })
    await wayOut.click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(form.getByLabel('Title')).toHaveValue('Half a loft')
    await expect(wayOut).toBeFocused()

    await wayOut.click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/explore')

    await chooseFromMenu(page, 'List A Space')
    await expect(form.getByLabel('Title')).toHaveValue('Half a loft')
    await expect(form.getByRole('textbox', { name: 'Caption of photo 1' })).toHaveValue('The desk')
    await expect(form.getByText('We kept your draft')).toBeVisible()

    const unfinished = page
      .getByRole('status')
      .filter({ hasText: 'You have an unfinished listing' })
    await test.step('"Cancel" and "Back to listings" open My Listings, which links back to the draft', async () => {
      await page.getByRole('link', { name: 'Back to listings' }).click()
      await question.getByRole('button', { name: 'Leave' }).click()
      await expect(page).toHaveURL('/my-listings')
      await expect(unfinished).toContainText('“Half a loft”')
      await unfinished.getByRole('link', { name: /^Continue/ }).click()
      await expect(form.getByLabel('Title')).toHaveValue('Half a loft')
      await form.getByRole('button', { name: 'Cancel' }).click()
      await question.getByRole('button', { name: 'Leave' }).click()
      await expect(page).toHaveURL('/my-listings')
    })

    await test.step('A photo that is no longer stored is removed from the draft, but a photo that could not be checked is kept', async () => {
      await chooseFromMenu(page, 'List A Space')
      const [, path = ''] = (await addPhoto()).split('/spaces/')
      await expect(form.getByRole('listitem', { name: 'Photo 2' })).toBeVisible()
      const { error } = await clients.server.storage.from('spaces').remove([path])
      expect(error).toBeNull()
      await page.route(photo, (route) =>
        route.request().method() === 'HEAD' ? route.fulfill({ status: 503 }) : route.fallback(),
      )
      await page.reload()
      // The form checks photo 1 before photo 2. When photo 2 is gone, the check of photo 1 has
      // failed.
      await expect(form.getByText('Photos of a draft are stored for a day.')).toBeVisible()
      await expect(form.getByRole('listitem', { name: 'Photo 2' })).toBeHidden()
      await expect(form.getByRole('textbox', { name: 'Caption of photo 1' })).toHaveValue(
        'The desk',
      )
      await page.unroute(photo)
    })

    await test.step('"Discard draft" permanently empties the form and deletes the photos', async () => {
      await form.getByRole('button', { name: 'Discard draft' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
      await expect(form.getByLabel('Title')).toHaveValue('')
      await expect.poll(async () => (await page.request.get(photo)).ok()).toBe(false)
      await page.reload()
      await expect(form.getByLabel('Title')).toHaveValue('')
      await expect(form.getByText('We kept your draft')).toBeHidden()
      await page.getByRole('link', { name: 'Back to listings' }).click()
      await expect(page.getByText('No Listings Yet')).toBeVisible()
      await expect(unfinished).toBeHidden()
    })
  })
})

test('the photo field accepts up to five photos even during an upload, reorders them by dragging or with a button, and keeps the focus', async ({
  page,
  signedUp,
}) => {
  await signedUp('lou')
  await page.goto('/create-listing')
  const photos = page.getByRole('group', { name: 'Photos' })
  const add = photos.getByRole('button', { name: 'Add photos' })
  const pictures = photos.getByRole('listitem').locator('img')
  const order = () => pictures.evaluateAll((all) => all.map((each) => each.getAttribute('src')))
  const picture = await plainPicture()
  const bytes = picture.buffer.toString('base64')
  const drop = (...batches: number[]) =>
    add.evaluate(
      (target, { encoded, counts }) => {
        const content = Uint8Array.from(atob(encoded), (each) => each.charCodeAt(0))
        for (const count of counts) {
          const dataTransfer = new DataTransfer()
          for (let index = 0; index < count; index += 1)
            dataTransfer.items.add(new File([content], `${index}.jpg`, { type: 'image/jpeg' }))
          const event = { bubbles: true, cancelable: true, dataTransfer }
          target.dispatchEvent(new DragEvent('drop', event))
        }
      },
      { encoded: bytes, counts: batches },
    )

  await drop(2, 1)
  await expect(pictures).toHaveCount(3)
  const [first, second, third] = await order()
  await pictures.nth(2).dragTo(pictures.nth(0))
  await expect.poll(order).toEqual([third, first, second])
  await photos.getByRole('button', { name: 'Move photo 1 back' }).press('Enter')
  await expect.poll(order).toEqual([first, third, second])

  await drop(1)
  await expect(pictures).toHaveCount(4)
  const chooser = page.waitForEvent('filechooser')
  await add.press('Enter')
  await (await chooser).setFiles([picture, picture])
  await expect(photos.getByRole('alert')).toContainText('A listing can have at most 5 photos')
  await expect(pictures).toHaveCount(5)
  await expect(add).toBeHidden()
  await expect(photos).toBeFocused()
})

test('two tabs with the same unfinished listing create two listings', async ({
  page,
  context,
  signedUp,
  clients,
}) => {
  const email = await signedUp('tilda')
  await page.goto('/about')
  await page.evaluate(
    (userId) =>
      localStorage.setItem(
        'hourspace-listing-draft',
        JSON.stringify({
          userId,
          savedAt: Date.now(),
          pictures: [],
          draft: {
            title: 'Studio',
            description: 'Round, with a view.',
            type: 'studio',
            capacity: '4',
            price: '40',
            currency: 'USD',
            location: 'Tampa',
            country: 'United States',
            time_zone: 'America/New_York',
            cancellation_policy: 'flexible',
            amenities: 'Wi-Fi',
          },
        }),
      ),
    await idOf(clients, email),
  )
  const tabs = [page, await context.newPage()]
  const title = (tab: Page) =>
    tab.getByRole('form', { name: 'Create a listing' }).getByLabel('Title')
  // The first tab saves the draft before the second tab opens it.
  for (const tab of tabs) {
    await tab.goto('/create-listing')
    await expect(title(tab)).toHaveValue('Studio')
    await title(tab).fill('A studio')
    await title(tab).fill('Studio')
  }
  for (const [index, tab] of tabs.entries()) {
    await title(tab).fill(`Studio ${index}`)
    await tab.getByRole('button', { name: 'Create Listing' }).click()
    await expect(tab).toHaveURL('/my-listings')
  }
  const { data } = await clients.server
    .from('spaces')
    .select('title')
    .eq('user_id', await idOf(clients, email))
    .order('title')
  expect(data).toEqual([{ title: 'Studio 0' }, { title: 'Studio 1' }])
})

test('when another user signs in from a second tab, an unsaved listing is kept only for its author', async ({
  page,
  context,
  signedUp,
  clients,
}) => {
  const email = await signedUp('enno')
  const title = page.getByRole('form', { name: 'Create a listing' }).getByLabel('Title')
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await page.goto('/create-listing')
  await title.fill('Half a barn')
  const other = await context.newPage()
  await other.goto('/about')

  await chooseFromMenu(other, 'Sign Out')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('alertdialog')).toBeHidden()

  await signIn(page, email)
  await chooseFromMenu(page, 'List A Space')
  await expect(title).toHaveValue('Half a barn')

  const stranger = newAddress('stina')
  const { error } = await clients.visitor().auth.signInWithOtp({ email: stranger })
  expect(error).toBeNull()
  await other.goto(accountLinkIn(await mailTo(page, stranger)))
  await other.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(other.getByText(`Signed in as ${stranger}`)).toBeVisible()
  await expect(title).toHaveValue('')
})

test('the create-listing form requires a host without a name to enter one', async ({
  page,
  signedIn,
  signedUp,
  clients,
}) => {
  const form = page.getByRole('form', { name: 'Create a listing' })
  const name = form.getByLabel('Your name')
  await signedIn((await createVerifiedUser(clients, 'hugo')).email)
  await page.goto('/create-listing')
  await expect(name).toHaveAccessibleDescription('Guests see this name on your listing.')
  await name.fill('   ')
  await form.getByRole('button', { name: 'Create Listing' }).click()
  await expect(name).toHaveAccessibleDescription(/Please enter your name/)
  expect(await violations(page, 'main')).toEqual([])
  await name.fill('Hugo Brandt')
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')
  await page.reload()
  await expect(name).toHaveValue('Hugo Brandt')

  await signedUp('hilda')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Account of Hilda Tester' })).toBeVisible()
  await expect(form.getByLabel('Title')).toBeVisible()
  await expect(name).toBeHidden()
})
