import type Stripe from 'stripe'
import { apiVersion, type EventContext } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import type { Store } from '../core/store.ts'

/**
 * Stores an event about a change and queues its delivery. Must run in the same transaction as the
 * change.
 */
export function emit(
  context: EventContext,
  type: Stripe.Event.Type,
  object: object,
  { previous, account }: { previous?: object; account?: string } = {},
): void {
  const { store, clock, origin, config } = context
  const { $sandbox: _private, ...shown } = object as { $sandbox?: object }
  const isEnabled = config.enabledEvents?.includes(type) ?? true
  const event = {
    id: newId('evt'),
    object: 'event' as const,
    api_version: apiVersion,
    created: clock.seconds(),
    data: { object: shown, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: isEnabled ? 1 : 0,
    request: origin,
    type,
    ...(account && { account }),
  } satisfies Stripe.EventBase
  store.insert(event)
  const mode = webhookMode(store)
  if (mode === 'off' || !isEnabled) return
  store.run(
    'insert into deliveries (event, state, due_at) values (?, ?, ?)',
    event.id,
    mode === 'hold' ? 'held' : 'pending',
    Date.now() + (config.webhookDelayMs ?? 0),
  )
}

export const webhookModes = ['on', 'off', 'hold'] as const

/** Delivery modes: `on` delivers events, `hold` keeps them until a flush, `off` delivers none. */
type WebhookMode = (typeof webhookModes)[number]

export function webhookMode(store: Store): WebhookMode {
  return (store.setting('webhook_mode') ?? 'on') as WebhookMode
}

/** Changes the delivery mode of webhooks and applies it to events that are already queued. */
export function setWebhookMode(store: Store, mode: WebhookMode): void {
  store.transaction(() => {
    store.setSetting('webhook_mode', mode)
    if (mode === 'on')
      store.run("update deliveries set state = 'pending', due_at = 0 where state = 'held'")
    if (mode === 'hold') store.run("update deliveries set state = 'held' where state = 'pending'")
    if (mode === 'off') store.run("delete from deliveries where state <> 'delivered'")
  })
}
