import { Hono } from 'hono'
import { createApi } from './api.ts'
import { createControls } from './controls.ts'
import { Clock } from './core/clock.ts'
import type { Outage, StripeSandboxConfig } from './core/context.ts'
import { Store } from './core/store.ts'
import { createAuthenticationPage } from './pages/authentication.ts'
import { createBrowserScript } from './pages/browser-script.ts'
import { createExpressDashboard } from './pages/express-dashboard.ts'
import { createOnboardingPage } from './pages/onboarding.ts'
import { expireAuthorizations } from './resources/authorizations.ts'
import { WebhookDispatcher } from './webhooks/dispatcher.ts'

/** Creates a stateful Stripe fake, which delivers webhooks between `start` and `close`. */
export function createStripeSandbox(config: StripeSandboxConfig) {
  const store = new Store(config.dataFile)
  const context = { config, store, clock: new Clock(store) }
  const dispatcher = new WebhookDispatcher(context)
  const wake = () => dispatcher.wake()
  const outage: Outage = { kind: 'none' }
  context.clock.onMoved(() => {
    store.transaction(() => expireAuthorizations(context))
    wake()
  })

  const parts = [
    createApi(context, outage, wake),
    createOnboardingPage(context, wake),
    createExpressDashboard(context),
    createAuthenticationPage(context, wake),
    createBrowserScript(),
    createControls(context, dispatcher, outage),
  ]
  const app = new Hono()
  const prefix = new URL(config.baseUrl).pathname
  for (const base of new Set(['/', prefix])) for (const part of parts) app.route(base, part)

  return {
    fetch: async (request: Request): Promise<Response> => app.fetch(request),
    now: (): Date => context.clock.now(),
    onClockMoved: (listener: (now: Date) => void): (() => void) => context.clock.onMoved(listener),
    start: (): void => dispatcher.start(),
    close: async (): Promise<void> => {
      await dispatcher.close()
      store.close()
    },
  }
}
