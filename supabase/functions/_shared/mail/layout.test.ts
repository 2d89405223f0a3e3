import { expect, test } from 'vitest'
import { company } from '@hourspace/domain/company.ts'
import { renderHtml, renderText } from './layout.ts'

const site = { url: 'http://localhost:3000', authUrl: '', name: company.name }

test('a link in a block becomes a link in the HTML part of an email and a URL in the plain-text part', async () => {
  const content = {
    subject: 'Booked',
    title: 'Booked',
    preview: '',
    blocks: [{ note: 'View the space:', url: 'http://localhost:3000/space/loft?a=1&b=2' }],
    reason: '',
  }
  expect(await renderHtml(content, site)).toMatch(
    /View the space: <a [^>]*href="http:\/\/localhost:3000\/space\/loft\?a=1&amp;b=2"/,
  )
  expect(renderText(content, site)).toContain(
    'View the space: http://localhost:3000/space/loft?a=1&b=2',
  )
})

test('the links of a block show only their labels in the HTML part, and labels with URLs in the plain-text part', async () => {
  const content = {
    subject: 'Booked',
    title: 'Booked',
    preview: '',
    blocks: [{ links: [['Get directions', 'https://maps.test/?to=a&b'] as const] }],
    reason: '',
  }
  expect(await renderHtml(content, site)).toMatch(
    /<a href="https:\/\/maps\.test\/\?to=a&amp;b"[^>]*>Get directions<\/a>/,
  )
  expect(renderText(content, site)).toContain('\nGet directions: https://maps.test/?to=a&b\n')
})

test('emails that share a cached layout show their own texts, even texts that look like placeholders', async () => {
  const titles = ['Booked __1__', 'Cancelled & refunded']
  const mails = await Promise.all(
    titles.map((title) =>
      renderHtml({ subject: 'News', title, preview: '', blocks: [], reason: 'Why' }, site),
    ),
  )
  expect(mails[0]).toContain('>Booked __1__</h1>')
  expect(mails[1]).toContain('>Cancelled &amp; refunded</h1>')
})
