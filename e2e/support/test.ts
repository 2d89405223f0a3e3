import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { newAddress, password } from './people.ts'
import { rememberedBy, storageOf, type Person } from './sessions.ts'
import { openWorld, places, type Place, type World } from './worlds.ts'

/** Browser messages that are no defect of ours. */
const tolerated = [
  // Stripe answers a declined card with 402, and so does its stand-in; browsers report that by themselves.
  /the server responded with a status of 402/,
  // The outbox lets no mail run scripts, and those of Playwright are none the less.
  /Blocked script execution in '[^']+\/_sandbox\/outbox\//,
]

export type WorldOption = { place: Place }

type Fixtures = WorldOption & {
  world: World
  /** Signs a new person up in the browser of `page` before it opens one, without the dialog. Answers their address. */
  signedUp: (name: string) => Promise<string>
  /** The same for somebody who has an account. */
  signedIn: (email: string, secret?: string) => Promise<void>
  /** The browser of another person: nothing stored, nobody signed in. */
  anotherBrowser: () => Promise<Page>
  /** The browser of somebody who has signed in before. */
  browserOf: (person: Person, options?: BrowserContextOptions) => Promise<Page>
  /** Complaints that a spec brings about on purpose. */
  expectedComplaints: RegExp[]
  /** What the pages of this test complained about. */
  complaints: string[]
}

/** Pages whose unexpected console errors fail the test. */
export const test = base.extend<Fixtures>({
  place: [places.present, { option: true }],
  expectedComplaints: [[], { option: true }],
  world: async ({ place }, use) => use(openWorld(place)),
  complaints: async ({ expectedComplaints }, use) => {
    const complaints: string[] = []
    await use(complaints)
    const isExpected = (text: string) => expectedComplaints.some((pattern) => pattern.test(text))
    expect(complaints.filter((text) => !isExpected(text))).toEqual([])
  },
  context: async ({ context, complaints, javaScriptEnabled }, use) => {
    attend(context, complaints, javaScriptEnabled)
    await use(context)
  },
  signedUp: async ({ context, place, world }, use) =>
    use(async (name) => {
      const email = newAddress(name)
      const { auth } = world.visitor()
      await context.setStorageState(storageOf(await auth.signUp({ email, password }), place.url))
      return email
    }),
  signedIn: async ({ context, place, world }, use) =>
    use(async (email, secret = password) => {
      const { auth } = world.visitor()
      const answer = await auth.signInWithPassword({ email, password: secret })
      await context.setStorageState(storageOf(answer, place.url))
    }),
  browserOf: async ({ browser, complaints, place, world }, use) => {
    const pages: Page[] = []
    await use(async (person, options = {}) => {
      const storageState = await rememberedBy(person, world, place.url)
      const context = await browser.newContext({ ...options, storageState })
      attend(context, complaints, options.javaScriptEnabled)
      const page = await context.newPage()
      pages.push(page)
      return page
    })
    for (const page of pages) await page.context().close()
  },
  anotherBrowser: async ({ browserOf }, use) => use(() => browserOf('visitor')),
})

export { expect }

/** Every page of a browser, also those that open later. */
function attend(context: BrowserContext, complaints: string[], hasScripts = true): void {
  context.on('page', (page) => {
    watch(page, complaints)
    if (hasScripts) awaitScripts(page)
  })
}

function watch(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    const text = `${message.text()} (${message.location().url})`
    if (message.type() === 'error' && !tolerated.some((pattern) => pattern.test(text))) {
      complaints.push(text)
    }
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
}

/**
 * A page is there when its scripts have taken it over, which they do after its first view
 * (web/app/lib/scripts-last.server.ts). What is pressed before is kept, but a spec is to find what a
 * person finds, and rarely in that moment. Whoever waits for no more than 'commit' gets it at once.
 */
function awaitScripts(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const takenOver = () => page.waitForFunction(() => !document.querySelector('html[data-waits]'))
  page.goto = async (address, options) => {
    const response = await goto(address, options)
    if (options?.waitUntil !== 'commit') await takenOver()
    return response
  }
  page.reload = async (...request) => {
    const response = await reload(...request)
    await takenOver()
    return response
  }
}
