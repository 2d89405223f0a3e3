import { violations } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

for (const { device, width } of [
  { device: 'desktop', width: 1280 },
  { device: 'phone', width: 390 },
])
  test(`a host on a ${device} chooses a city, moves the pin, and saves address, notes and extras`, async ({
    page,
    signedUp,
    clients,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await signedUp('pina')
    await page.goto('/create-listing')
    const form = page.getByRole('form', { name: 'Create a listing' })
    await form.getByLabel('Title').fill(`Canal room ${device}`)
    await form.getByLabel('Description').fill('A room by the canal.')
    await form.getByLabel('Space type').selectOption('studio')
    await form.getByLabel('Capacity').fill('8')
    await form.getByLabel('Amenities', { exact: true }).fill('Wi-Fi')
    await form.getByRole('textbox', { name: 'Price per hour' }).fill('40')

    await form.getByLabel('Location').fill('Amsterdam')
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
    expect(await violations(page)).toEqual([])
    await form.getByLabel('Price (EUR)').fill('12.50')
    await form.getByRole('button', { name: 'Create Listing' }).click()
    await expect(page).toHaveURL('/my-listings')
    const steps = page.getByRole('region', { name: `Canal room ${device} is listed` })
    await expect(steps).toContainText('1 of 5 done')
    expect(await violations(page)).toEqual([])
    await steps.getByRole('link', { name: 'Add at least 3 photos' }).click()
    await expect(page.getByRole('group', { name: 'Photos' })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Next steps' })).toContainText('1 of 5 done')

    const { data } = await clients.server
      .from('spaces')
      .select(
        'house_rules, latitude, space_addresses(street_address), space_arrival_notes(notes), space_extras(name, price)',
      )
      .eq('title', `Canal room ${device}`)
      .order('created_at', { ascending: false })
      .limit(1)
      .single()
    expect(data).toMatchObject({
      house_rules: 'No shoes.',
      space_addresses: { street_address: 'Prinsengracht 1' },
      space_arrival_notes: { notes: 'Ring twice.' },
      space_extras: [{ name: 'Projector', price: 12.5 }],
    })
    expect(data?.latitude).toBeGreaterThan(52)
  })

test.describe('failed details', () => {
  test.use({ expectedConsoleErrors: /status of 500/ })

  test('a listing whose address could not be saved is kept, and its address can be saved without creating a second listing', async ({
    page,
    signedUp,
  }) => {
    await signedUp('rita')
    await page.goto('/create-listing')
    const form = page.getByRole('form', { name: 'Create a listing' })
    await form.getByLabel('Title').fill('Retry room')
    await form.getByLabel('Description').fill('A room.')
    await form.getByLabel('Space type').selectOption('studio')
    await form.getByLabel('Capacity').fill('8')
    await form.getByLabel('Amenities', { exact: true }).fill('Wi-Fi')
    await form.getByRole('textbox', { name: 'Price per hour' }).fill('40')
    await form.getByLabel('Location').fill('Lisbon')
    await form.getByLabel('Street address').fill('Rua Augusta 1')
    await expect(form.getByText(/^Time zone: Lisbon time/)).toBeVisible()

    await page.route('**/rest/v1/space_addresses*', (route) =>
      route.fulfill({ status: 500, json: { message: 'Out of order' } }),
    )
    await form.getByRole('button', { name: 'Create Listing' }).click()
    await expect(form.getByText('Your space is listed, but its address')).toBeVisible()
    await page.unroute('**/rest/v1/space_addresses*')
    await form.getByRole('button', { name: 'Save details' }).click()
    await expect(page).toHaveURL('/my-listings')
    await expect(page.getByRole('link', { name: 'Retry room', exact: true })).toHaveCount(1)
  })
})
