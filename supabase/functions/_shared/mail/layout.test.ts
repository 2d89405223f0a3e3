import { expect, test } from 'vitest'
import { renderHtml, renderText } from './layout.ts'

const site = { url: 'http://localhost:3000', authUrl: '', name: 'Hourspace' }

test('where a note leads can be pressed in HTML and read in text', () => {
  const content = {
    subject: 'Booked',
    title: 'Booked',
    preview: '',
    blocks: [{ note: 'Look again:', url: 'http://localhost:3000/space/loft?a=1&b=2' }],
    reason: '',
  }
  expect(renderHtml(content, site)).toMatch(
    /Look again: <a [^>]*href="http:\/\/localhost:3000\/space\/loft\?a=1&amp;b=2"/,
  )
  expect(renderText(content, site)).toContain(
    'Look again: http://localhost:3000/space/loft?a=1&b=2',
  )
})
