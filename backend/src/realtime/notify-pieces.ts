/**
 * Puts together what `realtime_internal.publish` had to send in pieces: each says which message it
 * is of, its number, how many there are, and its bytes in base64. The pieces of a transaction come in
 * order, with none of another transaction between them.
 */
export class NotifyPieces {
  readonly #onContent: (content: Buffer) => void
  #message = ''
  #pieces: Buffer[] = []

  constructor(onContent: (content: Buffer) => void) {
    this.#onContent = onContent
  }

  add(payload: string): void {
    const [message, number, count, base64 = ''] = payload.split(' ')
    if (number === '1' && message !== undefined) {
      this.#message = message
      this.#pieces = []
    }
    // The rest of a message whose beginning was missed.
    if (message !== this.#message || this.#pieces.length !== Number(number) - 1) return
    this.#pieces.push(Buffer.from(base64, 'base64'))
    if (number !== count) return
    const content = Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#onContent(content)
  }
}
