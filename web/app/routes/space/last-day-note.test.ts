import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { weekOf } from '@hourspace/domain/slots.ts'
import { LastDayNote } from './last-day-note.tsx'

const week = weekOf('2026-11-15')
const onNextWeek = () => {}

test.each([
  ['2026-11-21', true],
  ['2026-11-20', false],
  ['2026-11-14', false],
])('on %s the week of 15 to 21 November offers the next one: %s', (today, isOffered) => {
  const html = renderToStaticMarkup(createElement(LastDayNote, { week, today, onNextWeek }))
  expect(html.includes('Show the coming week')).toBe(isOffered)
})
