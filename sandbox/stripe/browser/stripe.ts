import { callApi, type PaymentIntent } from './api.ts'
import { CardElement } from './card-element.ts'
import { Elements, type ElementsOptions } from './elements.ts'
import { integrationError } from './sandbox-element.ts'

type ConfirmPaymentOptions = {
  elements?: Elements
  clientSecret?: string
  confirmParams?: {
    return_url?: string
    payment_method?: string
    payment_method_data?: { billing_details?: object }
    receipt_email?: string
  }
  redirect?: 'always' | 'if_required'
}

type CardPaymentData = {
  payment_method?: string | { card: CardElement; billing_details?: object }
  return_url?: string
}

type IntentResult =
  { paymentIntent: PaymentIntent; error?: undefined } | { paymentIntent?: undefined; error: object }

class FakeStripe {
  readonly #key: string

  constructor(key: string) {
    this.#key = key
  }

  elements(options?: ElementsOptions): Elements {
    return new Elements(options, async (clientSecret) => {
      const result = await this.retrievePaymentIntent(clientSecret)
      if (result.error) throw integrationError('The PaymentIntent could not be retrieved.')
      return result.paymentIntent
    })
  }

  async confirmPayment(options: ConfirmPaymentOptions): Promise<IntentResult> {
    const { elements, confirmParams = {}, redirect = 'always' } = options
    const { return_url, payment_method, payment_method_data, ...rest } = confirmParams
    if (redirect === 'always' && !return_url)
      throw integrationError(
        'stripe.confirmPayment(): the `confirmParams.return_url` argument is required.',
      )
    const clientSecret = options.clientSecret ?? elements?.clientSecret
    const method = payment_method ?? elements?.takeMethod()
    const result = await this.#confirm(
      clientSecret,
      method,
      payment_method_data?.billing_details,
      return_url,
      rest,
    )
    if (result.error) return result
    return redirect === 'always' && return_url
      ? leaveTo(withResult(return_url, result.paymentIntent))
      : result
  }

  async confirmCardPayment(
    clientSecret: string,
    data: CardPaymentData = {},
    options: { handleActions?: boolean } = {},
  ): Promise<IntentResult> {
    const { payment_method: method, return_url } = data
    const isObject = typeof method === 'object'
    const source = isObject ? method.card : method
    return this.#confirm(
      clientSecret,
      source,
      isObject ? method.billing_details : undefined,
      return_url,
      {},
      options.handleActions ?? true,
    )
  }

  async retrievePaymentIntent(clientSecret: string): Promise<IntentResult> {
    const path = `payment_intents/${intentId(clientSecret)}`
    const { value, error } = await callApi<PaymentIntent>(this.#key, 'GET', path, {
      client_secret: clientSecret,
    })
    return error ? { error } : { paymentIntent: value }
  }

  async handleNextAction({ clientSecret }: { clientSecret: string }): Promise<IntentResult> {
    const result = await this.retrievePaymentIntent(clientSecret)
    return result.error ? result : followNextAction(result)
  }

  handleCardAction(clientSecret: string): Promise<IntentResult> {
    return this.handleNextAction({ clientSecret })
  }

  async createPaymentMethod(options: {
    elements?: Elements
    card?: CardElement
    billing_details?: object
    params?: { billing_details?: object }
  }): Promise<object> {
    const element = options.card ?? options.elements?.card
    if (!element) throw integrationError('Please pass `elements` with a mounted Payment Element.')
    const invalid = element.validate()
    if (invalid) return { error: invalid }
    const billing = options.billing_details ?? options.params?.billing_details
    const { value, error } = await callApi(
      this.#key,
      'POST',
      'payment_methods',
      cardData(element, billing),
    )
    return error ? { error } : { paymentMethod: value }
  }

  async createToken(): Promise<object> {
    throw integrationError('The sandbox makes no tokens; pay with a PaymentIntent.')
  }

  registerAppInfo(): void {}
  _registerWrapper(): void {}

  async #confirm(
    clientSecret: string | undefined,
    method: CardElement | string | undefined,
    billingDetails: object | undefined,
    returnUrl = location.href,
    params: object = {},
    handlesActions = true,
  ): Promise<IntentResult> {
    if (!clientSecret) throw integrationError('Please pass a PaymentIntent client secret.')
    const element = method instanceof CardElement ? method : undefined
    const invalid = element?.validate()
    if (invalid) return { error: invalid }
    element?.setDisabled(true)
    const { value, error } = await callApi<PaymentIntent>(
      this.#key,
      'POST',
      `payment_intents/${intentId(clientSecret)}/confirm`,
      {
        ...params,
        ...(element
          ? { payment_method_data: cardData(element, billingDetails) }
          : { payment_method: method }),
        client_secret: clientSecret,
        return_url: returnUrl,
        use_stripe_sdk: true,
      },
    )
    element?.setDisabled(false)
    if (error) return { error }
    return handlesActions ? followNextAction({ paymentIntent: value }) : { paymentIntent: value }
  }
}

function intentId(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}

function cardData(element: CardElement, billingDetails: object | undefined): object {
  return { type: 'card', card: element.fields.card, billing_details: billingDetails }
}

function followNextAction(result: {
  paymentIntent: PaymentIntent
}): Promise<IntentResult> | IntentResult {
  const { status, next_action: next } = result.paymentIntent
  const url = next?.use_stripe_sdk?.stripe_js ?? next?.redirect_to_url?.url
  return status === 'requires_action' && url ? leaveTo(url) : result
}

function withResult(returnUrl: string, intent: PaymentIntent): string {
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret)
  const isDone = intent.status === 'succeeded' || intent.status === 'requires_capture'
  url.searchParams.set('redirect_status', isDone ? 'succeeded' : 'failed')
  return url.toString()
}

/** Redirects to `url`. The promise never settles, because the browser leaves the page. */
function leaveTo(url: string): Promise<never> {
  location.assign(url)
  return new Promise(() => {})
}

// The Stripe.js version that @stripe/stripe-js 10 expects. The package logs a warning for other
// versions.
const version = 'endive'

Object.assign(window, { Stripe: Object.assign((key: string) => new FakeStripe(key), { version }) })
