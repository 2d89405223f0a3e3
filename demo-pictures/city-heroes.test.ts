import { expect, test } from 'vitest'
import { cityHeroes, drawCityHero } from './city-heroes.ts'

test('city pictures differ from each other and are rendered deterministically', () => {
  const drawings = cityHeroes.map(drawCityHero)
  expect(new Set(drawings).size).toBe(28)
  expect(drawCityHero(cityHeroes[0]!)).toBe(drawings[0])
  expect(drawings.join('')).not.toMatch(/NaN|undefined|Infinity/)
})
