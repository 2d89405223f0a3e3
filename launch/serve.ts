import { type ServerConfig, webConnection } from './config.ts'
import { startServer } from './http/server.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Handler, Monitoring } from './monitoring.ts'
import { createRouter, createUpgradeHandler } from './router.ts'
import type { Services } from './services.ts'

/** Serves requests in this process, or in WORKERS processes. */
export async function serve(
  lifecycle: Lifecycle,
  config: ServerConfig,
  services: Services,
  monitoring: Monitoring,
): Promise<void> {
  const workers = config.environment.WORKERS
  if (workers === 1) {
    lifecycle.onClose(await listenOnPort(config, services, monitoring))
    await services.start()
    return
  }
  const { startWorkers } = await import('./workers/primary.ts')
  await startWorkers(lifecycle, config, workers)
  // The primary runs the jobs and the fake services. The workers handle requests and Realtime.
  await services.start({ realtime: false })
}

/** Serves the public port and returns a function that closes it. Throws StartupError. */
export async function listenOnPort(
  config: ServerConfig,
  services: Services,
  monitoring: Monitoring,
): Promise<() => Promise<void>> {
  const { PORT, HOST } = config.environment
  const renderPage =
    config.mode === 'product' ? await openWebApp(config, services, monitoring) : undefined
  const { close } = await startServer({
    port: PORT,
    host: HOST,
    fetch: createRouter(services, monitoring, renderPage),
    upgrade: createUpgradeHandler(services.backend),
  })
  return close
}

async function openWebApp(
  config: ServerConfig,
  { backend }: Services,
  monitoring: Monitoring,
): Promise<Handler> {
  // React and React Router choose their production builds by NODE_ENV when they are loaded.
  process.env.NODE_ENV = 'production'
  const { openWeb } = await import('./web/app.ts')
  return openWeb(webConnection(config, backend, monitoring), monitoring)
}
