import { AuthError } from '#backend/auth/errors.ts'

/** 429: an allowance is used up; `seconds` later there is some of it again. */
export class TooManyError extends AuthError {
  readonly seconds: number

  constructor(seconds: number, code = 'over_request_rate_limit') {
    super(429, code, `For security purposes, you can only request this after ${seconds} seconds.`)
    this.seconds = seconds
  }
}
