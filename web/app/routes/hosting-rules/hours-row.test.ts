import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { HoursRow } from './hours-row.tsx'

const hours = { first_start: 9, last_start: 20, out_by: 25 }

const render = (error?: string) =>
  renderToStaticMarkup(
    createElement(HoursRow, { name: 'Monday', isOfWeek: true, hours, error, onChange: () => {} }),
  )

test('on a phone, a day of the week shows its hours as text and hides the selects', () => {
  expect(render()).toContain('9:00 AM – 8:00 PM, leave by 1:00 AM (next day)')
  expect(render()).toMatch(/<div class="[^"]*max-sm:hidden[^"]*"><div[^>]*><span[^>]*>Starts from/)
})

test('on a phone, a day of the week with a validation error shows its selects', () => {
  expect(render('The last start is before the first.')).toMatch(
    /<div class="(?![^"]*max-sm:hidden)[^"]*"><div[^>]*><span[^>]*>Starts from/,
  )
})
