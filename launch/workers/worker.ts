import { type Blueprint, worldOptions } from '#launch/blueprint.ts'
import { openMonitoring } from '#launch/monitoring.ts'
import { runProgram } from '#launch/program.ts'
import { serveHere } from '#launch/serve.ts'
import { distantStandIns } from '#launch/stand-ins.ts'
import { openWorld } from '#launch/world.ts'
import type { FromPrimary, FromWorker } from './messages.ts'

/**
 * One of several processes that answer on one port. Its primary tells it what to serve and when to end;
 * without a primary Node ends it at once.
 */
await runProgram(
  async (program) => {
    const blueprint = await new Promise<Blueprint>((resolve) => {
      process.on('message', (message: FromPrimary) => {
        if (message === 'end') program.end()
        else resolve(message)
      })
    })
    const monitoring = await openMonitoring(program, blueprint.environment)
    const standIns = distantStandIns(blueprint.standIns)
    const world = await openWorld(worldOptions(blueprint, monitoring), standIns)
    program.onClose(world.close)
    program.onClose(await serveHere(blueprint, world, monitoring))
    await world.start({ jobs: false })
    process.send?.('ready' satisfies FromWorker)
  },
  { quiet: true },
)
