import type Stripe from 'stripe'
import { apiVersion } from '../core/config.ts'
import type { Acting } from '../core/call.ts'
import { newId } from '../core/ids.ts'
import { present } from '../core/present.ts'
import { webhookMode } from './mode.ts'

/**
 * Records that something happened and queues its delivery, inside the transaction that made it
 * happen: a change without its event, or an event without its change, cannot be.
 */
export function emit(
  acting: Acting,
  type: Stripe.Event.Type,
  object: object,
  { previous, account }: { previous?: object; account?: string } = {},
): void {
  const { store, clock, origin } = acting
  const event = {
    id: newId('evt'),
    object: 'event' as const,
    api_version: apiVersion,
    created: clock.seconds(),
    data: { object: present(object), ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request: origin,
    type,
    // What happened to a connected account names it.
    ...(account && { account }),
  } satisfies Stripe.EventBase
  store.insert(event)
  const mode = webhookMode(store)
  if (mode === 'off') return
  store.run(
    'insert into deliveries (event, state) values (?, ?)',
    event.id,
    mode === 'hold' ? 'held' : 'pending',
  )
}
