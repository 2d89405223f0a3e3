import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { openStaticFiles } from '#launch/http/static-files.ts'
import type { BackendConnection } from '#web/data/backend.server.ts'
import { buildDir } from './build.ts'

type Handler = (request: Request) => Promise<Response>

/** Loads the built web app and connects it: files from memory, everything else rendered. */
export async function openWeb(connection: BackendConnection): Promise<Handler> {
  const staticFile = openStaticFiles(join(buildDir, 'client'))
  const file = pathToFileURL(join(buildDir, 'server', 'index.js'))
  const build = (await import(file.href)) as ServerBuild
  connectBuild(build, connection)
  const render = createRequestHandler(build, 'production')
  return async (request) => staticFile(request, new URL(request.url).pathname) ?? render(request)
}

/** Hands the backend to a loaded build of the web app. */
export function connectBuild(build: ServerBuild, connection: BackendConnection): void {
  const entry = build.entry.module as unknown as { connectBackend(to: BackendConnection): void }
  entry.connectBackend(connection)
}
