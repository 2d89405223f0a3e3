import { CardFields } from './card-fields.ts'
import type { FieldProblem } from './card-format.ts'
import { SandboxElement } from './sandbox-element.ts'
import { applyAppearance, installStyles, type Appearance } from './styles.ts'

/** A Payment Element (type 'payment') or an older Card Element (type 'card'). */
export class CardElement extends SandboxElement {
  readonly fields: CardFields
  #lastChange = ''

  constructor(elementType: string, appearance: Appearance | undefined, onDestroy: () => void) {
    super(elementType, onDestroy)
    installStyles()
    this.fields = new CardFields((name) => this.#emitOfFields(name))
    this.setAppearance(appearance)
  }

  get root(): HTMLElement {
    return this.fields.root
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
    this.#emitOfFields('change')
  }

  collapse(): void {
    this.blur()
  }

  setAppearance(appearance: Appearance | undefined): void {
    applyAppearance(this.root, appearance)
  }

  setDisabled(isDisabled: boolean): void {
    this.fields.root.disabled = isDisabled
  }

  validate(): (FieldProblem & { type: 'validation_error' }) | undefined {
    const problem = this.fields.validate()
    this.#emitOfFields('change')
    return problem && { type: 'validation_error', ...problem }
  }

  #emitOfFields(name: string): void {
    if (name !== 'change' || this.#hasChanged()) this.emit(name)
  }

  /** Returns true if the visible state changed, so that not every keystroke emits `change`. */
  #hasChanged(): boolean {
    const change = JSON.stringify(this.eventOf())
    const hasChanged = change !== this.#lastChange
    this.#lastChange = change
    return hasChanged
  }

  protected eventOf(): object {
    const { elementType } = this
    const { complete, empty, brand, error } = this.fields.state
    if (elementType === 'payment')
      return { elementType, complete, empty, collapsed: false, value: { type: 'card' } }
    return { elementType, complete, empty, brand, error, value: { postalCode: '' } }
  }
}
