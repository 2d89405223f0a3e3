import { z } from 'zod'
import { defaultTimeouts, type HttpTimeouts } from '../http/timeouts.ts'
import { count } from './values.ts'

const seconds = (defaultMs: number) =>
  count.refine((value) => value >= 1, 'must be at least 1').default(defaultMs / 1000)

export const httpSection = z.object({
  HTTP_HEADERS_TIMEOUT: seconds(defaultTimeouts.headersMs).describe(
    'Seconds in which the headers of a request must arrive',
  ),
  HTTP_BODY_TIMEOUT: seconds(defaultTimeouts.bodyMs).describe(
    'Seconds in which a request body must complete or grow by 16 KiB, and in which a client must take 16 KiB of a response',
  ),
  HTTP_REQUEST_TIMEOUT: seconds(defaultTimeouts.requestMs).describe(
    'Seconds in which a request with its body must arrive',
  ),
})

export function httpTimeouts(environment: z.output<typeof httpSection>): HttpTimeouts {
  return {
    headersMs: environment.HTTP_HEADERS_TIMEOUT * 1000,
    bodyMs: environment.HTTP_BODY_TIMEOUT * 1000,
    requestMs: environment.HTTP_REQUEST_TIMEOUT * 1000,
  }
}
