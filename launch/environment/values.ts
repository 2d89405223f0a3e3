import { z } from 'zod'
import { StartupError } from '../startup-error.ts'

export const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((text) => text === 'true' || text === '1')

export const count = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)

export const port = count.refine(
  (value) => value >= 1 && value <= 65535,
  'must be a port from 1 to 65535',
)

export const list = z.string().transform((text) => text.split(',').map((item) => item.trim()))

export function isLoopback(url: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
}

export function loopbackAddress(url: string): string {
  return new URL(url).hostname === '[::1]' ? '::1' : '127.0.0.1'
}

export const webUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a URL such as https://example.com',
})

export const text = (description: string) => z.string().optional().describe(description)

export const prefixed = (prefix: RegExp, example: string) =>
  z.string().regex(prefix, `must begin with ${example}`)

export function missingVariable(name: string, requiredBy: string): StartupError {
  return new StartupError(`${name} is missing: ${requiredBy} requires it.`)
}
