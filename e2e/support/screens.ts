import { expect, type Page } from '@playwright/test'
import { cards, chooseDay, continueToPayment, dayInTokyo } from './booking.ts'
import { expectConfirmed, payWith } from './booking.ts'
import { signIn } from './people.ts'
import type { World } from './worlds.ts'

/** People of the demo, who have something to see. */
const demo = { guest: 'liam@hourspace.demo', host: 'maya@hourspace.demo' }
const demoPassword = 'hourspace-demo'

/** One of the product's main screens. `open` ends when everything on it is there. */
export type Screen = {
  name: string
  /** Who looks at it; a visitor when nobody. */
  who?: keyof typeof demo
  open(page: Page, world: World): Promise<void>
}

async function expectHeading(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Where the payment of the first visit was confirmed; later visits look at it again. */
let paidPath: string | undefined

async function payForSomething(page: Page): Promise<void> {
  await page.goto('/explore?location=Paris')
  await page.getByRole('list', { name: 'Spaces' }).getByRole('link').first().click()
  await chooseDay(page, dayInTokyo(6))
  await page.getByRole('radio', { disabled: false }).first().check()
  await continueToPayment(page)
  await payWith(page, cards.succeeds)
  await expectConfirmed(page)
}

/** The eight screens of the main job. */
export const screens: readonly Screen[] = [
  {
    name: 'home',
    open: async (page) => {
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
    },
  },
  {
    name: 'explore',
    open: async (page) => {
      await page.goto('/explore')
      await expectHeading(page, 'Explore Spaces')
      await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
    },
  },
  {
    name: 'space',
    open: async (page, { server }) => {
      const { data } = await server
        .from('spaces')
        .select('slug')
        .eq('location', 'Tokyo')
        .order('reviewCount', { ascending: false })
        .limit(1)
        .single()
        .throwOnError()
      await page.goto(`/space/${data.slug}`)
      await expect(page.getByRole('radio').first()).toBeVisible()
    },
  },
  {
    name: 'my-bookings',
    who: 'guest',
    open: async (page) => {
      await page.goto('/my-bookings')
      await expect(page.getByRole('button', { name: /^Cancel Booking/ }).first()).toBeVisible()
    },
  },
  {
    name: 'booking-confirmation',
    who: 'guest',
    open: async (page) => {
      if (paidPath) await page.goto(paidPath)
      else await payForSomething(page)
      await expectHeading(page, 'Booking Confirmed')
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible()
      paidPath ??= page.url()
    },
  },
  {
    name: 'dashboard',
    who: 'host',
    open: async (page) => {
      await page.goto('/dashboard')
      await expect(page.getByText('Total Earnings')).toBeVisible()
      await expect(page.getByRole('heading', { name: /payouts|Get paid/ })).toBeVisible()
    },
  },
  {
    name: 'my-listings',
    who: 'host',
    open: async (page) => {
      await page.goto('/my-listings')
      await expect(page.getByRole('switch').first()).toBeVisible()
    },
  },
  {
    name: 'create-listing',
    who: 'host',
    open: async (page) => {
      await page.goto('/create-listing')
      await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible()
    },
  },
]

/** Opens screens one after the other, each as the person it is for. */
export async function visitScreens(
  page: Page,
  world: World,
  look: (screen: Screen) => Promise<void>,
): Promise<void> {
  let who: Screen['who']
  for (const screen of screens) {
    if (screen.who && screen.who !== who) {
      await page.context().clearCookies()
      await page.goto('/about')
      await page.evaluate(() => localStorage.clear())
      await page.goto('/')
      await signIn(page, demo[screen.who], demoPassword)
      who = screen.who
    }
    await screen.open(page, world)
    await look(screen)
  }
}
