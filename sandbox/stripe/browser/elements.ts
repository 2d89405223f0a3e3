import { CardElement } from './card-element.ts'
import { integrationError } from './sandbox-element.ts'
import type { Appearance } from './styles.ts'
import { WalletElement, type WalletAmount } from './wallet-element.ts'

export type ElementsOptions = { clientSecret?: string; appearance?: Appearance }

const elementTypes = ['payment', 'card', 'expressCheckout']

export class Elements {
  #options: ElementsOptions
  readonly #loadAmount: (clientSecret: string) => Promise<WalletAmount>
  readonly #elements = new Map<string, CardElement | WalletElement>()

  constructor(
    options: ElementsOptions = {},
    loadAmount: (clientSecret: string) => Promise<WalletAmount>,
  ) {
    this.#options = options
    this.#loadAmount = loadAmount
  }

  get clientSecret(): string | undefined {
    return this.#options.clientSecret
  }

  get card(): CardElement {
    const card = this.#elements.get('payment') ?? this.#elements.get('card')
    if (card instanceof CardElement) return card
    throw integrationError(
      'We could not retrieve data from the specified Element. Please make sure it is still mounted.',
    )
  }

  /**
   * Returns the card element, unless the user has authorized a payment method in the wallet. In
   * that case, returns the id of this method and clears it, because it can be used only once.
   */
  takeMethod(): CardElement | string {
    const wallet = this.#elements.get('expressCheckout')
    if (!(wallet instanceof WalletElement) || !wallet.authorized) return this.card
    const method = wallet.authorized
    wallet.authorized = undefined
    return method
  }

  create(elementType: string): CardElement | WalletElement {
    if (!elementTypes.includes(elementType))
      throw integrationError(
        `The sandbox has no '${elementType}' element, only: ${elementTypes.join(', ')}.`,
      )
    const { appearance, clientSecret = '' } = this.#options
    const onDestroy = () => {
      if (this.#elements.get(elementType) === element) this.#elements.delete(elementType)
    }
    const element =
      elementType === 'expressCheckout'
        ? new WalletElement(appearance, () => this.#loadAmount(clientSecret), onDestroy)
        : new CardElement(elementType, appearance, onDestroy)
    this.#elements.set(elementType, element)
    return element
  }

  getElement(target: string | { __elementType?: string }): CardElement | WalletElement | null {
    const { __elementType: elementType = '' } =
      typeof target === 'string' ? { __elementType: target } : target
    return this.#elements.get(elementType) ?? null
  }

  update(options: ElementsOptions): void {
    this.#options = { ...this.#options, ...options }
    for (const element of this.#elements.values()) element.setAppearance(this.#options.appearance)
  }

  async submit(): Promise<object> {
    const wallet = this.#elements.get('expressCheckout')
    if (wallet instanceof WalletElement && wallet.authorized)
      return { selectedPaymentMethod: 'google_pay' }
    const error = this.card.validate()
    return error ? { error } : { selectedPaymentMethod: 'card' }
  }

  async fetchUpdates(): Promise<object> {
    return {}
  }
}
