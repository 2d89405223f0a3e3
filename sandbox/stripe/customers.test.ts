import { afterEach, beforeEach, expect, test } from 'vitest'
import { card, confirmAsBrowser, openSandbox, returnUrl, type Opened } from './testing.ts'

let opened: Opened
beforeEach(() => void (opened = openSandbox()))
afterEach(() => opened.sandbox.close())

/** Pays a payment intent of a customer in the browser and returns the id of the saved card. */
async function savedCard(customer: string, number = '4242424242424242'): Promise<string> {
  const { stripe } = opened
  const intent = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
  await stripe.paymentIntents.update(intent.id, { customer, setup_future_usage: 'off_session' })
  const paid = await confirmAsBrowser(opened, intent, card(number))
  expect(paid.status).toBe('succeeded')
  return String(paid.payment_method)
}

const newIntent = (customer?: string) =>
  opened.stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    ...(customer && { customer }),
  })

const payWith = (intent: { id: string }, method: string) =>
  opened.stripe.paymentIntents.confirm(intent.id, {
    payment_method: method,
    return_url: returnUrl,
  })

test('a card used with setup_future_usage is saved, and only its customer can pay later payment intents with it', async () => {
  const { stripe } = opened
  const { id: customer } = await stripe.customers.create({ metadata: { user_id: '1' } })
  const method = await savedCard(customer)
  const { data } = await stripe.customers.listPaymentMethods(customer, { type: 'card' })
  expect(data).toMatchObject([{ id: method, customer, card: { last4: '4242', brand: 'visa' } }])
  expect(await payWith(await newIntent(customer), method)).toMatchObject({ status: 'succeeded' })
  await expect(payWith(await newIntent(), method)).rejects.toMatchObject({ statusCode: 400 })
  const { id: other } = await stripe.customers.create()
  await expect(payWith(await newIntent(other), method)).rejects.toMatchObject({ statusCode: 400 })
})

test('a detached card is no longer listed and cannot be used for further payment intents', async () => {
  const { stripe } = opened
  const { id: customer } = await stripe.customers.create()
  const method = await savedCard(customer)
  expect(await stripe.paymentMethods.detach(method)).toMatchObject({ customer: null })
  expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([])
  await expect(payWith(await newIntent(customer), method)).rejects.toMatchObject({
    statusCode: 400,
  })
})

test('a card is not saved if setup_future_usage is removed from the payment intent before the payment', async () => {
  const { stripe } = opened
  const { id: customer } = await stripe.customers.create()
  const intent = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    customer,
    setup_future_usage: 'off_session',
  })
  await stripe.paymentIntents.update(intent.id, { setup_future_usage: '' })
  await confirmAsBrowser(opened, intent, card('4242424242424242'))
  expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([])
})
