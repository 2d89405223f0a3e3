import {
  brandOf,
  cvcProblem,
  digitsOf,
  expiryProblem,
  formatExpiry,
  formatNumber,
  numberProblem,
  parseExpiry,
  type FieldProblem,
} from './card-format.ts'

type CardState = {
  complete: boolean
  empty: boolean
  brand: string
  error: FieldProblem | undefined
}

type Field = {
  input: HTMLInputElement
  format: (text: string, isDeleting: boolean) => string
  problem: () => FieldProblem | undefined
  show: (problem: FieldProblem | undefined) => void
}

let fieldCount = 0

/** Three labeled card inputs. Unlike in Stripe.js, they are not in an iframe. */
export class CardFields {
  readonly root: HTMLFieldSetElement
  readonly #fields: { number: Field; expiry: Field; cvc: Field }

  constructor(onEvent: (name: 'change' | 'focus' | 'blur') => void) {
    const number = makeField(
      'Card number',
      '1234 1234 1234 1234',
      'cc-number',
      formatNumber,
      numberProblem,
    )
    const expiry = makeField('Expiration date', 'MM / YY', 'cc-exp', formatExpiry, expiryProblem)
    const cvc = makeField(
      'Security code',
      'CVC',
      'cc-csc',
      (text) => digitsOf(text).slice(0, brandOf(number.input.value).cvc),
      (text) => cvcProblem(text, number.input.value),
    )
    this.#fields = { number, expiry, cvc }
    this.root = document.createElement('fieldset')
    this.root.className = 'sbx-card'
    this.root.setAttribute('aria-label', 'Card details')
    for (const field of this.#all()) this.root.append(this.#wired(field, onEvent))
    this.root.firstElementChild?.classList.add('sbx-wide')
    const hint = document.createElement('p')
    hint.className = 'sbx-hint sbx-wide'
    hint.textContent =
      'Sandbox: use 4242 4242 4242 4242 with any future date and any security code.'
    this.root.append(hint)
  }

  get state(): CardState {
    const { number } = this.#fields
    const shown = this.#all().find(({ input }) => input.getAttribute('aria-invalid') === 'true')
    return {
      complete: this.#all().every((field) => !field.problem()),
      empty: this.#all().every(({ input }) => input.value === ''),
      brand: brandOf(number.input.value).name,
      error: shown?.problem(),
    }
  }

  get card() {
    const { number, expiry, cvc } = this.#fields
    const { month, year } = parseExpiry(expiry.input.value) ?? { month: 0, year: 0 }
    return {
      number: digitsOf(number.input.value),
      exp_month: month,
      exp_year: year,
      cvc: cvc.input.value,
    }
  }

  /** Shows an error beside each invalid field and focuses the first of them. */
  validate(): FieldProblem | undefined {
    for (const field of this.#all()) field.show(field.problem())
    const first = this.#all().find((field) => field.problem())
    first?.input.focus()
    return first?.problem()
  }

  clear(): void {
    for (const field of this.#all()) {
      field.input.value = ''
      field.show(undefined)
    }
  }

  focus(): void {
    this.#fields.number.input.focus()
  }

  blur(): void {
    for (const { input } of this.#all()) input.blur()
  }

  #all(): Field[] {
    return Object.values(this.#fields)
  }

  #wired(field: Field, onEvent: (name: 'change' | 'focus' | 'blur') => void): HTMLElement {
    const { input } = field
    input.addEventListener('input', (event) => {
      reformat(field, (event as InputEvent).inputType?.startsWith('delete') ?? false)
      field.show(undefined)
      onEvent('change')
    })
    input.addEventListener('focus', () => onEvent('focus'))
    input.addEventListener('blur', () => {
      if (input.value !== '') field.show(field.problem())
      onEvent('change')
      onEvent('blur')
    })
    return input.parentElement ?? input
  }
}

function makeField(
  name: string,
  placeholder: string,
  autocomplete: AutoFill,
  format: Field['format'],
  problem: (text: string) => FieldProblem | undefined,
): Field {
  fieldCount += 1
  const id = `sbx-field-${fieldCount}`
  const box = document.createElement('div')
  const label = Object.assign(document.createElement('label'), { htmlFor: id, textContent: name })
  const input = Object.assign(document.createElement('input'), { id, placeholder, autocomplete })
  input.inputMode = 'numeric'
  input.setAttribute('aria-describedby', `${id}-problem`)
  const message = Object.assign(document.createElement('p'), {
    id: `${id}-problem`,
    className: 'sbx-problem',
  })
  message.setAttribute('aria-live', 'polite')
  box.append(label, input, message)
  const show = (found: FieldProblem | undefined) => {
    input.setAttribute('aria-invalid', String(Boolean(found)))
    message.textContent = found?.message ?? ''
  }
  return { input, format, show, problem: () => problem(input.value) }
}

/** Formats the input during typing and keeps the caret after the same digit. */
function reformat({ input, format }: Field, isDeleting: boolean): void {
  const caret = input.selectionStart ?? input.value.length
  const isAtEnd = caret === input.value.length
  const digitsBefore = digitsOf(input.value.slice(0, caret)).length
  input.value = format(input.value, isDeleting)
  if (isAtEnd || document.activeElement !== input) return
  let position = 0
  for (
    let digitCount = 0;
    digitCount < digitsBefore && position < input.value.length;
    position += 1
  )
    if (/\d/.test(input.value[position] ?? '')) digitCount += 1
  input.setSelectionRange(position, position)
}
