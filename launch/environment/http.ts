import { z } from 'zod'
import { defaultTimeouts, type HttpTimeouts } from '../http/timeouts.ts'
import { isNetwork } from '../http/client-address.ts'
import { count, list } from './values.ts'

const positive = count.refine((value) => value >= 1, 'must be at least 1')

const seconds = (defaultMs: number) => positive.default(defaultMs / 1000)

export const httpSection = z.object({
  HTTP_HEADERS_TIMEOUT: seconds(defaultTimeouts.headersMs).describe(
    'Seconds in which the headers of a request must arrive',
  ),
  HTTP_BODY_TIMEOUT: seconds(defaultTimeouts.bodyMs).describe(
    'Seconds in which a request body must complete or grow by 16 KiB, and in which a client must read 16 KiB of a response',
  ),
  HTTP_REQUEST_TIMEOUT: seconds(defaultTimeouts.requestMs).describe(
    'Seconds in which a request with its body must arrive',
  ),
  MAX_CONCURRENT_PAGES: positive
    .default(4)
    .describe(
      'Maximum number of pages that a process renders concurrently, because rendering needs the CPU. Further requests wait up to 2 s and then get 503 with `Retry-After`. Cached pages and files never wait',
    ),
  MAX_CONCURRENT_READS: positive
    .default(16)
    .describe(
      'Maximum number of data API reads that a process handles concurrently. Further reads wait as pages do. Writes never wait',
    ),
  TRUSTED_PROXIES: list
    .refine(
      (networks) => networks.every(isNetwork),
      'must be addresses, ranges such as 192.0.2.0/24, private or cloudflare, separated by commas',
    )
    .default(['private'])
    .describe(
      'Proxies whose entries in `X-Forwarded-For` are trusted: addresses and CIDR ranges, separated by commas, or `private` (private networks) and `cloudflare` (its published ranges). Behind Cloudflare and an own proxy: `private,cloudflare`',
    ),
})

export function httpTimeouts(environment: z.output<typeof httpSection>): HttpTimeouts {
  return {
    headersMs: environment.HTTP_HEADERS_TIMEOUT * 1000,
    bodyMs: environment.HTTP_BODY_TIMEOUT * 1000,
    requestMs: environment.HTTP_REQUEST_TIMEOUT * 1000,
  }
}
