import { execFile } from 'node:child_process'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { browserExecutable } from '../e2e/support/browser.ts'
import { startProduct } from './product.ts'

/**
 * `npm run bench -- lighthouse.ts [path …]` runs Lighthouse five times for mobile on the main
 * public pages. Prints the scores of the run with the median performance score. Run `npm ci
 * --prefix bench/peers` first. Takes about eight minutes. A busy machine lowers the performance
 * score, so the table has the load average and Lighthouse's CPU benchmark (`cpu`). Without
 * CHROME_PATH it uses a headless shell, because the full browser paints up to two seconds later
 * without a GPU.
 */
const rounds = 5
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

async function visit(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      program('bench/peers/node_modules/lighthouse/cli/index.js'),
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

/** Returns the report with the median performance score. */
async function medianReport(url: string): Promise<Report> {
  const reports: Report[] = []
  for (let failures = 0; reports.length < rounds;) {
    try {
      reports.push(await visit(url))
    } catch (cause) {
      // Retries, because Chromium sometimes records no trace (NO_NAVSTART).
      if (++failures === 3) throw cause
    }
  }
  reports.sort((a, b) => a.categories.performance.score - b.categories.performance.score)
  return reports[rounds >> 1]!
}

/** Returns the titles of weighted audits that score below 0.9, by descending weight. */
function failedAudits({ categories: all, audits }: Report): string[] {
  return Object.values(all)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .sort((a, b) => b.weight - a.weight)
    .map(({ id }) => audits[id]!.title)
}

const product = await startProduct()
try {
  const explore = await (await fetch(`${product.url}/explore`)).text()
  const space = /href="(\/space\/[^"]+)"/.exec(explore)?.[1] ?? '/explore'
  const requested = process.argv.slice(2)
  const table: Record<string, Record<string, number | string>> = {}
  for (const path of requested.length > 0 ? requested : ['/', '/explore', space, '/new-york']) {
    const report = await medianReport(product.url + path)
    const { audits } = report
    const ms = (id: string) => Math.round(audits[id]?.numericValue ?? NaN)
    const scores = categories.map((name) => [name, Math.round(report.categories[name].score * 100)])
    table[path] = {
      ...Object.fromEntries(scores),
      'LCP ms': ms('largest-contentful-paint'),
      'TBT ms': ms('total-blocking-time'),
      CLS: (audits['cumulative-layout-shift']?.numericValue ?? NaN).toFixed(3),
      load: loadavg()[0]!.toFixed(1),
      cpu: Math.round(report.environment.benchmarkIndex),
    }
    for (const title of failedAudits(report)) console.log(`${path}: ${title}`)
  }
  console.table(table)
} finally {
  await product.stop()
}
