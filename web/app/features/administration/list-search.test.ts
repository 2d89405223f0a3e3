import { expect, test } from 'vitest'
import { listPath, rememberSearch } from './list-search.ts'

test('a record leads back to its list with the last search of that list', () => {
  expect(listPath('/admin/users')).toBe('/admin/users')
  rememberSearch('/admin/users', '?q=nadia')
  rememberSearch('/admin/bookings', '?status=cancelled')
  expect(listPath('/admin/users')).toBe('/admin/users?q=nadia')
  rememberSearch('/admin/users', '')
  expect(listPath('/admin/users')).toBe('/admin/users')
})
