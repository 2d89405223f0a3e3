import { PostgrestError } from '@supabase/postgrest-js'
import { expect, test } from 'vitest'
import { saveFailure } from './save-bar.tsx'

const failure = (message: string, code: string) =>
  saveFailure(new PostgrestError({ message, code, details: '', hint: '' }), 'Nothing was saved')

test('saveFailure says what a rejected save has stored, and otherwise that the save is not confirmed', () => {
  expect(failure('Please enter a price', 'PT400')).toBe(
    'Nothing was saved; your changes are still here. Please enter a price',
  )
  const unconfirmed = 'We couldn’t confirm the save; your changes are still here. Please try again.'
  expect(failure('TypeError: Failed to fetch', '')).toBe(unconfirmed)
  expect(failure('<html>502 Bad Gateway</html>', '')).toBe(unconfirmed)
})
