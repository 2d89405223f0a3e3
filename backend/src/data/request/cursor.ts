import { ApiError } from '../respond/errors.ts'

const nameCharacter = /[\p{L}\p{N}_$ ]/u

/** Position in a URL parameter that is being parsed. */
export class Cursor {
  readonly text: string
  readonly #what: string
  readonly #before: number
  #at = 0

  /**
   * `what` names `text` in error messages. `before` is the number of characters before `text` in
   * the parameter; error messages count columns from the start of the parameter.
   */
  constructor(text: string, what: string, before = 0) {
    this.text = text
    this.#what = what
    this.#before = before
  }

  get done(): boolean {
    return this.#at >= this.text.length
  }

  peek(): string {
    return this.text[this.#at] ?? ''
  }

  startsWith(token: string): boolean {
    return this.text.startsWith(token, this.#at)
  }

  accept(token: string): boolean {
    if (!this.startsWith(token)) return false
    this.#at += token.length
    return true
  }

  skipBlanks(): void {
    while (this.peek() === ' ' || this.peek() === '\t') this.#at++
  }

  expect(token: string): void {
    if (!this.accept(token)) this.fail(`"${token}"`)
  }

  /** Runs `attempt`. Restores the parser position if `attempt` returns null. */
  attempt<T>(attempt: () => T | null): T | null {
    const before = this.#at
    const result = attempt()
    if (result === null) this.#at = before
    return result
  }

  takeUntil(stops: string): string {
    const from = this.#at
    while (!this.done && !stops.includes(this.peek())) this.#at++
    return this.text.slice(from, this.#at)
  }

  rest(): string {
    const from = this.#at
    this.#at = this.text.length
    return this.text.slice(from)
  }

  /** Parses a quoted or unquoted name. A dash in `->` is not part of the name. */
  name(): string {
    if (this.peek() === '"') return this.quoted()
    const from = this.#at
    while (!this.done) {
      const character = String.fromCodePoint(this.text.codePointAt(this.#at) ?? 0)
      const isDash = character === '-' && this.text[this.#at + 1] !== '>'
      if (!nameCharacter.test(character) && !isDash) break
      this.#at += character.length
    }
    const name = this.text.slice(from, this.#at).trim()
    if (name === '') this.fail('a name')
    return name
  }

  quoted(): string {
    this.expect('"')
    let value = ''
    while (this.peek() !== '"') {
      if (this.peek() === '\\') this.#at++
      if (this.done) this.fail('a closing quote')
      value += this.peek()
      this.#at++
    }
    this.#at++
    return value
  }

  fail(expected: string): never {
    const found = this.done ? 'end of input' : `"${this.peek()}"`
    const place = `(line 1, column ${this.#before + this.#at + 1})`
    const message = `"failed to parse ${this.#what} (${this.text})" ${place}`
    throw new ApiError(400, 'PGRST100', message, {
      details: `unexpected ${found} expecting ${expected}`,
    })
  }
}
