import { isIPv6 } from 'node:net'
import { type ServerConfig, webConnection } from './config.ts'
import { httpTimeouts } from './environment/http.ts'
import { startServer } from './http/server.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Monitoring } from './monitoring.ts'
import { openOperations, serveWorkerMetrics } from './operations.ts'
import { createRouter, createUpgradeHandler } from './router.ts'
import type { Services } from './services.ts'
import { watchPageChanges } from './web/page-changes.ts'

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
  const metrics = await serveWorkerMetrics(config)
  if (metrics) lifecycle.onClose(metrics.close)
  const { startWorkers } = await import('./workers/primary.ts')
  await startWorkers(lifecycle, { ...config, ...(metrics && { metricsUrl: metrics.url }) }, workers)
  // The primary runs the jobs and the fake services; the workers serve requests and Realtime.
  await services.start({ realtime: false })
}

/** Opens the public port. Returns a function that closes it. */
export async function listenOnPort(
  config: ServerConfig,
  services: Services,
  monitoring: Monitoring,
): Promise<() => Promise<void>> {
  const { PORT, HOST, TRUSTED_PROXIES, MAX_CONCURRENT_READS } = config.environment
  const web = config.mode === 'product' ? await openWebApp(config, services, monitoring) : undefined
  const operations = await openOperations(config)
  const server = await startServer({
    port: PORT,
    host: HOST,
    fetch: createRouter(services, monitoring, {
      renderPage: web?.fetch,
      operations: operations.handlers,
      maxReads: MAX_CONCURRENT_READS,
    }),
    upgrade: createUpgradeHandler(services.backend, monitoring),
    isHttps: config.environment.SITE_URL.startsWith('https:'),
    timeouts: httpTimeouts(config.environment),
    trustedProxies: TRUSTED_PROXIES,
  })
  const close = async () => {
    await server.close()
    await operations.close()
  }
  if (!web) return close
  const ownUrl = `http://${hostOfUrl(HOST)}:${server.port}`
  const unwatch = watchPageChanges(web.pageCache, ownUrl, config.keys.serviceRoleKey)
  return async () => {
    await unwatch()
    await close()
  }
}

/** Returns the hostname for requests of this process to its own server, which listens on `host`. */
function hostOfUrl(host: string | undefined): string {
  if (!host || host === '0.0.0.0' || host === '::') return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}

async function openWebApp(config: ServerConfig, { backend }: Services, monitoring: Monitoring) {
  // Sets NODE_ENV before the import, because React and React Router choose their build while they
  // load.
  process.env.NODE_ENV = 'production'
  const { openWeb } = await import('./web/app.ts')
  const { PAGE_CACHE_MB, MAX_CONCURRENT_PAGES } = config.environment
  return openWeb(webConnection(config, backend, monitoring), monitoring, {
    pageCacheBytes: PAGE_CACHE_MB * 1024 * 1024,
    maxPages: MAX_CONCURRENT_PAGES,
  })
}
