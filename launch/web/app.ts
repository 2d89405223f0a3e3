import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { rejectLargeForm } from '#launch/http/form-limit.ts'
import { openStaticFiles } from '#launch/http/static-files.ts'
import type { Handler, Monitoring } from '#launch/monitoring.ts'
import type { BackendConnection } from '@hourspace/web/data/backend.server.ts'
import { buildDir } from './build.ts'
import { routePatterns } from './route-pattern.ts'

/** Loads the built web app. Static files are served from memory; other requests are rendered. */
export async function openWeb(
  connection: BackendConnection,
  monitoring: Monitoring,
): Promise<Handler> {
  const staticFile = openStaticFiles(join(buildDir, 'client'))
  const file = pathToFileURL(join(buildDir, 'server', 'index.js'))
  const build = (await import(file.href)) as ServerBuild
  const render = connectBuild(build, 'production', connection, monitoring)
  return async (request) => staticFile(request, new URL(request.url).pathname) ?? render(request)
}

/** Connects a loaded build to the backend and error reporting, and returns its request handler. */
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
  return monitoring.traced(
    async (request) => rejectLargeForm(request) ?? render(request),
    routePatterns(build),
  )
}
