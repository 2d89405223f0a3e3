import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { newAccount, password } from './accounts.ts'
import { rememberedBy, storageOf, type Persona } from './sessions.ts'
import { openClients, instances, type Instance, type TestClients } from './instances.ts'

/** Console errors that every spec ignores, because they are not bugs of Hourspace. */
const tolerated = [
  // A payment with a declined card gets a 402 response, which browsers log.
  /the server responded with a status of 402/,
  // The outbox blocks scripts in emails, including the scripts that Playwright injects.
  /Blocked script execution in '[^']+\/_sandbox\/outbox\//,
]

export type InstanceOption = { instance: Instance }

type Fixtures = InstanceOption & {
  clients: TestClients
  /** Signs a new user with a name up through the API, before `page` opens, and returns the email. */
  signedUp: (name: string) => Promise<string>
  /** Signs an existing user in through the API, before `page` opens. */
  signedIn: (email: string, secret?: string) => Promise<void>
  anotherBrowser: () => Promise<Page>
  /** Opens a new browser context, signed in as a persona or as the user with the given email. */
  browserOf: (who: Persona | { email: string }, options?: BrowserContextOptions) => Promise<Page>
  /** Pattern of the console errors that the test causes on purpose. */
  expectedConsoleErrors: RegExp | undefined
  consoleErrors: string[]
}

/** Playwright's test function; an unexpected console error on any page fails the test. */
export const test = base.extend<Fixtures>({
  instance: [instances.present, { option: true }],
  expectedConsoleErrors: [undefined, { option: true }],
  clients: async ({ instance }, use) => use(openClients(instance)),
  consoleErrors: async ({ expectedConsoleErrors }, use) => {
    const consoleErrors: string[] = []
    await use(consoleErrors)
    expect(consoleErrors.filter((text) => !expectedConsoleErrors?.test(text))).toEqual([])
  },
  context: async ({ context, consoleErrors, javaScriptEnabled }, use) => {
    attend(context, consoleErrors, javaScriptEnabled)
    await use(context)
  },
  signedUp: async ({ context, instance, clients }, use) =>
    use(async (name) => {
      const account = newAccount(name)
      const { auth } = clients.visitor()
      await context.setStorageState(storageOf(await auth.signUp(account), instance.url))
      return account.email
    }),
  signedIn: async ({ context, instance, clients }, use) =>
    use(async (email, secret = password) => {
      const { auth } = clients.visitor()
      const answer = await auth.signInWithPassword({ email, password: secret })
      await context.setStorageState(storageOf(answer, instance.url))
    }),
  browserOf: async ({ browser, consoleErrors, instance, clients }, use) => {
    const pages: Page[] = []
    await use(async (who, options = {}) => {
      const storageState = await rememberedBy(who, clients, instance.url)
      const context = await browser.newContext({ ...options, storageState })
      attend(context, consoleErrors, options.javaScriptEnabled)
      const page = await context.newPage()
      pages.push(page)
      return page
    })
    for (const page of pages) await page.context().close()
  },
  anotherBrowser: async ({ browserOf }, use) => use(() => browserOf('visitor')),
})

export { expect }

/**
 * Collects the console errors of each page that a browser context opens. With scripts, navigations
 * of these pages wait for hydration.
 */
function attend(context: BrowserContext, consoleErrors: string[], hasScripts = true): void {
  context.on('page', (page) => {
    watch(page, consoleErrors)
    if (hasScripts) awaitHydration(page)
  })
}

function watch(page: Page, consoleErrors: string[]): void {
  page.on('console', (message) => {
    const text = `${message.text()} (${message.location().url})`
    if (message.type() === 'error' && !tolerated.some((pattern) => pattern.test(text))) {
      consoleErrors.push(text)
    }
  })
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
}

/**
 * Makes `page.goto` and `page.reload` wait until React has hydrated the page, so that React handles
 * the test's input. In `page.goto`, `waitUntil: 'commit'` skips the wait.
 */
function awaitHydration(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const hydrated = () =>
    page.waitForFunction(
      () =>
        // React adds a property with the prefix `__reactProps` to each hydrated element.
        Object.keys(document.documentElement).some((key) => key.startsWith('__reactProps')),
      undefined,
      // Polls every 50 ms. The default, each animation frame, keeps the browser rendering.
      { polling: 50 },
    )
  page.goto = async (address, options) => {
    const response = await goto(address, options)
    // The pages of the fake services do not use React, so they need no hydration.
    const isSandbox = new URL(page.url()).pathname.startsWith('/_sandbox')
    if (options?.waitUntil !== 'commit' && !isSandbox) await hydrated()
    return response
  }
  page.reload = async (...request) => {
    const response = await reload(...request)
    await hydrated()
    return response
  }
}
