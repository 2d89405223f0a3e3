import { type ServerConfig, servicesOptions } from '#launch/config.ts'
import { remoteFakeServices } from '#launch/fake-services.ts'
import { runCommand } from '#launch/lifecycle.ts'
import { openMonitoring } from '#launch/monitoring.ts'
import { listenOnPort } from '#launch/serve.ts'
import { openServices } from '#launch/services.ts'
import type { MessageFromWorker, MessageToWorker } from './primary.ts'

await runCommand(
  async (lifecycle) => {
    const config = await new Promise<ServerConfig>((resolve) => {
      process.on('message', (message: MessageToWorker) => {
        if (message === 'stop') lifecycle.stop()
        else resolve(message)
      })
    })
    const monitoring = await openMonitoring(lifecycle, config.environment)
    const fakes = remoteFakeServices(config.fakes)
    const services = await openServices(servicesOptions(config, monitoring), fakes)
    lifecycle.onClose(services.close)
    lifecycle.onClose(await listenOnPort(config, services, monitoring))
    await services.start({ jobs: false })
    process.send?.('ready' satisfies MessageFromWorker)
  },
  { quiet: true },
)
