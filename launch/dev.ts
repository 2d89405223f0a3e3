import { company } from '@hourspace/domain/company.ts'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { createServer as createVite } from 'vite'
import { bootstrap } from './bootstrap.ts'
import { webConnection } from './config.ts'
import { readEnvironment } from './environment/environment.ts'
import { listen } from './http/server.ts'
import { runCommand } from './lifecycle.ts'
import { openMonitoring } from './monitoring.ts'
import { createRouter, createUpgradeHandler, isServicePath } from './router.ts'
import { connectBuild, routePatterns } from './web/app.ts'

const webDir = fileURLToPath(new URL('../web', import.meta.url))

/** `npm run dev` works like `npm start`, except that Vite serves the web app from its sources. */
await runCommand(async (lifecycle) => {
  const environment = readEnvironment(process.env)
  const monitoring = await openMonitoring(lifecycle, environment)
  const { config, services } = await bootstrap(lifecycle, environment, 'product', monitoring)
  const connection = webConnection(config, services.backend, monitoring)

  const server = createServer()
  const ownListeners = process.listeners('SIGTERM')
  const vite = await lifecycle.step('Vite', () =>
    createVite({
      root: webDir,
      configFile: `${webDir}/vite.config.ts`,
      server: { middlewareMode: true, hmr: { server } },
      appType: 'custom',
    }),
  )
  lifecycle.onClose(vite.close.bind(vite))
  // Removes Vite's SIGTERM listener, which would exit before PostgreSQL has stopped.
  for (const listener of process.listeners('SIGTERM'))
    if (!ownListeners.includes(listener)) process.off('SIGTERM', listener)

  const callService = getRequestListener(createRouter(services, monitoring))
  const renderPage = getRequestListener(async (request) => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
    const render = connectBuild(build, 'development', connection, monitoring)
    return monitoring.traced(render, routePatterns(build))(request)
  })
  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (isServicePath(services, pathname)) void callService(request, response)
    else vite.middlewares(request, response, () => void renderPage(request, response))
  })
  const upgrade = createUpgradeHandler(services.backend, monitoring)
  server.on('upgrade', (request, socket, head) => {
    // Ignores the WebSockets of Vite, which has its own upgrade listener on this server.
    if (request.headers['sec-websocket-protocol']?.startsWith('vite-')) return
    upgrade(request, socket, head)
  })
  const { close } = await listen(server, { port: environment.PORT, host: environment.HOST })
  lifecycle.onClose(close)
  await services.start()
  console.log(
    `\n${company.name} is ready at ${environment.SITE_URL} (changes in web/ appear immediately)\n`,
  )
})
