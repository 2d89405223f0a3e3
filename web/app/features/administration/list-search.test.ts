import { expect, test } from 'vitest'
import { listPath, rememberListSearch } from './list-search.ts'

test('the back link of a record opens its list with the last search of that list', () => {
  expect(listPath('/admin/users')).toBe('/admin/users')
  rememberListSearch('/admin/users', '?q=nadia')
  rememberListSearch('/admin/bookings', '?status=cancelled')
  expect(listPath('/admin/users')).toBe('/admin/users?q=nadia')
  rememberListSearch('/admin/users', '')
  expect(listPath('/admin/users')).toBe('/admin/users')
})
