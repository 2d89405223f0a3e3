/** Why a client is not given what it asks for: a code of Supabase Realtime and a sentence. */
export class Refusal extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }

  /** As clients read it. */
  get reason(): string {
    return `${this.code}: ${this.message}`
  }
}
