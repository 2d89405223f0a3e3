import { expect, test } from 'vitest'
import { directionsTo } from './place-texts.ts'

const destinationOf = (street_address: string) =>
  new URL(
    directionsTo({
      space: {
        location: 'New York',
        country: 'United States',
        address: { street_address, latitude: 40.75, longitude: -73.98 },
      },
    } as Parameters<typeof directionsTo>[0]),
  ).searchParams.get('destination')

test("the destination of directions is the space's address, or its coordinates if the host gave no street", () => {
  expect(destinationOf('12 Grand Street')).toBe('12 Grand Street, New York, United States')
  expect(destinationOf(' ')).toBe('40.75,-73.98')
})
