import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { browserExecutable } from './support/browser.ts'
import { makeSheets, type Picture } from './support/contact-sheets.ts'
import { screens } from './support/screens.ts'
import { rememberedBy, type Persona } from './support/sessions.ts'
import { expectFilled, openScreen } from './support/visits.ts'
import { openClients, screenshotInstance as instance } from './support/instances.ts'

/**
 * `npm run screenshots` saves screenshots of every screen of a fresh demo to `screenshots/`, at
 * three widths and in two themes (light and dark). It also saves contact sheets for each theme.
 * Arguments filter by name: `npm run screenshots -- home city`.
 */
const folder = 'screenshots'
const widths = [390, 768, 1440]
const height = 900
const themes = ['light', 'dark'] as const
const wanted = process.argv.slice(2)
const shown = screens.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)

const stop = await startDemo()
const clients = openClients(instance)
const browser = await chromium.launch({ executablePath: browserExecutable() })
mkdirSync(folder, { recursive: true })
try {
  for (const width of widths) {
    for (const persona of new Set(shown.map(({ who = 'visitor' }) => who))) {
      await takeScreensOf(persona, width)
    }
    console.log(`${width} px`)
  }
} finally {
  await browser.close()
  await stop()
}
for (const theme of themes) {
  await makeSheets(
    join(folder, `sheet-${theme}`),
    shown.map(({ name }) => ({
      name,
      pictures: widths.map((width) => pictureOf(theme, name, width)),
    })),
  )
}

/** Starts Hourspace with an empty data folder. Returns a function that stops it. */
async function startDemo(): Promise<() => Promise<void>> {
  rmSync(instance.dataDir, { recursive: true, force: true })
  const child = spawn(process.execPath, [...process.execArgv, 'launch/start.ts'], {
    env: { ...process.env, PORT: String(instance.port), HOURSPACE_DATA_DIR: instance.dataDir },
    stdio: 'inherit',
  })
  const ended = once(child, 'exit')
  const isWell = () =>
    fetch(`${instance.url}/healthz`).then(
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

function pictureOf(theme: string, screen: string, width: number): Picture {
  return { width, file: join(folder, `${theme}-${screen}-${width}.png`) }
}

async function takeScreensOf(persona: Persona, width: number): Promise<void> {
  const context = await browser.newContext({
    baseURL: instance.url,
    viewport: { width, height },
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    storageState: await rememberedBy(persona, clients, instance.url),
  })
  const page = await context.newPage()
  for (const screen of shown.filter(({ who = 'visitor' }) => who === persona)) {
    await openScreen(page, screen, clients)
    await expectFilled(page, screen)
    await loadPictures(page)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      await page.screenshot({ path: pictureOf(theme, screen.name, width).file, fullPage: true })
    }
  }
  await context.close()
}

/** Loads the page's lazy images and waits for its fonts. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager'
    await Promise.all(Array.from(document.images, (picture) => picture.decode().catch(() => {})))
    await document.fonts.ready
  })
}
