import { expect, test } from '../support/test.ts'

for (const path of ['/', '/explore', '/new-york']) {
  test(`the scripts of ${path} leave the line to its first view`, async ({ page }) => {
    await page.goto(path, { waitUntil: 'networkidle' })
    const { paint, scripts } = await page.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      scripts: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    }))
    expect(scripts.length).toBeGreaterThan(3)
    expect(paint).toBeLessThan(Math.min(...scripts))
  })
}
