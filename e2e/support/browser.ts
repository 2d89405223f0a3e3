import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/**
 * Paths at which Chromium or Chrome may be installed, in order of preference. Debian's headless
 * shell is first, because it opens a page about three times faster than the full browser.
 */
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Returns the path of a Chromium browser: `CHROME_PATH`, an installed browser, or one that
 * Playwright or apt installs now. Throws an error with installation instructions if none is
 * available.
 */
export function browserExecutable(): string {
  const known = findBrowser()
  if (known) return known
  for (const [command, ...args] of installers()) {
    try {
      execFileSync(command as string, args, { stdio: 'inherit' })
    } catch {
      continue
    }
    const found = findBrowser()
    if (found) return found
  }
  throw new Error(
    'No Chromium found: install one (apt-get install chromium, or npx playwright install chromium) or set CHROME_PATH',
  )
}

function findBrowser(): string | undefined {
  return [process.env['CHROME_PATH'], ...installed, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  )
}

function installers(): string[][] {
  const playwright = ['npx', 'playwright', 'install', 'chromium-headless-shell', 'chromium']
  const isRoot = process.getuid?.() === 0
  return existsSync('/usr/bin/apt-get') && isRoot
    ? [
        ['apt-get', 'update', '-qq'],
        ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'],
        playwright,
      ]
    : [playwright]
}

/**
 * Returns the options with which Playwright starts the browser. WebGL is off unless a test needs
 * it, because rendering without a GPU is slow.
 */
export const launchOptions = ({ webGL }: { webGL: boolean }) => ({
  executablePath: browserExecutable(),
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Turns off the optimizing compilers, because test pages close before optimized code would save
    // more time than its compilation takes. Sets the minimum semi-space to 32 MiB. With the default
    // of 1 MiB, V8 often collects garbage while a page loads.
    '--js-flags=--no-turbofan,--no-maglev,--min-semi-space-size=32',
    webGL ? '--enable-unsafe-swiftshader' : '--disable-3d-apis',
  ],
})
