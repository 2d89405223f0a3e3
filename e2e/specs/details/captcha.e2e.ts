import type { Page } from '@playwright/test'
import { newAddress, password } from '../../support/accounts.ts'
import { expect, test } from '../../support/test.ts'

/** Fake scripts of the CAPTCHA providers, which return a new token for each solved CAPTCHA. */
const standIns = {
  turnstile: `
    let count = 0, options
    window.turnstile = {
      render(box, given) { options = given; return 'widget' },
      execute(box) {
        options['before-interactive-callback']()
        const button = document.createElement('button')
        button.textContent = 'I am ' + options.sitekey
        button.onclick = () => options.callback('solved-' + ++count)
        box.append(button)
      },
      remove() {},
    }
    captchaIsThere()`,
  hcaptcha: `
    let count = 0
    window.hcaptcha = {
      render: () => 'widget',
      execute: async () => ({ response: 'solved-' + ++count }),
      remove() {},
    }
    captchaIsThere()`,
}

const scripts = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js*',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js*',
}

type Provider = keyof typeof standIns

/**
 * Imitates a backend that requires a CAPTCHA and accepts each token once. Returns the list to which
 * it adds the accepted tokens.
 */
async function askForCaptcha(page: Page, provider: Provider): Promise<string[]> {
  const seen: string[] = []
  await page.route('**/auth/v1/settings', async (route) => {
    const answer = await route.fetch()
    const captcha = { provider, site_key: 'a-person' }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), captcha } })
  })
  await page.route(/\/auth\/v1\/(signup|token\?grant_type=password|otp)/, async (route) => {
    const body = route.request().postDataJSON() as {
      gotrue_meta_security?: { captcha_token?: string }
    }
    const token = body.gotrue_meta_security?.captcha_token
    if (token && !seen.includes(token)) {
      seen.push(token)
      return route.continue()
    }
    return route.fulfill({ status: 400, json: { code: 'captcha_failed', message: 'disallowed' } })
  })
  return seen
}

async function openDialog(page: Page) {
  await page.goto('/about')
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click()
  return page.getByRole('dialog')
}

test.describe('interactive CAPTCHA', () => {
  test.use({ expectedConsoleErrors: /status of 400.*\/auth\/v1\/token/ })

  test('the sign-in CAPTCHA takes the focus, can be solved by keyboard and is required for each attempt, and Escape closes only the CAPTCHA', async ({
    page,
  }) => {
    const answers = await askForCaptcha(page, 'turnstile')
    let loads = 0
    await page.route(scripts.turnstile, (route) => {
      loads++
      return route.fulfill({ contentType: 'text/javascript', body: standIns.turnstile })
    })
    const dialog = await openDialog(page)
    await dialog.getByLabel('Email').fill('maya@hourspace.demo')
    await dialog.getByLabel('Password', { exact: true }).fill('not the password')
    expect(loads).toBe(0)
    await page.keyboard.press('Enter')
    const panel = page.getByRole('group', { name: 'Please verify that you are human' })
    await expect(panel).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(panel.getByRole('button', { name: 'I am a-person' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('Invalid login credentials')

    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Please complete the human verification')

    await page.keyboard.press('Enter')
    await expect(panel).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(dialog.getByRole('alert')).toContainText('Please complete the human verification')

    await dialog.getByLabel('Password', { exact: true }).fill('hourspace-demo')
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'I am a-person' }).click()
    await expect(dialog).toBeHidden()
    expect(answers).toEqual(['solved-1', 'solved-2'])
    expect(loads).toBe(1)
  })
})

test.describe('blocked CAPTCHA script', () => {
  test.use({ expectedConsoleErrors: /ERR_BLOCKED_BY_CLIENT/ })

  test('a blocked CAPTCHA script shows an error, and the next sign-up attempt loads it again', async ({
    page,
  }) => {
    const answers = await askForCaptcha(page, 'hcaptcha')
    await page.route(scripts.hcaptcha, (route) => route.abort('blockedbyclient'), { times: 1 })
    const dialog = await openDialog(page)
    await dialog.getByRole('button', { name: 'Create an Account' }).last().click()
    const email = newAddress('hana')
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('couldn’t load')
    await expect(dialog.getByLabel('Email')).toHaveValue(email)

    await page.route(scripts.hcaptcha, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: standIns.hcaptcha }),
    )
    await dialog.getByLabel('Password', { exact: true }).press('Enter')
    await expect(page.getByRole('button', { name: `Account of ${email}` })).toBeVisible()
    expect(answers).toEqual(['solved-1'])
  })
})
