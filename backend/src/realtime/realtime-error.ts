/** An error sent to the client, with an error code of Supabase Realtime. */
export class RealtimeError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }

  get reason(): string {
    return `${this.code}: ${this.message}`
  }
}
