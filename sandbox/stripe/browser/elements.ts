import { CardElement, integrationError } from './card-element.ts'
import type { Appearance } from './styles.ts'

export type ElementsOptions = { clientSecret?: string; appearance?: Appearance }

const elementTypes = ['payment', 'card']

export class Elements {
  #options: ElementsOptions
  #element: CardElement | undefined

  constructor(options: ElementsOptions = {}) {
    this.#options = options
  }

  get clientSecret(): string | undefined {
    return this.#options.clientSecret
  }

  get card(): CardElement {
    if (this.#element) return this.#element
    throw integrationError(
      'We could not retrieve data from the specified Element. Please make sure it is still mounted.',
    )
  }

  create(elementType: string): CardElement {
    if (!elementTypes.includes(elementType))
      throw integrationError(
        `The sandbox has no '${elementType}' element, only: ${elementTypes.join(', ')}.`,
      )
    const element = new CardElement(elementType, this.#options.appearance, () => {
      if (this.#element === element) this.#element = undefined
    })
    this.#element = element
    return element
  }

  getElement(target: string | { __elementType?: string }): CardElement | null {
    const { __elementType: elementType } =
      typeof target === 'string' ? { __elementType: target } : target
    return this.#element?.elementType === elementType ? (this.#element ?? null) : null
  }

  update(options: ElementsOptions): void {
    this.#options = { ...this.#options, ...options }
    this.#element?.setAppearance(this.#options.appearance)
  }

  async submit(): Promise<object> {
    const error = this.card.validate()
    return error ? { error } : { selectedPaymentMethod: 'card' }
  }

  async fetchUpdates(): Promise<object> {
    return {}
  }
}
