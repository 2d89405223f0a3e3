import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { HostFacts, ListingFacts } from '#web/data/hosting-today.ts'
import { checklistOf } from './checklist.ts'
import { Checklist } from './task-list.tsx'

test('the checklist of a host shows the number of finished tasks and lists the other tasks', () => {
  const listing = {
    id: 'space',
    title: 'Loft',
    images: ['/1.jpg', '/2.jpg', '/3.jpg'],
    hours: [{ weekday: 1 }],
    house_rules: '',
    address: { street_address: '2-10 Jinnan' },
    arrival: { notes: 'Ring twice' },
  } as unknown as ListingFacts
  const lists = checklistOf({ hasName: true, account: 'ready' }, [listing])
  const html = renderToStaticMarkup(
    createElement(MemoryRouter, null, createElement(Checklist, { lists })),
  )
  expect(html).toContain('6 of 7 done')
  expect(html.match(/<li/g)).toHaveLength(1)
  expect(html).toContain('Write house rules')
})

test('the checklist asks a host to connect payouts, or to check an account that cannot receive them', () => {
  const open = (account: HostFacts['account']) =>
    checklistOf({ hasName: true, account }, [])
      .flatMap(({ tasks }) => tasks)
      .filter(({ done }) => !done)
      .map(({ label }) => label)
  expect(open('not_connected')).toEqual(['Connect payouts'])
  expect(open('incomplete')).toEqual(['Check your payout account'])
  expect(open('bank_refused')).toEqual([])
})

test('the checklist of a host without open tasks names one listing in the singular', () => {
  const account = { id: 'account', title: 'Your account', tasks: [] }
  const textOf = (...listings: string[]) =>
    renderToStaticMarkup(
      createElement(Checklist, {
        lists: [account, ...listings.map((id) => ({ id, title: id, tasks: [] }))],
      }),
    )
  expect(textOf()).toContain('Your account is complete.')
  expect(textOf('loft')).toContain('Your listing has everything guests look for.')
  expect(textOf('loft', 'hall')).toContain('Your listings have everything guests look for.')
})
