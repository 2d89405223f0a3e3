import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { rejectLargeForm } from '#launch/http/form-limit.ts'
import { limitReads } from '#launch/http/limit-reads.ts'
import { openStaticFiles } from '#launch/http/static-files.ts'
import type { Handler, Monitoring } from '#launch/monitoring.ts'
import type { BackendConnection } from '@hourspace/web/data/backend.server.ts'
import { buildDir } from './build.ts'
import { noteTags, PageCache } from './page-cache.ts'

/** Loads the built web app. Static files are kept in memory, public pages in the page cache. */
export async function openWeb(
  connection: BackendConnection,
  monitoring: Monitoring,
  { pageCacheBytes, maxPages }: { pageCacheBytes: number; maxPages: number },
): Promise<{ fetch: Handler; pageCache: PageCache }> {
  const staticFile = openStaticFiles(join(buildDir, 'client'))
  const file = pathToFileURL(join(buildDir, 'server', 'index.js'))
  const build = (await import(file.href)) as ServerBuild
  const tagged = { ...connection, fetch: noteTags(connection.fetch) }
  const pageCache = new PageCache(
    limitReads(connectBuild(build, 'production', tagged, monitoring), maxPages),
    pageCacheBytes,
  )
  const page = monitoring.traced(pageCache.fetch, routePatterns(build))
  const fetch: Handler = async (request) =>
    staticFile(request, new URL(request.url).pathname) ?? page(request)
  return { fetch, pageCache }
}

export function connectBuild(
  build: ServerBuild,
  mode: 'development' | 'production',
  connection: BackendConnection,
  monitoring: Monitoring,
): Handler {
  const entry = build.entry.module as unknown as {
    connectBackend(to: BackendConnection): void
    reportErrorsTo(report: (error: unknown) => void): void
  }
  entry.connectBackend(connection)
  entry.reportErrorsTo((error) => monitoring.report('a page failed', error))
  const render = createRequestHandler(build, mode)
  return async (request) => {
    const response = rejectLargeForm(request) ?? (await render(request))
    // Disables caching of `.data` responses, which open pages request to refresh their data.
    if (new URL(request.url).pathname.endsWith('.data'))
      response.headers.set('Cache-Control', 'no-store')
    return response
  }
}

/**
 * Maps a path to its route pattern, such as `/space/:id`, for reports without ids. React Router's
 * data requests (`.data`) get the pattern of their page.
 */
export function routePatterns(build: ServerBuild): (pathname: string) => string {
  const below = (parentId: string | undefined): RouteObject[] =>
    Object.values(build.routes)
      .filter((route) => route !== undefined && route.parentId === parentId)
      .map((route) => {
        const { id, path, index } = route as { id: string; path?: string; index?: boolean }
        return index ? { id, path, index } : { id, path, children: below(id) }
      })
  const routes = below(undefined)
  return (pathname) => {
    if (pathname === '/__manifest') return pathname
    const page = pathname.replace(/(\/_root|\/_)?\.data$/, '') || '/'
    const steps = (matchRoutes(routes, page) ?? []).map(({ route }) => route.path)
    return `/${steps.filter((step) => !!step).join('/')}`
  }
}
