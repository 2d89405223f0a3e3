import { SandboxElement } from './sandbox-element.ts'
import { applyAppearance, installStyles, type Appearance } from './styles.ts'

export type WalletAmount = { amount: number; currency: string }

/** The cards in the test wallet, as ids of Stripe's test payment methods. */
const walletCards = [
  { id: 'pm_card_visa', name: 'Visa •••• 4242', note: 'succeeds' },
  { id: 'pm_card_chargeDeclined', name: 'Visa •••• 0002', note: 'is declined' },
  { id: 'pm_card_authenticationRequired', name: 'Visa •••• 3184', note: 'asks for 3-D Secure' },
]

/**
 * The Express Checkout Element with the button 'Test wallet' in place of Google Pay. Its payment
 * sheet offers test cards. Like Stripe.js, it opens the sheet when a `click` handler calls
 * `resolve`, and emits `cancel` when the user closes the sheet. `confirm` events have the method
 * `paymentFailed`.
 */
export class WalletElement extends SandboxElement {
  readonly root: HTMLElement
  /** The payment method that the user has authorized in the payment sheet. */
  authorized: string | undefined
  readonly #loadAmount: () => Promise<WalletAmount>
  readonly #sheet: HTMLDialogElement

  constructor(
    appearance: Appearance | undefined,
    loadAmount: () => Promise<WalletAmount>,
    onDestroy: () => void,
  ) {
    super('expressCheckout', onDestroy)
    installStyles()
    this.#loadAmount = loadAmount
    const button = makeButton('Test wallet', 'sbx-wallet-button')
    button.addEventListener('click', () => this.#click())
    this.#sheet = this.#makeSheet()
    this.root = document.createElement('div')
    this.root.className = 'sbx-wallet'
    this.root.append(button, this.#sheet)
    this.setAppearance(appearance)
  }

  update(): this {
    return this
  }

  focus(): void {
    this.root.querySelector('button')?.focus()
  }

  blur(): void {
    this.root.querySelector('button')?.blur()
  }

  setAppearance(appearance: Appearance | undefined): void {
    applyAppearance(this.root, appearance)
  }

  #click(): void {
    const details = {
      elementType: this.elementType,
      expressPaymentType: 'google_pay',
      resolve: () => void this.#openSheet(),
      reject: () => {},
    }
    if (this.hasListener('click')) this.emit('click', details)
    else details.resolve()
  }

  async #openSheet(): Promise<void> {
    const { amount, currency } = await this.#loadAmount()
    const total = this.#sheet.querySelector('[data-total]')
    if (total) total.textContent = formatMinor(amount, currency)
    this.#sheet.showModal()
  }

  #makeSheet(): HTMLDialogElement {
    const sheet = document.createElement('dialog')
    sheet.className = 'sbx-sheet'
    sheet.setAttribute('aria-label', 'Test wallet')
    const title = Object.assign(document.createElement('p'), { textContent: 'Test wallet ' })
    title.className = 'sbx-sheet-title'
    const total = document.createElement('strong')
    total.dataset['total'] = ''
    title.append(total)
    const choice = document.createElement('fieldset')
    choice.append(Object.assign(document.createElement('legend'), { textContent: 'Card' }))
    for (const [index, { id, name, note }] of walletCards.entries())
      choice.append(makeChoice(id, `${name}, ${note}`, index === 0))
    const pay = makeButton('Pay with test wallet', 'sbx-wallet-button')
    pay.addEventListener('click', () => {
      this.authorized = choice.querySelector<HTMLInputElement>('input:checked')?.value
      sheet.close('paid')
      this.emit('confirm', {
        elementType: this.elementType,
        expressPaymentType: 'google_pay',
        paymentFailed: () => {},
      })
    })
    const cancel = makeButton('Close', 'sbx-sheet-close')
    cancel.addEventListener('click', () => sheet.close())
    sheet.addEventListener('close', () => {
      if (sheet.returnValue !== 'paid') this.emit('cancel')
      sheet.returnValue = ''
    })
    sheet.append(title, choice, pay, cancel)
    return sheet
  }

  protected eventOf(name: string): object {
    const { elementType } = this
    if (name !== 'ready') return { elementType }
    const availablePaymentMethods = {
      amazonPay: false,
      applePay: false,
      googlePay: true,
      klarna: false,
      link: false,
      paypal: false,
    }
    // Like Stripe, returns no list of payment methods if no wallet is available.
    const hasAny = Object.values(availablePaymentMethods).includes(true)
    return { elementType, availablePaymentMethods: hasAny ? availablePaymentMethods : undefined }
  }
}

function makeButton(text: string, className: string): HTMLButtonElement {
  return Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: text,
    className,
  })
}

function makeChoice(value: string, text: string, isChecked: boolean): HTMLLabelElement {
  const label = document.createElement('label')
  const input = Object.assign(document.createElement('input'), {
    type: 'radio',
    name: 'sbx-wallet-card',
    value,
    checked: isChecked,
    defaultChecked: isChecked,
  })
  label.append(input, text)
  return label
}

function formatMinor(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}
