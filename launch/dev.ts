import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { createServer as createVite } from 'vite'
import { webConnection } from './blueprint.ts'
import { readEnvironment } from './environment.ts'
import { listen } from './http/server.ts'
import { openInstallation } from './installation.ts'
import { backendRoute, openMonitoring } from './monitoring.ts'
import { runProgram } from './program.ts'
import { connectBuild } from './web/app.ts'

const webDir = fileURLToPath(new URL('../web', import.meta.url))

/** `npm run dev`: as `npm start`, but the web app is served from its sources and follows them without a reload. */
await runProgram(async (program) => {
  const environment = readEnvironment(process.env)
  const monitoring = await openMonitoring(program, environment)
  const installation = await openInstallation(program, environment, 'product', monitoring)
  const { world } = installation
  const connection = webConnection(installation.blueprint, world, monitoring)

  const server = createServer()
  const onTerm = process.listeners('SIGTERM')
  const vite = await program.step('Vite', () =>
    createVite({
      root: webDir,
      configFile: `${webDir}/vite.config.ts`,
      server: { middlewareMode: true, hmr: { server } },
      appType: 'custom',
    }),
  )
  program.onClose(vite.close.bind(vite))
  // React Router runs a Vite of its own inside, which would exit at SIGTERM before PostgreSQL is stopped.
  for (const listener of process.listeners('SIGTERM'))
    if (!onTerm.includes(listener)) process.off('SIGTERM', listener)

  const answerWorld = getRequestListener(monitoring.traced(world.fetch, backendRoute))
  const answerWeb = getRequestListener(async (request) => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
    const render = connectBuild(build, 'development', connection, monitoring)
    return render(request)
  })
  server.on('request', (request, response) => {
    const pathname = new URL(request.url ?? '/', 'http://localhost').pathname
    if (world.serves(pathname)) void answerWorld(request, response)
    else vite.middlewares(request, response, () => void answerWeb(request, response))
  })
  server.on('upgrade', (request, socket, head) => {
    // Vite answers its own sockets on the same server.
    if (request.headers['sec-websocket-protocol']?.startsWith('vite-')) return
    world.upgrade(request, socket, head)
  })
  const { close } = await listen(server, { port: environment.PORT, host: environment.HOST })
  program.onClose(close)
  await world.start()
  console.log(`\nHourspace is ready at ${environment.SITE_URL}; changes under web/ show at once.\n`)
})
