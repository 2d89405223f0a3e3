import { phone, violations } from '../../support/axe.ts'
import { launchOptions } from '../../support/browser.ts'
import { plainPicture } from '../../support/pictures.ts'
import { expect, test } from '../../support/test.ts'

// Ignores the console errors for the lost response, for its retry and for the address that
// the server refuses to save at first.
test.use({
  viewport: phone,
  launchOptions: launchOptions({ webGL: true }),
  expectedConsoleErrors: /status of (409|500)|ERR_FAILED/,
})

test('on a phone, a host can list a space with a city, a moved pin, notes and extras, and save the address again after a failure', async ({
  page,
  signedUp,
  clients,
}) => {
  const title = `Canal room ${process.pid}-${Date.now()}`
  const corrected = `Bright ${title}`
  await signedUp('pina')
  await page.goto('/create-listing')
  const form = page.getByRole('form', { name: 'Create a listing' })
  const chooser = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: 'Add photos' }).click()
  await (await chooser).setFiles([await plainPicture()])
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Description').fill('A room by the canal.')
  await form.getByLabel('Space type').selectOption('studio')
  await form.getByLabel('Capacity').fill('8')
  await form.getByLabel('Amenities', { exact: true }).fill('Wi-Fi')
  await form.getByRole('textbox', { name: 'Price per hour' }).fill('40')

  await form.getByLabel('Location').fill('Amsterdam')
  await form.getByLabel('Location').press('Tab')
  await expect(form.getByLabel('Country')).toHaveValue('Netherlands')
  // Typing replaces the filled-in country instead of appending to it.
  await page.keyboard.type('Netherlands')
  await form.getByLabel('Street address').fill('Prinsengracht 1')
  await expect(form.getByLabel('Country')).toHaveValue('Netherlands')
  await expect(form.getByText(/^Time zone: Amsterdam time/)).toBeVisible()
  await expect(form.getByLabel('Currency')).toHaveValue('EUR')

  const pin = form.getByRole('button', { name: 'Pin of your space' })
  await expect(pin).toHaveAccessibleDescription(/52\.\d+, 4\.\d+/)
  const before = await form.locator('#pin-point').textContent()
  await pin.press('Shift+ArrowUp')
  await expect(form.locator('#pin-point')).not.toHaveText(before ?? '')

  await form.getByText('Details guests ask for').click()
  await form.getByLabel('House rules').fill('No shoes.')
  await form.getByLabel('Arrival notes').fill('Ring twice.')
  await form.getByRole('button', { name: 'Add an extra' }).click()
  await form.getByLabel('Name').fill('Projector')
  await form.getByRole('button', { name: 'Create Listing' }).click()
  await expect(form.getByLabel('Price (EUR)')).toHaveAccessibleDescription(/price/i)
  expect(await violations(page, 'main')).toEqual([])
  await form.getByLabel('Price (EUR)').fill('12.50')

  await test.step('After a lost response, the next save updates the same listing', async () => {
    await page.route('**/rest/v1/spaces*', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await form.getByRole('button', { name: 'Create Listing' }).click()
    await expect(form.getByText('Failed to create listing')).toBeVisible()
    await page.unroute('**/rest/v1/spaces*')
    await form.getByLabel('Capacity').fill('9')
  })

  await test.step('A listing whose address could not be saved is kept', async () => {
    await page.route('**/rest/v1/space_addresses*', (route) =>
      route.fulfill({ status: 500, json: { message: 'Out of order' } }),
    )
    await form.getByRole('button', { name: 'Create Listing' }).click()
    await expect(form.getByText('Your space is listed, but its address')).toBeVisible()
    await form.getByLabel('Capacity').fill('10')
    await form.getByRole('button', { name: 'Save details' }).click()
    const capacity = async () => {
      const { data } = await clients.server.from('spaces').select('capacity').eq('title', title)
      return data
    }
    await expect.poll(capacity).toEqual([{ capacity: 10 }])
    await page.unroute('**/rest/v1/space_addresses*')
  })

  await test.step('After a reload, the draft of the kept listing still has its address', async () => {
    await page.reload()
    await expect(form.getByLabel('Street address')).toHaveValue('Prinsengracht 1')
  })

  await test.step('A removed photo stays stored until the listing is saved, and edits are saved too', async () => {
    const checked = page.waitForResponse((answer) => answer.url().includes('/spaces?select=id'))
    await form.getByRole('button', { name: 'Remove photo 1' }).click()
    await checked
    const { data } = await clients.server.from('spaces').select('images').eq('title', title)
    expect((await page.request.get(data![0]!.images[0]!)).ok()).toBe(true)
    await form.getByLabel('Title').fill(corrected)
    await form.getByRole('button', { name: 'Create Listing' }).click()
    await expect(page).toHaveURL('/my-listings')
    await expect(page.getByRole('link', { name: corrected, exact: true })).toHaveCount(1)
    await expect(page.getByRole('link', { name: title, exact: true })).toBeHidden()
  })

  await test.step('My Listings shows the next steps of the new listing', async () => {
    const steps = page.getByRole('region', { name: `${corrected} is listed` })
    await expect(steps).toContainText('4 of 7 done')
    expect(await violations(page, 'main section')).toEqual([])
    await steps.getByRole('link', { name: 'Add at least 3 photos' }).click()
    await expect(page.getByRole('group', { name: 'Photos' })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Next steps' })).toContainText('4 of 7 done')
  })

  const { data } = await clients.server
    .from('spaces')
    .select(
      'capacity, images, house_rules, latitude, space_addresses(street_address), space_arrival_notes(notes), space_extras(name, price)',
    )
    .eq('title', corrected)
    .single()
    .throwOnError()
  expect(data).toMatchObject({
    capacity: 10,
    images: [],
    house_rules: 'No shoes.',
    space_addresses: { street_address: 'Prinsengracht 1' },
    space_arrival_notes: { notes: 'Ring twice.' },
    space_extras: [{ name: 'Projector', price: 12.5 }],
  })
  expect(data.latitude).toBeGreaterThan(52)
})
