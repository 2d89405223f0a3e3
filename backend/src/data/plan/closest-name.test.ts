import { expect, test } from 'vitest'
import { closestName } from './closest-name.ts'

test('closestName finds a name with a typing error', () => {
  expect(closestName('flims', ['people', 'films'])).toBe('films')
  expect(closestName('emploees', ['employees', 'employers'])).toBe('employees')
})

test('closestName does not reveal a name at a distance of more than three', () => {
  expect(closestName('employee_locations', ['employees', 'locations'])).toBeNull()
  expect(closestName('clientsxxxx', ['clients'])).toBeNull()
})
