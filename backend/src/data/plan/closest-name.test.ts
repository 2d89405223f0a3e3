import { expect, test } from 'vitest'
import { closestName } from './closest-name.ts'

test('closestName finds a name despite a typing error', () => {
  expect(closestName('flims', ['people', 'films'])).toBe('films')
  expect(closestName('emploees', ['employees', 'employers'])).toBe('employees')
})

test('closestName returns null if every name is more than three edits away', () => {
  expect(closestName('employee_locations', ['employees', 'locations'])).toBeNull()
  expect(closestName('clientsxxxx', ['clients'])).toBeNull()
})
