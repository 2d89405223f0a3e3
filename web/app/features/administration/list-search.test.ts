import { expect, test } from 'vitest'
import { listPath, rememberListSearch } from './list-search.ts'

test('a record leads back to its list with the last search of that list', () => {
  expect(listPath('/admin/users')).toBe('/admin/users')
  rememberListSearch('/admin/users', '?q=nadia')
  rememberListSearch('/admin/bookings', '?status=cancelled')
  expect(listPath('/admin/users')).toBe('/admin/users?q=nadia')
  rememberListSearch('/admin/users', '')
  expect(listPath('/admin/users')).toBe('/admin/users')
})
