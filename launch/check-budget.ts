import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './lifecycle.ts'
import { StartupError } from './startup-error.ts'
import { readManifest, weighPages, type Budget } from './web/budget.ts'
import { buildDir, buildStep } from './web/build.ts'

const budgetFile = new URL('../web/budget.json', import.meta.url)

/** `npm run budget` fails when a page sends more JavaScript than `web/budget.json` allows. */
await runCommand(async (lifecycle) => {
  await buildStep(lifecycle)
  const budget = JSON.parse(readFileSync(budgetFile, 'utf8')) as Budget
  const clientDir = join(buildDir, 'client')
  const pages = weighPages(readManifest(clientDir), budget, (file) =>
    readFileSync(join(clientDir, file), 'utf8'),
  )
  console.log('\n  JavaScript of the first page load, gzipped\n')
  for (const { route, KiB, limitKiB } of pages) {
    const mark = KiB > limitKiB ? '✗' : ' '
    console.log(`${mark} ${KiB.toFixed(1).padStart(6)} of ${limitKiB} KiB  ${route}`)
  }
  const heavy = pages.filter(({ KiB, limitKiB }) => KiB > limitKiB)
  if (heavy.length > 0)
    throw new StartupError(
      `These pages exceed the JavaScript budget of web/budget.json: ${heavy.map(({ route }) => route).join(', ')}. See "JavaScript budget" in web/README.md.`,
    )
  lifecycle.stop()
})
