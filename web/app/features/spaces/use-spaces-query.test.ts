import { expect, test } from 'vitest'
import { applyTypeChanges } from './use-spaces-query.ts'

const studio = { id: '1', name: 'studio', label: 'Studio' }
const office = { id: '2', name: 'office', label: 'Office' }
const rooftop = { id: '3', name: 'rooftop', label: 'Rooftop' }

test('Realtime changes append a new space type, rename a type in place and remove a type', () => {
  const renamed = { ...studio, name: 'atelier', label: 'Atelier' }
  const changes = [
    { kind: 'saved', type: rooftop },
    { kind: 'saved', type: renamed },
    { kind: 'deleted', id: office.id },
  ] as const
  expect(applyTypeChanges([studio, office], changes)).toEqual([renamed, rooftop])
})

test('a space type that Realtime reports twice is listed once', () => {
  const change = { kind: 'saved', type: rooftop } as const
  expect(applyTypeChanges([studio, rooftop], [change, change])).toEqual([studio, rooftop])
})
