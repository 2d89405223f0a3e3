import type Stripe from 'stripe'
import { z } from 'zod'
import type { Call } from '../core/context.ts'
import { noSuch } from '../core/errors.ts'
import { listPage } from '../core/lists.ts'
import { pagination, read } from '../core/params.ts'

export function retrieveEvent({ store, id }: Call): Stripe.EventBase {
  const event = store.find<Stripe.EventBase>('event', id)
  if (!event) throw noSuch('event', id)
  return event
}

const listSchema = z.strictObject({ ...pagination, type: z.string().optional() })

export function listEvents({ store, params }: Call) {
  const { type, ...page } = read(listSchema, params)
  return listPage(store, 'event', '/v1/events', page, { where: { type } })
}
