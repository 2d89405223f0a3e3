import { expect, test } from 'vitest'
import { boundsAround, groupPins, isWithin } from './group-pins.ts'

const at = (id: string, latitude: number | null, longitude: number | null) => ({
  id,
  latitude,
  longitude,
})

const berlin = at('berlin', 52.52, 13.4)
const potsdam = at('potsdam', 52.4, 13.06)
const tokyo = at('tokyo', 35.68, 139.76)

test('spaces whose pins overlap become one group, which splits when the map zooms in', () => {
  const idsAt = (zoom: number) =>
    groupPins([berlin, potsdam, tokyo], zoom).map(({ spaces }) => spaces.map(({ id }) => id))
  expect(idsAt(3)).toEqual([['berlin', 'potsdam'], ['tokyo']])
  expect(idsAt(10)).toEqual([['berlin'], ['potsdam'], ['tokyo']])
})

test('spaces without a public point have no pin', () => {
  expect(groupPins([at('nowhere', null, null)], 5)).toEqual([])
  expect(boundsAround([at('nowhere', null, null)])).toBeNull()
})

test('boundsAround returns map bounds that contain all spaces', () => {
  expect(boundsAround([berlin, tokyo, potsdam])).toEqual([13.06, 35.68, 139.76, 52.52])
})

test('isWithin accepts bounds that cross the 180th meridian', () => {
  const fiji = { latitude: -18, longitude: 178 }
  const samoa = { latitude: -14, longitude: -171 }
  expect(isWithin(fiji, [170, -30, 195, 0])).toBe(true)
  expect(isWithin(samoa, [170, -30, 195, 0])).toBe(true)
  expect(isWithin(samoa, [-190, -30, -165, 0])).toBe(true)
  expect(isWithin(fiji, [-20, -30, 20, 0])).toBe(false)
})
