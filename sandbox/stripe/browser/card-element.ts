import { CardFields } from './card-fields.ts'
import type { FieldProblem } from './card-format.ts'
import { applyAppearance, installStyles, type Appearance } from './styles.ts'

type Listener = (event: object) => void

/** A card element of the type 'payment' or of the older type 'card'. */
export class CardElement {
  readonly elementType: string
  readonly fields: CardFields
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #onDestroy: () => void
  #isReady = false
  #lastChange = ''

  constructor(elementType: string, appearance: Appearance | undefined, onDestroy: () => void) {
    installStyles()
    this.elementType = elementType
    this.#onDestroy = onDestroy
    this.fields = new CardFields((name) => this.#emit(name))
    this.setAppearance(appearance)
  }

  mount(target: string | HTMLElement): this {
    const host = typeof target === 'string' ? document.querySelector(target) : target
    if (!host)
      throw integrationError(
        `The selector you specified (${String(target)}) applies to no DOM elements.`,
      )
    host.replaceChildren(this.fields.root)
    setTimeout(() => {
      this.#isReady = true
      this.#emit('ready')
    })
    return this
  }

  on(name: string, listener: Listener): this {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    // Emits `ready` to a listener that is added late, because React adds listeners after mounting.
    if (name === 'ready' && this.#isReady) setTimeout(() => listener(this.#event()))
    return this
  }

  once(name: string, listener: Listener): this {
    const once: Listener = (event) => {
      this.off(name, once)
      listener(event)
    }
    return this.on(name, once)
  }

  off(name: string, listener?: Listener): this {
    if (listener) this.#listeners.get(name)?.delete(listener)
    else this.#listeners.delete(name)
    return this
  }

  update(options: { disabled?: boolean; readOnly?: boolean }): void {
    this.setDisabled(options.disabled ?? options.readOnly ?? false)
  }

  focus(): void {
    this.fields.focus()
  }

  blur(): void {
    this.fields.blur()
  }

  clear(): void {
    this.fields.clear()
    this.#emit('change')
  }

  collapse(): void {
    this.blur()
  }

  unmount(): void {
    this.fields.root.remove()
    this.#isReady = false
  }

  destroy(): void {
    this.unmount()
    this.#listeners.clear()
    this.#onDestroy()
  }

  setAppearance(appearance: Appearance | undefined): void {
    applyAppearance(this.fields.root, appearance)
  }

  setDisabled(isDisabled: boolean): void {
    this.fields.root.disabled = isDisabled
  }

  validate(): (FieldProblem & { type: 'validation_error' }) | undefined {
    const problem = this.fields.validate()
    this.#emit('change')
    return problem && { type: 'validation_error', ...problem }
  }

  #emit(name: string): void {
    if (name === 'change' && !this.#hasChanged()) return
    for (const listener of this.#listeners.get(name) ?? []) listener(this.#event())
  }

  /** Returns true if the visible state changed, so that not every keystroke emits `change`. */
  #hasChanged(): boolean {
    const change = JSON.stringify(this.#event())
    const hasChanged = change !== this.#lastChange
    this.#lastChange = change
    return hasChanged
  }

  #event(): object {
    const { elementType } = this
    const { complete, empty, brand, error } = this.fields.state
    if (elementType === 'payment')
      return { elementType, complete, empty, collapsed: false, value: { type: 'card' } }
    return { elementType, complete, empty, brand, error, value: { postalCode: '' } }
  }
}

/** Returns an IntegrationError, which Stripe.js throws if a page uses its API incorrectly. */
export function integrationError(message: string): Error {
  return Object.assign(new Error(message), { name: 'IntegrationError' })
}
