import type { Page } from '@playwright/test'
import { formatDate } from '@hourspace/web/lib/times.ts'
import { dialogs, phone, violations } from '../../support/axe.ts'
import { dayInTokyo } from '../../support/booking.ts'
import { clickOnBusyPage } from '../../support/busy-page.ts'
import { checkOutAsRival, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'
import type { TestClients } from '../../support/instances.ts'
import { navigate } from '../../support/visits.ts'

const results = (page: Page) => page.getByRole('list', { name: 'Spaces', exact: true })
const titles = (page: Page) => results(page).getByRole('heading').allTextContents()
const field = (page: Page) => page.getByRole('combobox', { name: 'Search spaces' })
const active = (page: Page) => page.getByRole('list', { name: 'Active filters' })

/**
 * Creates three spaces in a new location: an available space, a space booked at 3 PM, and an
 * available space with a smaller capacity.
 */
async function threeSpaces(clients: TestClients, date: string) {
  const location = `Findhaven ${process.pid}x${Date.now()}`
  const details = { location, price: 2000 }
  const free = await listSpace(clients, { ...details, cancellation_policy: 'strict' })
  const taken = await listSpace(clients, { ...details, price: 0 })
  const small = await listSpace(clients, details)
  await clients.server
    .from('spaces')
    .update({ capacity: 20 })
    .in('id', [free.id, taken.id])
    .throwOnError()
  await checkOutAsRival(clients, taken.id, { date, hour: 15, hours: 1 })
  return { location, free, small }
}

test('a home page search finds only spaces free at the chosen time, and filters can be added and removed on the results page', async ({
  page,
  clients,
}) => {
  const date = dayInTokyo(3)
  const { location, free, small } = await threeSpaces(clients, date)
  // Blocks Realtime, because spaces that other tests list would be inserted into the results.
  await page.routeWebSocket(/\/realtime\//, () => {})
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Free tomorrow' })).toHaveAttribute(
    'href',
    /^\/explore\?date=\d{4}-\d\d-\d\d$/,
  )
  const text = page.getByRole('combobox', { name: 'Search by location' })
  await test.step('A small desktop window shows the example in the search field', async () => {
    const desktop = page.viewportSize()
    await page.setViewportSize({ width: 1024, height: 768 })
    expect((await text.boundingBox())?.width).toBeGreaterThan(240)
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeInViewport({
      ratio: 1,
    })
    if (desktop) await page.setViewportSize(desktop)
  })
  await text.fill(location)
  await page.getByLabel('Date').fill(date)
  await page.getByLabel('Start').selectOption('2:00 PM')
  await page.getByLabel('Length').selectOption('3 hours')
  await page.getByRole('spinbutton', { name: 'People' }).fill('12')
  await page.getByRole('button', { name: 'Search', exact: true }).click()

  await expect(page).toHaveURL(/\/explore\?/)
  const found = page.url()
  const { searchParams } = new URL(found)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    q: location,
    date,
    from: '14:00',
    hours: '3',
    guests: '12',
  })
  await expect.poll(() => titles(page)).toEqual([free.title])
  await expect(results(page)).toContainText('¥6,600 for 3 h, all in')

  await test.step('A space card opens the space page with the chosen time, and the space page links back to the results', async () => {
    await results(page).getByRole('link', { name: free.title }).click()
    await expect(page).toHaveURL(new RegExp(`/space/.*date=${date}.*from=14.*hours=3.*guests=12`))
    const back = page.getByRole('link', { name: 'Back to results' })
    await expect(back).toBeVisible()
    await test.step('On a phone, the link "Back to results" causes no layout shift', async () => {
      const desktop = page.viewportSize()
      await page.setViewportSize(phone)
      const [shown, hidden] = await back.evaluate((link) => {
        const topOfTitle = () => document.querySelector('h1')?.getBoundingClientRect().top
        const withLink = topOfTitle()
        link.style.display = 'none'
        const without = topOfTitle()
        link.style.display = ''
        return [withLink, without]
      })
      expect(shown).toBe(hidden)
      if (desktop) await page.setViewportSize(desktop)
    })
    await back.click()
    await expect(page).toHaveURL(found)
    await expect(page.getByLabel('Start')).toHaveValue('14:00')
  })

  const both = [free.title, small.title].sort()
  await test.step('Filter chips remove filters from the URL, and Back restores the filters', async () => {
    await active(page).getByRole('link', { name: '12 people' }).click()
    await expect(page).not.toHaveURL(/guests=/)
    await expect.poll(async () => (await titles(page)).sort()).toEqual(both)
    await page.goBack()
    await expect(page).toHaveURL(/guests=12/)
    await expect.poll(() => titles(page)).toEqual([free.title])
    await expect(page.getByRole('spinbutton', { name: 'People' })).toHaveValue('12')
  })

  await test.step('An empty result names the filter that excludes all spaces and offers to remove that filter', async () => {
    await page.getByRole('spinbutton', { name: 'People' }).fill('500')
    await expect(page.getByText('No spaces found. Try adjusting your filters.')).toBeVisible()
    await expect(page.getByText('Without “500 people” there are 2 spaces.')).toBeVisible()
    await expect(page.getByText('This browser can’t show maps.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove 500 people' }).click()
    await expect.poll(async () => (await titles(page)).sort()).toEqual(both)
    await expect(page).not.toHaveURL(/guests=/)
  })

  await test.step('The filter drawer counts matching spaces before it filters the list', async () => {
    await page.getByRole('button', { name: /^Filters/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await drawer.getByRole('checkbox', { name: /^Strict cancellation/ }).check()
    await expect(drawer.getByRole('button', { name: 'Show 1 space' })).toBeVisible()
    await drawer.getByLabel('Maximum price').fill('20')
    await drawer.getByLabel('Currency of the price').selectOption('JPY')
    await expect(drawer.getByRole('button', { name: 'Show 0 spaces' })).toBeVisible()
    await drawer.getByLabel('Maximum price').fill('6600')
    await drawer.getByRole('button', { name: /^Projector/ }).click()
    expect(await violations(page, dialogs)).toEqual([])
    await drawer.getByRole('button', { name: 'Show 1 space' }).click()
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('button', { name: 'Filters (3)' })).toBeFocused()
    await expect(page).toHaveURL(/max=6600.*currency=JPY.*amenities=Projector.*policy=strict/)
    await expect.poll(() => titles(page)).toEqual([free.title])
    await page.goBack()
    await expect(page).not.toHaveURL(/max=6600/)
    await expect(drawer).toBeHidden()
    await expect.poll(async () => (await titles(page)).sort()).toEqual(both)
    await page.goForward()
    await expect(page).toHaveURL(/max=6600/)
    await expect.poll(() => titles(page)).toEqual([free.title])
  })

  await test.step('The filter drawer stays open after a reload', async () => {
    await page.getByRole('button', { name: /^Filters/ }).click()
    await expect(page).toHaveURL(/#more-filters$/)
    await page.reload()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(drawer).toBeHidden()
    await expect(page).not.toHaveURL(/#/)
  })

  await active(page).getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\/explore$/)
  await expect(page.getByText(/^24 of \d+ spaces/)).toBeVisible()
})

test('Back closes the filter drawer without loading the results again', async ({ page }) => {
  // Blocks Realtime, because changes by other tests would reload the results.
  await page.routeWebSocket(/\/realtime\//, () => {})
  await page.goto('/explore?policy=strict&guests=2')
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
  const filters = page.getByRole('button', { name: 'Filters (1)' })
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('.data')) loads.push(request.url())
  })
  await filters.click()
  await expect(drawer.getByRole('checkbox', { name: /^Strict cancellation/ })).toBeChecked()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/explore?policy=strict&guests=2')
  await expect(filters).toBeFocused()
  expect(loads).toEqual([])
})

test('search filters and history entries are kept if the user continues while the results load', async ({
  page,
}) => {
  await page.routeWebSocket(/\/realtime\//, () => {})
  await page.goto('/about')
  await navigate(page, '/explore')
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  /** Holds responses with results until the returned function is called. */
  async function holdResults(): Promise<() => Promise<void>> {
    const held = Promise.withResolvers<void>()
    await page.route(/\/explore\.data/, async (route) => {
      await held.promise
      await route.continue().catch(() => {})
    })
    return async () => {
      held.resolve()
      await page.unroute(/\/explore\.data/)
    }
  }

  /** Types `first`, then types `second` while the search for `first` loads. */
  async function typeOn(first: string, second: string): Promise<void> {
    const release = await holdResults()
    for (const typed of [first, second]) {
      const q = `q=${await field(page).inputValue()}${typed}`
      const requested = page.waitForRequest((request) => request.url().includes(q))
      await field(page).pressSequentially(typed)
      await requested
    }
    await release()
  }

  await test.step('Continuing to type while the first search loads adds only one history entry', async () => {
    await typeOn('to', 'kyo')
    await expect(page).toHaveURL('/explore?q=tokyo')
    await typeOn('2', '3')
    await expect(page).toHaveURL('/explore?q=tokyo23')
    await page.goBack()
    await expect(page).toHaveURL('/explore')
    await expect(field(page)).toHaveValue('')
  })

  await test.step('The filter drawer opened while a search loads has its own history entry', async () => {
    const release = await holdResults()
    await page.getByRole('link', { name: 'Flexible cancellation' }).click()
    await expect(active(page)).toContainText('Flexible cancellation')
    await page.getByRole('button', { name: /^Filters/ }).click()
    await release()
    await expect(drawer).toBeVisible()
    await page.goBack()
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL('/explore?policy=flexible')
  })

  await test.step('The filter drawer keeps its filters if it is opened again while its results load', async () => {
    await page.getByRole('button', { name: /^Filters/ }).click()
    await drawer.getByRole('button', { name: '4 or higher' }).click()
    const release = await holdResults()
    await drawer.getByRole('button', { name: /^Show (\d+ )?spaces?$/ }).click()
    await expect(drawer).toBeHidden()
    await page.getByRole('button', { name: /^Filters/ }).click()
    await release()
    await expect(drawer).toBeVisible()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL('/explore?policy=flexible&rating=4')
  })

  await test.step('A second press on Close does not leave the results', async () => {
    await page.getByRole('button', { name: /^Filters/ }).click()
    await drawer.getByRole('button', { name: 'Close' }).evaluate((close: HTMLElement) => {
      close.click()
      close.click()
    })
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL('/explore?policy=flexible&rating=4')
    await page.goBack()
    await expect(page).toHaveURL('/explore?policy=flexible')
    await page.goBack()
    await expect(page).toHaveURL('/explore')
    await page.goBack()
    await expect(page).toHaveURL('/about')
  })

  await test.step('A space page opens without the filter drawer if the drawer still waits for a search', async () => {
    await navigate(page, '/explore')
    const release = await holdResults()
    await page.getByRole('link', { name: 'Flexible cancellation' }).click()
    await expect(active(page)).toContainText('Flexible cancellation')
    await page.getByRole('button', { name: /^Filters/ }).click()
    await results(page).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/space\//)
    await release()
  })
})

test('pressing a link while a search starts cancels the search and adds one history entry', async ({
  page,
}) => {
  await page.routeWebSocket(/\/realtime\//, () => {})
  await page.clock.install()
  await page.goto('/explore?q=to')
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
  // Presses the link before React renders the loading state of the search.
  await page.evaluate(() => {
    const { fetch } = window
    window.fetch = (...request) => {
      const response = fetch(...request)
      if (String(request[0]).includes('q=tokyo')) {
        window.fetch = fetch
        document.querySelector<HTMLElement>('header a[href="/explore"]')?.click()
      }
      return response
    }
  })
  await field(page).fill('tokyo')
  await page.clock.runFor(500)
  await expect(page).toHaveURL('/explore')
  await expect(field(page)).toHaveValue('')
  await page.clock.runFor(500)
  await page.goBack()
  await expect(page).toHaveURL('/explore?q=to')
})

test('on a busy device, pressing a link right before a search starts opens the linked page', async ({
  page,
}) => {
  await page.goto('/explore?q=photo')
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
  await field(page).press('End')
  await field(page).press('s')
  const link = results(page).getByRole('link').first()
  await link.evaluate((element: HTMLElement) => {
    element.click()
    // Blocks the page's main thread until the delay before the search has passed.
    const end = performance.now() + 400
    while (performance.now() < end);
  })
  await expect(page.getByRole('form', { name: 'Book this space' })).toBeVisible()
})

test('a sentence in the search field sets its date, start, length, people and price as filters', async ({
  page,
  clients,
}) => {
  const date = dayInTokyo(3)
  const { location, free } = await threeSpaces(clients, date)
  const sentence = `${location} on ${formatDate(date)} 2-5pm for 12 people under ¥10,000`
  const filters = {
    q: location,
    date,
    from: '14:00',
    hours: '3',
    guests: '12',
    max: '10000',
    currency: 'JPY',
  }
  const parameters = () => Object.fromEntries(new URL(page.url()).searchParams)

  await test.step('Enter on the home page', async () => {
    await page.goto('/')
    await page.getByRole('combobox', { name: 'Search by location' }).fill(sentence)
    await page.keyboard.press('Enter')
    await expect.poll(parameters).toEqual(filters)
    await expect(field(page)).toHaveValue(location)
    await expect(page.getByLabel('Start')).toHaveValue('14:00')
    await expect(active(page)).toContainText('Up to ¥10,000')
    await expect.poll(() => titles(page)).toEqual([free.title])
  })

  await test.step('The first suggestion on the results page', async () => {
    await page.goto('/explore')
    await field(page).fill(sentence)
    const option = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first()
    await expect(option).toContainText(`, ${formatDate(date)}, 2:00 PM, 3 h · 12 people`)
    await expect(option).toContainText('Search with these filters, price for 3 h, all in')
    expect(await violations(page, 'search, [role=search], [role=listbox]')).toEqual([])
    await option.click()
    await expect.poll(parameters).toEqual(filters)
    await expect(field(page)).toHaveValue(location)
    await expect.poll(() => titles(page)).toEqual([free.title])
  })

  await test.step('A recent search on the results page', async () => {
    await page.goto('/explore')
    await field(page).click()
    const recent = page.getByRole('listbox', { name: 'Recent searches' }).getByRole('option')
    await expect(recent).toHaveText([`${sentence}Recent search`])
    await recent.click()
    await expect.poll(parameters).toEqual(filters)
    await expect(field(page)).toHaveValue(location)
  })

  await test.step('Enter on a city page', async () => {
    await page.goto('/tokyo')
    await field(page).fill('studio for 4 people')
    await page.keyboard.press('Enter')
    await expect.poll(parameters).toEqual({ q: 'studio', guests: '4' })
  })
})

test("search suggestions can be chosen and recent searches removed by keyboard, and prices also appear in the viewer's currency", async ({
  page,
}) => {
  await page.goto('/explore')
  await field(page).focus()
  await page.keyboard.type('ber')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  const options = list.getByRole('option')
  await expect(options.first()).toContainText('Berlin')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await options.first().getAttribute('id')) ?? '',
  )
  expect(await violations(page, 'search, [role=search], [role=listbox]')).toEqual([])
  await page.keyboard.press('Enter')
  await expect(options).toHaveCount(0)
  await expect(field(page)).toHaveValue('Berlin')
  await expect(field(page)).toBeFocused()
  await expect(page).toHaveURL(/q=Berlin/)
  await expect(results(page).getByRole('article').first()).toContainText('Berlin')

  await test.step('Prices in euros show an approximate amount in the chosen currency', async () => {
    const currency = page.getByRole('contentinfo').getByLabel('Approximate prices in')
    await expect(results(page)).toContainText(/≈ about \$\d+\/hr/)
    await currency.selectOption('EUR')
    await expect(results(page)).not.toContainText('≈')
    await currency.selectOption('GBP')
    await expect(results(page)).toContainText(/≈ about £\d+\/hr/)
    await page.reload()
    await expect(results(page)).toContainText(/≈ about £\d+\/hr/)
  })

  await page.getByRole('button', { name: 'Clear search' }).click()
  const recent = page.getByRole('listbox', { name: 'Recent searches' }).getByRole('option')
  await expect(recent).toHaveText([/Berlin/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect(recent).toHaveCount(0)

  await page.keyboard.type('ber')
  await expect(options.first()).toContainText('Berlin')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/rpc/search_suggestions?*', async (route) => {
    await released
    await route.continue()
  })
  await field(page).fill('photo sp')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  release()
  await expect(options.filter({ hasText: 'Photo Space' }).first()).toBeVisible()
  // The suggestion that was highlighted for the earlier text is gone, and no suggestion is
  // highlighted.
  await expect(list.getByRole('option', { selected: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(field(page)).toHaveValue('photo sp')

  await test.step('The page of a space shows its price and the total in the chosen currency', async () => {
    await results(page).getByRole('link').first().click()
    await expect(page.getByRole('main').locator('header')).toContainText(/≈ about £\d+\/hr/)
    const form = page.getByRole('form', { name: 'Book this space' })
    await expect(form.getByRole('definition').filter({ hasText: '≈' })).toHaveText(/^≈ about £\d+$/)
  })
})

test('a search without results at the chosen time offers other start times of that day with the number of free spaces', async ({
  page,
  clients,
}) => {
  const date = dayInTokyo(3)
  const location = `Timehaven ${process.pid}x${Date.now()}`
  const space = await listSpace(clients, { location, price: 0 })
  await checkOutAsRival(clients, space.id, { date, hour: 15, hours: 1 })
  await page.goto(`/explore?${new URLSearchParams({ q: location, date, from: '15:00' })}`)
  await expect(page.getByText('Free at other times:')).toBeVisible()
  await expect(page.getByRole('button', { name: /^[124]:00 PM 1 space$/ })).toHaveCount(3)
  await page.getByRole('button', { name: '4:00 PM' }).click()
  await expect(page).toHaveURL(/from=16/)
  await expect.poll(() => titles(page)).toEqual([space.title])
  expect(new URL(page.url()).searchParams.get('date')).toBe(date)
})

test('a space type with the keyboard focus is fully visible in its scrolling row', async ({
  page,
}) => {
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/explore')
    const chips = page.getByRole('group', { name: 'Space type' }).getByRole('button')
    await chips.first().focus()
    for (const chip of await chips.all()) {
      await expect(chip).toBeFocused()
      await expect(chip, `${width} px`).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Tab')
    }
  }
})

test('filtered lists are marked noindex and name the unfiltered page as canonical URL', async ({
  request,
}) => {
  for (const [path, canonical] of [
    ['/explore?guests=12', '/explore'],
    ['/new-york?hours=2', '/new-york'],
    ['/?q=loft', '/'],
  ] as const) {
    const html = await (await request.get(path)).text()
    expect(html, path).toContain('<meta name="robots" content="noindex"/>')
    expect(html, path).toMatch(new RegExp(`rel="canonical" href="http://[^/"]+${canonical}"`))
    const unfiltered = await (await request.get(canonical)).text()
    expect(unfiltered, canonical).not.toContain('content="noindex"')
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('the search sheets of the home page and the results page filter spaces by time and number of people', async ({
    page,
  }) => {
    const date = dayInTokyo(7)
    const sheet = page.getByRole('dialog', { name: 'When and how many?' })
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeInViewport({
      ratio: 1,
    })
    await page.getByRole('button', { name: 'Any time · any number of people' }).click()
    await sheet.getByLabel('Date').fill(date)
    await sheet.getByLabel('People').fill('4')
    await sheet.getByRole('button', { name: 'Show spaces' }).click()
    // The URL contains only the filters that the visitor has chosen.
    await expect(page).toHaveURL(`/explore?date=${date}&guests=4`)
    await expect(sheet).toBeHidden()

    await page.getByRole('button', { name: /· 4 people$/ }).click()
    await sheet.getByLabel('Length').selectOption('2 hours')
    expect(await violations(page, dialogs)).toEqual([])
    await sheet.getByRole('button', { name: 'Show spaces' }).click()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(`/explore?date=${date}&guests=4&hours=2`)
    await expect(page.getByRole('button', { name: /, 2 h · 4 people$/ })).toBeFocused()
    await expect(results(page).getByRole('article').first()).toContainText('for 2 h, all in')

    await test.step('Back closes the sheet and stays on the results page', async () => {
      const path = page.url()
      await page.getByRole('button', { name: /· 4 people$/ }).click()
      await expect(sheet).toBeVisible()
      await page.goBack()
      await expect(sheet).toBeHidden()
      await expect(page).toHaveURL(path)
      await page.goBack()
      await expect(page).toHaveURL(`/explore?date=${date}&guests=4`)
      await page.goBack()
      await expect(page).toHaveURL('/')
      await expect(sheet).toBeHidden()
    })

    await test.step('The sheet opened right after typing stays open, and the typed text stays part of the search', async () => {
      await navigate(page, '/explore')
      await page.getByRole('combobox', { name: 'Search spaces' }).fill('kitchen')
      await clickOnBusyPage(page.getByRole('button', { name: 'Any time · any number of people' }))
      await sheet.getByLabel('People').fill('4')
      await sheet.getByRole('button', { name: 'Show spaces' }).click()
      await expect(page).toHaveURL(/\/explore\?(?=.*\bq=kitchen\b)(?=.*\bguests=4\b)/)
      await expect(sheet).toBeHidden()
      await navigate(page, '/')
    })

    await test.step('The search sheet of the home page opens the results page even if no filter is selected', async () => {
      await page.getByRole('button', { name: 'Any time · any number of people' }).click()
      await sheet.getByRole('button', { name: 'Show spaces' }).click()
      await expect(page).toHaveURL('/explore')
      await expect(sheet).toBeHidden()
    })
  })
  test('the search sheet opens while the results reload, and a pending search for typed text is not lost', async ({
    page,
  }) => {
    await page.routeWebSocket(/\/realtime\//, () => {})
    await page.clock.install()
    await page.goto('/explore')
    await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
    const held = Promise.withResolvers<void>()
    await page.route(/\/explore\.data/, async (route) => {
      await held.promise
      await route.continue().catch(() => {})
    })
    await page.evaluate(() => {
      const { __reactRouterDataRouter: router } = window as unknown as {
        __reactRouterDataRouter: { revalidate(): Promise<void> }
      }
      void router.revalidate()
    })
    await field(page).fill('kitchen')
    await page
      .getByRole('button', { name: 'Any time · any number of people' })
      .evaluate((button: HTMLElement) => button.click())
    await page.clock.runFor(500)
    held.resolve()
    const sheet = page.getByRole('dialog', { name: 'When and how many?' })
    await sheet.getByLabel('People').fill('4')
    await sheet.getByRole('button', { name: 'Show spaces' }).click()
    await page.clock.runFor(500)
    await expect(page).toHaveURL(/\/explore\?(?=.*\bq=kitchen\b)(?=.*\bguests=4\b)/)
  })

  test('on a phone, the results page shows the first space without scrolling, and its Filters dialog contains location and category', async ({
    page,
  }) => {
    await page.goto('/explore')
    const first = results(page).getByRole('article').first()
    await expect(first.getByRole('heading')).toBeInViewport({ ratio: 1 })
    const [card, bar] = await Promise.all(
      [first.getByRole('heading'), page.getByRole('navigation', { name: 'Bottom' })].map((part) =>
        part.boundingBox(),
      ),
    )
    expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThan(bar?.y ?? 0)

    await expect(page.getByLabel('Location')).toBeHidden()
    await page.getByRole('button', { name: /^Filters/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await drawer.getByLabel('Location').selectOption('Tokyo')
    await drawer.getByLabel('Category').selectOption('Studio')
    await drawer.getByRole('button', { name: /^Show \d+ space/ }).click()
    await expect(page).toHaveURL('/explore?location=Tokyo&type=studio')
    await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Studio', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await active(page).getByRole('link', { name: 'Tokyo' }).click()
    await expect(page).toHaveURL('/explore?type=studio')
  })
  test('active filters stay on one row, focused chips scroll into view, and "Show map" covers neither the sort field nor prices', async ({
    page,
  }) => {
    await page.goto(
      `/explore?hours=2&guests=4&max=300&currency=USD&policy=flexible,moderate&rating=3.5`,
    )
    const filters = page.getByRole('list', { name: 'Active filters' })
    const chips = filters.getByRole('link')
    const tops = await chips.evaluateAll((all) =>
      all.map((chip) => chip.getBoundingClientRect().top),
    )
    expect(new Set(tops).size).toBe(1)
    await expect(results(page).getByRole('article').first()).toBeInViewport()

    const clear = filters.getByRole('link', { name: 'Clear all' })
    await expect(clear).not.toBeInViewport()
    await clear.focus()
    await expect(clear).toBeInViewport({ ratio: 1 })

    const order = page.getByLabel('Sort by')
    for (const height of [500, 600, 700, 844]) {
      await page.setViewportSize({ ...phone, height })
      const price = results(page).getByRole('article').first().locator('.price')
      const [field, amount, button] = await Promise.all(
        [order, price, page.getByRole('button', { name: 'Show map' })].map((part) =>
          part.boundingBox(),
        ),
      )
      expect(button?.y, `${height} px`).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0))
      expect(button?.x, `${height} px`).toBeGreaterThan((amount?.x ?? 0) + (amount?.width ?? 0))
    }
  })
  test("a close request of the browser, such as Android's Back button, closes the filters and stays on the page", async ({
    page,
  }) => {
    await page.goto('/explore')
    await page.getByRole('button', { name: /^Filters/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await expect(drawer).toBeVisible()
    // Desktop Chromium sends close requests for Escape if the page does not handle the key.
    await page.evaluate(() =>
      addEventListener('keydown', (event) => event.stopImmediatePropagation(), { capture: true }),
    )
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL('/explore')
    await expect(page.getByRole('button', { name: /^Filters/ })).toBeFocused()
  })
})
