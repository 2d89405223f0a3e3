import type { Locator, Page } from '@playwright/test'
import { hourMs, minuteMs } from '@hourspace/domain/durations.ts'
import { desktop, dialogs, phone, violations } from '../../support/axe.ts'
import { password } from '../../support/accounts.ts'
import { listSpace } from '../../support/market.ts'
import { plainPicture } from '../../support/pictures.ts'
import { expect, test } from '../../support/test.ts'
import { tryAgain } from '../../support/visits.ts'

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })

test.use({
  expectedConsoleErrors: /status of 403|(status of 503|ERR_FAILED) .*\/(quick_replies|user_blocks)/,
})

test('a guest and a host see messages, pictures and read receipts live, and can report and block each other; an admin can close a reported conversation and reopen it', async ({
  page: guest,
  signedUp,
  browserOf,
  clients,
}) => {
  test.slow()
  const space = await listSpace(clients)
  await signedUp('nora')
  await guest.setViewportSize(phone)
  await guest.goto(space.path)
  await guest.getByRole('link', { name: 'Ask the host' }).click()
  const dialog = guest.getByRole('dialog', { name: 'Ask the host' })
  await dialog.getByLabel('Your question').fill('x'.repeat(4001))
  await expect(dialog.getByText('This message is 1 character too long.')).toBeVisible()
  await dialog.getByLabel('Your question').fill('Is there a piano? Call +49 30 1234567')
  await dialog.getByRole('button', { name: 'Send question' }).click()
  await guest.getByRole('link', { name: 'Open conversation' }).click()
  const thread = guest.getByRole('region', { name: /^Messages with/ })
  await expect(thread.getByText('Is there a piano? Call [hidden]')).toBeVisible()
  await expect(guest).toHaveTitle(/ · Inbox · Hourspace$/)
  await expect(guest.getByText(/stay hidden until a booking is confirmed/)).toBeVisible()
  await expect(thread.getByText('Sent')).toBeVisible()

  const host = await browserOf({ email: space.hostEmail }, { viewport: desktop })
  await host.goto('/hosting')
  await expect(host.getByRole('link', { name: 'Inbox, 1 unread' })).toBeVisible()
  const toAnswer = host.getByRole('heading', { name: 'Messages to answer' })
  await host.getByRole('button', { name: 'No reply needed' }).click()
  await expect(toAnswer).toBeHidden()
  await host.getByRole('button', { name: 'Undo' }).click()
  await expect(toAnswer).toBeVisible()
  await host.getByRole('link', { name: /^Answer / }).click()
  await expect(host.getByText('Is there a piano? Call [hidden]').last()).toBeVisible()
  await expect(thread.getByText('Read')).toBeVisible()
  await expect(host.getByRole('link', { name: 'Inbox', exact: true }).first()).toBeVisible()

  await host.getByRole('button', { name: 'Quick replies' }).click()
  await host.getByRole('button', { name: 'Add quick reply' }).click()
  await host.getByLabel('Name').fill('Piano')
  await host.getByLabel('Text', { exact: true }).fill('Yes, an upright one.')
  await host.getByRole('button', { name: 'Save' }).click()
  await test.step('Undo restores a deleted quick reply even if the first attempt fails', async () => {
    await host.getByRole('button', { name: 'Delete Piano' }).click()
    await expect(host.getByText('Quick reply deleted')).toBeVisible()
    await host.route(/\/rest\/v1\/quick_replies/, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 503 }) : route.fallback(),
    )
    const undo = host.getByRole('button', { name: 'Undo' })
    await undo.first().click()
    await expect(host.getByText('The quick reply could not be restored.')).toBeVisible()
    await host.unroute(/\/rest\/v1\/quick_replies/)
    await undo.first().click()
  })
  await host.getByRole('button', { name: /^Piano/ }).click()
  await expect(composer(host)).toHaveValue('Yes, an upright one.')
  await expect(composer(host)).toBeFocused()
  await composer(host).press('Shift+Enter')
  await composer(host).pressSequentially('Tuned in May.')
  await composer(host).press('Enter')
  await expect(composer(host)).toHaveValue('')
  await expect(thread.getByText('Yes, an upright one.\nTuned in May.')).toBeVisible()
  await expect(guest.getByRole('log', { name: 'New messages' })).toContainText('Yes, an upright')

  await composer(guest).fill('A draft')
  await guest.getByRole('link', { name: 'Back to the inbox' }).click()
  await expect(guest.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  await guest.getByRole('link', { name: /Yes, an upright/ }).click()
  await expect(thread).toBeFocused()
  await expect(composer(guest)).toHaveValue('A draft')

  const chooser = guest.waitForEvent('filechooser')
  await guest.getByRole('button', { name: 'Attach pictures or files' }).click()
  await (await chooser).setFiles(await plainPicture())
  await expect(guest.getByRole('button', { name: 'Send' })).toBeEnabled()
  await guest.getByRole('button', { name: 'Send' }).click()
  await expect(composer(guest)).toBeFocused()
  await expect(host.getByRole('img', { name: /opens in a new tab/ })).toBeVisible()
  await expect(host.getByRole('region', { name: /^Messages with/ })).toContainText('A draft')

  await guest.getByRole('button', { name: /^More about the conversation/ }).click()
  await guest.getByRole('menuitem', { name: 'Report' }).click()
  await guest.getByRole('radio', { name: /outside/ }).check()
  await guest.getByLabel(/^Details/).fill(`About ${space.title}`)
  await guest.getByRole('button', { name: 'Send report' }).click()
  const thanks = guest.getByRole('dialog', { name: 'Thank you for the report' })
  await thanks.getByRole('button', { name: /^Block/ }).click()
  await guest.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()

  await host.getByRole('button', { name: /^More about the conversation/ }).click()
  await host.getByRole('menuitem', { name: /^Block/ }).click()
  const blocks = /\/rest\/v1\/user_blocks/
  await test.step('Blocking a user can be repeated if the response was lost', async () => {
    await host.route(blocks, async (route) => {
      await route.fetch()
      await route.abort()
    })
    const question = host.getByRole('alertdialog', { name: /^Block .+\?$/ })
    await question.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(question.getByText(/could not be blocked/)).toBeVisible()
    await host.unroute(blocks)
    await question.getByRole('button', { name: 'Block', exact: true }).click()
  })
  const unblock = host.getByRole('button', { name: 'Unblock' })
  await expect(unblock).toBeVisible()
  await composer(guest).fill('Hello?')
  await guest.getByRole('button', { name: 'Send' }).click()
  await expect(guest.getByText(/^Not sent/)).toBeVisible()
  // The unsent message survives a reload.
  await guest.reload()
  await expect(guest.getByText(/^Not sent/)).toBeVisible()
  await host.route(blocks, (route) => route.fulfill({ status: 503 }))
  await unblock.click()
  await expect(host.getByText('The user could not be unblocked. Please try again.')).toBeVisible()
  await host.unroute(blocks)
  await unblock.click()
  await expect(composer(host)).toBeFocused()
  await guest.getByRole('button', { name: 'Send again' }).click()
  await expect(host.getByText('Hello?').last()).toBeVisible()

  await test.step('Fill a page of messages', async () => {
    const { data: conversation } = await clients.server
      .from('conversations')
      .select('id, guest_id')
      .eq('space_id', space.id)
      .single()
      .throwOnError()
    const earlier = Array.from({ length: 40 }, (_, index) => ({
      conversation_id: conversation.id,
      author_id: conversation.guest_id,
      body: index === 39 ? 'The earliest message' : 'An earlier message',
      created_at: new Date(Date.now() - hourMs - index * minuteMs).toISOString(),
    }))
    await clients.server.from('messages').insert(earlier).throwOnError()
  })

  const admin = await browserOf('admin')
  await admin.goto('/admin')
  await admin
    .getByRole('listitem')
    .filter({ hasText: `About ${space.title}` })
    .getByRole('button', { name: /^Read and decide/ })
    .click()
  const decision = admin.getByRole('dialog')
  await expect(decision.getByText('Tuned in May.')).toBeVisible()
  await decision.getByRole('button', { name: 'Show earlier messages' }).click()
  await expect(decision.getByText('The earliest message')).toBeAttached()
  await decision.getByLabel('Reason').fill(`Payment outside the site, ${space.title}`)
  expect.soft(await violations(admin, dialogs)).toEqual([])
  await decision.getByRole('button', { name: 'Close conversation' }).click()
  await expect(admin.getByText(`“Payment outside the site, ${space.title}”`)).toBeVisible()
  await expect(admin.locator('h2:focus')).toHaveText(/^(Reported conversations|To do)$/)
  await expect(guest.getByText('This conversation is closed. You can still read it.')).toBeVisible()

  await test.step('The log names the conversation, which the admin can reopen', async () => {
    const entry = admin
      .getByRole('region', { name: 'Conversation log' })
      .getByRole('listitem')
      .filter({ hasText: `“Payment outside the site, ${space.title}”` })
    await expect(entry.getByRole('link', { name: space.title })).toBeVisible()
    await entry.getByRole('button', { name: /^Read and decide/ }).click()
    await expect(decision.getByRole('button', { name: 'Reopen conversation' })).toBeVisible()
    await expect(decision.getByRole('button', { name: /No violation|Keep closed/ })).toBeHidden()
    await decision.getByLabel('Reason').fill('They apologized')
    await decision.getByRole('button', { name: 'Reopen conversation' }).click()
    await expect(admin.getByRole('heading', { name: 'Conversation log' })).toBeFocused()
    await expect(composer(guest)).toBeVisible()
  })
})

test.describe('while messages cannot be loaded', () => {
  test.use({ expectedConsoleErrors: /ERR_FAILED/ })

  test('sent messages stay visible if the conversation cannot be loaded, and the error is shown below the messages', async ({
    page,
    signedUp,
    clients,
  }) => {
    const space = await listSpace(clients)
    const email = await signedUp('nadia')
    const guest = clients.visitor()
    await guest.auth.signInWithPassword({ email, password })
    const { data: id } = await guest
      .rpc('start_conversation', { p_space_id: space.id })
      .throwOnError()
    await page.goto(`/messages/${id}`)
    await expect(page.getByText(/^Write the first message to/)).toBeVisible()
    const thread = page.getByRole('region', { name: /^Messages with/ })
    const send = async (text: string) => {
      await composer(page).fill(text)
      await composer(page).press('Enter')
    }

    const messages = /\/rest\/v1\/rpc\/messages_of/
    await page.route(messages, (route) => route.abort())
    await send('Is there a piano?')
    const failure = thread.getByRole('alert')
    await expect(failure).toContainText('Failed to fetch the messages')
    await send('And a stage?')
    await expect(thread.getByRole('listitem')).toContainText([
      /Is there a piano\?.*Sent/s,
      /And a stage\?.*Sent/s,
    ])
    await expect(failure).toBeVisible()
    const top = async (part: Locator) => (await part.boundingBox())?.y ?? NaN
    expect(await top(failure)).toBeGreaterThan(await top(thread.getByText('And a stage?')))

    await page.unroute(messages)
    await tryAgain(thread)
    await expect(thread.getByText('Is there a piano?')).toHaveCount(1)
    await expect(thread.getByText('And a stage?')).toHaveCount(1)
    await expect(thread.locator('time')).toHaveCount(2)
  })
})
