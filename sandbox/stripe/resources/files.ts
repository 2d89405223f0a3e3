import type Stripe from 'stripe'
import type { Context } from 'hono'
import type { StripeContext } from '../core/context.ts'
import { newId } from '../core/ids.ts'

const purposes = ['dispute_evidence']
const types = ['application/pdf', 'image/jpeg', 'image/png']
const mostBytes = 5_000_000

/**
 * Stores the metadata of an uploaded file, but not its content. The request is a multipart form.
 */
export async function uploadFile(context: StripeContext, c: Context): Promise<Response> {
  const form = await c.req.formData()
  const file = form.get('file')
  const purpose = form.get('purpose')
  if (
    !(file instanceof File) ||
    !purposes.includes(String(purpose)) ||
    !types.includes(file.type) ||
    file.size > mostBytes
  )
    return c.json({ error: { type: 'invalid_request_error', message: 'Invalid file.' } }, 400)
  const stored: Stripe.File = {
    id: newId('file'),
    object: 'file',
    created: context.clock.seconds(),
    expires_at: null,
    filename: file.name,
    links: null,
    purpose: 'dispute_evidence',
    size: file.size,
    title: null,
    type: file.type.split('/')[1] ?? null,
    url: null,
  }
  context.store.insert(stored)
  return c.json(stored)
}
