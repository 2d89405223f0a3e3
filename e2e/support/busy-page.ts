import type { Locator } from '@playwright/test'

/**
 * Clicks an element and then blocks the page's main thread for 300 ms, as on a slow phone. Timers
 * that become due within this time run before React renders the effect of the click.
 */
export function clickOnBusyPage(locator: Locator): Promise<void> {
  return locator.evaluate((element: HTMLElement) => {
    element.click()
    queueMicrotask(() => {
      const end = performance.now() + 300
      while (performance.now() < end);
    })
  })
}
