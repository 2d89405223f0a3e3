import { Hono } from 'hono'
import { createApi } from './api.ts'
import { createControls } from './controls.ts'
import { Clock } from './core/clock.ts'
import type { StripeSandboxConfig } from './core/config.ts'
import { Store } from './core/store.ts'
import { createAuthenticationPage } from './pages/authentication.ts'
import { createBrowserScript } from './pages/browser-script.ts'
import { createOnboardingPage } from './pages/onboarding.ts'
import { WebhookDispatcher } from './webhooks/dispatcher.ts'

/**
 * A stateful local Stripe: the API, its hosted pages, its browser script and its webhooks.
 * `fetch` answers requests below the path of `baseUrl`, or without it. Webhooks go out between
 * `start` and `close`; the API works without either. `now` is the sandbox's time, moved by its
 * test controls.
 */
export function createStripeSandbox(config: StripeSandboxConfig) {
  const store = new Store(config.dataFile)
  const world = { config, store, clock: new Clock(store) }
  const dispatcher = new WebhookDispatcher(world)
  const wake = () => dispatcher.wake()

  const parts = [
    createApi(world, wake),
    createOnboardingPage(world, wake),
    createAuthenticationPage(world, wake),
    createBrowserScript(),
    createControls(world, dispatcher),
  ]
  const app = new Hono()
  const prefix = new URL(config.baseUrl).pathname
  for (const base of new Set(['/', prefix])) for (const part of parts) app.route(base, part)

  return {
    fetch: async (request: Request): Promise<Response> => app.fetch(request),
    now: (): Date => world.clock.now(),
    onClockMoved: (listener: (now: Date) => void): (() => void) => world.clock.onMoved(listener),
    start: (): void => dispatcher.start(),
    close: async (): Promise<void> => {
      await dispatcher.close()
      store.close()
    },
  }
}
