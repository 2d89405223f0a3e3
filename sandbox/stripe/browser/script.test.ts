import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { baseUrl, openSandbox } from '../testing.ts'

test('the Stripe script is a classic script that defines every function that loadStripe and Elements use', async () => {
  const { sandbox } = openSandbox()
  const response = await sandbox.fetch(new Request(`${baseUrl}/stripe.js`))
  expect(response.headers.get('content-type')).toContain('text/javascript')
  const window: { Stripe?: ((key: string) => object) & { version: string } } = {}
  const document = { currentScript: { src: `${baseUrl}/stripe.js` } }
  runInNewContext(await response.text(), { window, document, URL })
  expect(window.Stripe?.version).toBe('endive')
  const stripe = window.Stripe?.('pk_test_sandbox')
  for (const name of [
    'elements',
    'createToken',
    'createPaymentMethod',
    'confirmCardPayment',
    'confirmPayment',
    'retrievePaymentIntent',
    'handleNextAction',
    'registerAppInfo',
    '_registerWrapper',
  ])
    expect(stripe).toHaveProperty(name, expect.any(Function))
  await sandbox.close()
})
