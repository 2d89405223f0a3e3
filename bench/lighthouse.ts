import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '@hourspace/launch/postgres/port.ts'
import { browserExecutable } from '../e2e/support/browser.ts'

/**
 * `npm run bench -- lighthouse.ts [path …]` prints Lighthouse's mobile scores of the main public pages, the median of
 * three runs each. It starts the product with its own demo data and takes about five minutes. A busy machine lowers the
 * performance score, so Lighthouse's own CPU benchmark is printed too (`speed`). It uses CHROME_PATH or the Chromium of
 * the browser tests.
 */
const rounds = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const browser = browserExecutable()
const program = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

type Audit = { id: string; score: number | null; title: string; numericValue?: number }
type Report = {
  environment: { benchmarkIndex: number }
  categories: Record<
    (typeof categories)[number],
    { score: number; auditRefs: { id: string; weight: number }[] }
  >
  audits: Record<string, Audit>
}

async function startProduct(
  dataDir: string,
): Promise<{ origin: string; stop(): Promise<unknown> }> {
  const port = await freePort()
  const child = spawn(process.execPath, [program('launch/start.ts')], {
    env: { ...process.env, PORT: String(port), HOURSPACE_DATA_DIR: dataDir },
    stdio: 'inherit',
  })
  const ended = once(child, 'exit')
  const origin = `http://localhost:${port}`
  while (!(await fetch(origin).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('The product does not start.')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return { origin, stop: () => (child.kill(), ended) }
}

async function visit(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      program('node_modules/lighthouse/cli/index.js'),
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${categories.join()}`,
      '--chrome-flags=--headless --no-sandbox',
    ],
    {
      maxBuffer: 64 * 2 ** 20,
      env: { ...process.env, CHROME_PATH: browser },
    },
  )
  return JSON.parse(stdout) as Report
}

/** The median run by performance score. */
async function median(url: string): Promise<Report> {
  const reports: Report[] = []
  while (reports.length < rounds) reports.push(await visit(url))
  reports.sort((a, b) => a.categories.performance.score - b.categories.performance.score)
  return reports[rounds >> 1]!
}

/** Audits below 100, by weight. */
function shortcomings({ categories: all, audits }: Report): string[] {
  return Object.values(all)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .sort((a, b) => b.weight - a.weight)
    .map(({ id }) => audits[id]!.title)
}

const dataDir = mkdtempSync(join(tmpdir(), 'hourspace-lighthouse-'))
const product = await startProduct(dataDir)
try {
  const explore = await (await fetch(`${product.origin}/explore`)).text()
  const space = /href="(\/space\/[^"]+)"/.exec(explore)?.[1] ?? '/explore'
  const asked = process.argv.slice(2)
  const table: Record<string, Record<string, number | string>> = {}
  for (const path of asked.length > 0 ? asked : ['/', '/explore', space, '/new-york']) {
    const report = await median(product.origin + path)
    const { audits } = report
    const ms = (id: string) => Math.round(audits[id]?.numericValue ?? NaN)
    const scores = categories.map((name) => [name, Math.round(report.categories[name].score * 100)])
    table[path] = {
      ...Object.fromEntries(scores),
      'LCP ms': ms('largest-contentful-paint'),
      'TBT ms': ms('total-blocking-time'),
      CLS: (audits['cumulative-layout-shift']?.numericValue ?? NaN).toFixed(3),
      load: loadavg()[0]!.toFixed(1),
      speed: Math.round(report.environment.benchmarkIndex),
    }
    for (const title of shortcomings(report)) console.log(`${path}: ${title}`)
  }
  console.table(table)
} finally {
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
