import { readFile } from 'node:fs/promises'
import { textOfPdf } from '@hourspace/supabase/functions/tests/pdf-text.ts'
import { dialogs, expectFits, phone } from '../../support/axe.ts'
import { dayInTokyo } from '../../support/booking.ts'
import { bookAndPay, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'
import { navigate } from '../../support/visits.ts'

test('guest and host see the payment of a booking, and an admin answers its dispute with evidence', async ({
  page,
  signedUp,
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients, { price: 4000 })
  const slot = { date: dayInTokyo(4), hour: 14, hours: 2 }
  const bookingId = await bookAndPay(clients, space, await signedUp('gus'), slot)
  await page.goto(`/bookings/${bookingId}`)
  const guestSteps = page.getByRole('region', { name: 'Payment timeline' })

  await test.step('The guest sees the payment and when the host is paid', async () => {
    await expect(guestSteps).toContainText('You paid ¥8,800')
    await expect(guestSteps).toContainText('The host is paid 24 hours after the end')
  })

  await test.step('The guest downloads the invoices', async () => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download invoices (PDF)' }).click()
    const text = textOfPdf(await readFile(await (await saved).path()))
    for (const part of ['Invoice', 'Rental of the space', '¥8,000', 'Platform fee', '¥800'])
      expect(text).toContain(part)
  })

  const host = await browserOf({ email: space.hostEmail })
  await test.step("The host sees the host's share and the requirements for its payout", async () => {
    await host.goto(`/bookings/${bookingId}`)
    const steps = host.getByRole('region', { name: 'Payout timeline' })
    await expect(steps).toContainText('The guest paid ¥8,800')
    await expect(steps).toContainText('¥7,200 held until 24 hours after the end')
    await navigate(host, '/hosting/earnings')
    await expect(host.getByRole('heading', { name: 'Get paid for your bookings' })).toBeVisible()
  })

  await test.step('The host adds a tax number, which is checked, and VAT to the invoices', async () => {
    await navigate(host, '/profile')
    const form = host.getByRole('form', { name: 'Invoice details' })
    await form.getByLabel('Name or company').fill('Quiet Rooms KK')
    await form.getByLabel('Country').selectOption('JP')
    await form.getByLabel('Invoice registration number').fill('123')
    await form.getByLabel('VAT included').fill('10')
    await form.getByRole('button', { name: 'Save invoice details' }).click()
    await expect(form).toContainText('This is not a valid Invoice registration number')
    await expect(form.getByLabel('Invoice registration number')).toBeFocused()
    await host.getByRole('banner').getByRole('link', { name: 'Explore Spaces' }).click()
    await host
      .getByRole('alertdialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Keep editing' })
      .click()
    await form.getByLabel('Invoice registration number').fill('T1234567890123')
    await form.getByRole('button', { name: 'Save invoice details' }).click()
    await expect(host.getByText('Your invoice details are saved')).toBeVisible()
    await expectFits(host, phone, 'main form')
  })

  const charge = await chargeOf(bookingId)
  await clients.stripe.control('disputes', { charge, action: 'open' })
  const admin = await browserOf('admin')

  await test.step('An admin answers the dispute with evidence from the booking', async () => {
    await admin.goto('/admin')
    const button = admin.getByRole('button', {
      name: `Answer the dispute: ¥8,800 for ${space.title}`,
    })
    await expect(async () => {
      await admin.reload()
      await expect(button).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await button.click()
    const dialog = admin.getByRole('dialog', { name: 'Answer the dispute' })
    await expect(dialog.getByLabel('What happened when')).toHaveValue(/Booked and paid by card/)
    await expect(dialog).toContainText('The bank accepts the answer until')
    await expectFits(admin, phone, dialogs)
    await dialog.getByLabel('Your statement').fill('The guest will be there.')
    // The dialog keeps the typed statement after it is closed, and Enter does not send the answer.
    await dialog.getByRole('button', { name: 'Close' }).click()
    await button.click()
    await expect(dialog.getByLabel('Your statement')).toHaveValue('The guest will be there.')
    await dialog.getByLabel('Guest’s name').press('Enter')
    const confirmation = admin.getByRole('alertdialog', { name: 'Send the answer to the bank?' })
    await confirmation.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog.getByLabel('Your statement')).toHaveValue('The guest will be there.')
    await dialog.getByRole('button', { name: 'Send answer' }).click()
    await confirmation.getByRole('button', { name: 'Send to the bank' }).click()
    const row = admin.getByRole('listitem').filter({ hasText: `for ${space.title}` })
    await expect(row).toContainText('Answered')
    await expect(admin.getByRole('region', { name: 'To do' })).not.toContainText('to answer')
    await expect(admin.getByRole('heading', { name: 'Needs your attention' })).toBeFocused()
  })

  await test.step('Guest and admin see the dispute in the timeline', async () => {
    await page.reload()
    await expect(guestSteps).toContainText('You disputed ¥8,800 with your bank')
    await navigate(admin, `/admin/bookings/${bookingId}`)
    await expect(admin.getByRole('main')).toContainText('The guest disputed ¥8,800 with their bank')
    await expect(admin.getByRole('main')).toContainText(charge)
  })
  await clients.stripe.control('disputes', { charge, action: 'win' })

  async function chargeOf(id: string): Promise<string> {
    const { data } = await clients.server
      .from('payments')
      .select('stripe_charge_id')
      .eq('booking_id', id)
      .single()
      .throwOnError()
    return data.stripe_charge_id ?? ''
  }
})

test('the focus moves to a heading after an admin retries a failed refund or records a refused payout as paid in another way', async ({
  browserOf,
  clients,
  signedUp,
}) => {
  const { server } = clients
  const space = await listSpace(clients, { price: 4000 })
  const slot = { date: dayInTokyo(5), hour: 10, hours: 1 }
  const booking = await bookAndPay(clients, space, await signedUp('rita'), slot)
  const { data: payment } = await server
    .from('payments')
    .select('id')
    .eq('booking_id', booking)
    .single()
    .throwOnError()
  await server
    .from('payouts')
    .update({ refused_at: new Date().toISOString(), last_error: 'account_closed' })
    .eq('booking_id', booking)
    .throwOnError()
  await server
    .from('refunds')
    .insert({
      payment_id: payment.id,
      amount_minor: 400,
      currency: 'JPY',
      reason: 'not_as_described',
      status: 'failed',
      failed_at: new Date().toISOString(),
      last_error: 'expired_or_canceled_card',
    })
    .throwOnError()
  const admin = await browserOf('admin')
  await admin.goto('/admin')
  const rows = admin.getByRole('listitem').filter({ hasText: space.title })
  const refund = rows.filter({ hasText: 'The refund of ¥400' })
  const payout = rows.filter({ hasText: 'Stripe refuses the payout' })

  await refund.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(refund).toBeHidden()
  await expect(admin.getByRole('heading', { name: 'Needs your attention' })).toBeFocused()

  await payout.getByRole('button', { name: 'Paid another way' }).press('Enter')
  const dialog = admin.getByRole('dialog', { name: 'Paid another way?' })
  await dialog.getByLabel('How and why').fill('Bank transfer, because the account is closed.')
  await dialog.getByRole('button', { name: 'Record as paid' }).press('Enter')
  await expect(payout).toBeHidden()
  // The section disappears with its last row, unless other specs have added rows.
  await expect(admin.locator('h2:focus')).toHaveText(/^(Needs your attention|To do)$/)
})

test('an admin must give a reason to correct a difference between the ledger and Stripe', async ({
  browserOf,
  clients,
}) => {
  const ids = await addDifferences()
  const admin = await browserOf('admin')
  await admin.goto('/admin')
  for (const id of ids) {
    await admin.getByRole('button', { name: `Correct the ledger for Transfer ${id}` }).click()
    const dialog = admin.getByRole('dialog', { name: 'Correct the ledger' })
    if (id === ids[0]) await expectFits(admin, phone, dialogs)
    await dialog.getByRole('button', { name: 'Correct the ledger' }).click()
    await expect(dialog).toContainText('Please give a reason')
    await dialog.getByLabel('Reason').fill(`Checked ${id}`)
    await dialog.getByRole('button', { name: 'Correct the ledger' }).click()
    await expect(admin.getByRole('region', { name: 'Comparison with Stripe' })).toContainText(
      `Checked ${id}`,
    )
    await expect(admin.getByRole('heading', { name: 'Comparison with Stripe' })).toBeFocused()
  }

  /**
   * Inserts two differences with opposite amounts, so that their corrections leave the ledger
   * balance unchanged.
   */
  async function addDifferences(): Promise<string[]> {
    const since = new Date().toISOString()
    const { data: run } = await clients.server
      .from('reconciliation_runs')
      .insert({ since, finished_at: since, checked: 2, drift: 2 })
      .select('id')
      .single()
      .throwOnError()
    const common = {
      run_id: run.id,
      kind: 'missing_in_ledger',
      movement: 'transfer',
      currency: 'USD',
      ledger_minor: 0,
    }
    const names = ['tr_one', 'tr_two'].map((name) => `${name}_${Date.now()}`)
    await clients.server
      .from('reconciliation_differences')
      .insert(
        names.map((stripe_id, index) => ({
          ...common,
          stripe_id,
          stripe_minor: index === 0 ? -100 : 100,
        })),
      )
      .throwOnError()
    return names
  }
})
