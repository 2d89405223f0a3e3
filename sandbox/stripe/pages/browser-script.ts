import { Hono } from 'hono'

/** The script that stands in for js.stripe.com. */
export function createBrowserScript(): Hono {
  return new Hono()
}
