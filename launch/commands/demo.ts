import type { Command } from 'commander'
import { readEnvironment } from '#launch/environment/environment.ts'
import { runCommand } from '#launch/lifecycle.ts'
import { noMonitoring } from '#launch/monitoring.ts'

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('add the demo data to an empty database, as the first `npm start` does')
    .action(() =>
      runCommand(async (lifecycle) => {
        const environment = { ...readEnvironment(process.env), SEED: 'demo' as const }
        const { bootstrap } = await import('#launch/bootstrap.ts')
        await bootstrap(lifecycle, environment, 'product', noMonitoring)
        lifecycle.stop()
      }),
    )
}
