import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { browserExecutable } from './support/browser.ts'
import { screens, visitScreens } from './support/screens.ts'
import { openWorld, shownPlace as place } from './support/worlds.ts'

/**
 * `npm run screenshots`: the main screens of a fresh demo at three widths, light and dark, into
 * `screenshots/`, with one sheet of all of them a theme.
 */
const folder = 'screenshots'
const widths = [390, 768, 1440]
const height = 900
const themes = ['light', 'dark'] as const

const stop = await startDemo()
const world = openWorld(place)
const browser = await chromium.launch({ executablePath: browserExecutable() })
mkdirSync(folder, { recursive: true })
for (const theme of themes) {
  for (const width of widths) await takeScreens(theme, width)
  await makeSheet(theme)
}
await browser.close()
await stop()

/** Starts the product as `npm start` does, with data of its own. Returns how to end it. */
async function startDemo(): Promise<() => Promise<void>> {
  rmSync(place.dataDir, { recursive: true, force: true })
  const child = spawn(process.execPath, [...process.execArgv, 'launch/start.ts'], {
    env: { ...process.env, PORT: String(place.port), HOURSPACE_DATA_DIR: place.dataDir },
    stdio: 'inherit',
  })
  const ended = once(child, 'exit')
  const isWell = () =>
    fetch(`${place.url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (child.exitCode === null && !(await isWell())) await sleep(250)
  if (child.exitCode !== null) throw new Error('The demo did not start')
  return async () => {
    child.kill()
    await ended
  }
}

function fileOf(theme: string, screen: string, width: number): string {
  return join(folder, `${theme}-${screen}-${width}.png`)
}

async function takeScreens(theme: (typeof themes)[number], width: number): Promise<void> {
  const context = await browser.newContext({
    baseURL: place.url,
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
  const page = await context.newPage()
  await visitScreens(page, world, async ({ name }) => {
    await loadPictures(page)
    await page.screenshot({ path: fileOf(theme, name, width), fullPage: true })
  })
  await context.close()
  console.log(`${theme}, ${width} px`)
}

/** Pictures further down are loaded when they come into view; here all of the page is looked at. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager'
    await Promise.all(Array.from(document.images, (picture) => picture.decode().catch(() => {})))
    await document.fonts.ready
  })
}

/** All screens of a theme side by side: a row a width, what lies below the fold cut off. */
async function makeSheet(theme: string): Promise<void> {
  const cell = { width: 480, height: 640, gap: 16 }
  const tile = { width: cell.width, height: cell.height }
  const tiles = widths.flatMap((width, row) =>
    screens.map(async ({ name }, column) => ({
      input: await sharp(fileOf(theme, name, width))
        .resize({ width: cell.width })
        .extend({ bottom: cell.height, extendWith: 'background', background: '#808080' })
        .toBuffer()
        .then((picture) =>
          sharp(picture)
            .extract({ left: 0, top: 0, ...tile })
            .toBuffer(),
        ),
      left: column * (cell.width + cell.gap),
      top: row * (cell.height + cell.gap),
    })),
  )
  await sharp({
    create: {
      width: screens.length * (cell.width + cell.gap) - cell.gap,
      height: widths.length * (cell.height + cell.gap) - cell.gap,
      channels: 3,
      background: '#808080',
    },
  })
    .composite(await Promise.all(tiles))
    .webp({ quality: 80 })
    .toFile(join(folder, `sheet-${theme}.webp`))
}
