import type { Store } from '../core/store.ts'

export const webhookModes = ['on', 'off', 'hold'] as const

/** `on` delivers, `hold` keeps deliveries until they are flushed, `off` makes none. */
type WebhookMode = (typeof webhookModes)[number]

export function webhookMode(store: Store): WebhookMode {
  return (store.setting('webhook_mode') ?? 'on') as WebhookMode
}

/** Changes the mode for what is undelivered as well: `on` releases it, `hold` stops it, `off` drops it. */
export function setWebhookMode(store: Store, mode: WebhookMode): void {
  store.transaction(() => {
    store.setSetting('webhook_mode', mode)
    if (mode === 'on')
      store.run("update deliveries set state = 'pending', due_at = 0 where state = 'held'")
    if (mode === 'hold') store.run("update deliveries set state = 'held' where state = 'pending'")
    if (mode === 'off') store.run("delete from deliveries where state <> 'delivered'")
  })
}
