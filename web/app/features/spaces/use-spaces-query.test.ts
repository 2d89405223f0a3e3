import { expect, test } from 'vitest'
import { applyTypeChanges } from './use-spaces-query.ts'

const studio = { id: '1', name: 'studio', label: 'Studio' }
const office = { id: '2', name: 'office', label: 'Office' }
const rooftop = { id: '3', name: 'rooftop', label: 'Rooftop' }

test('applyTypeChanges appends new space types, renames types in place and removes deleted types', () => {
  const renamed = { ...studio, name: 'atelier', label: 'Atelier' }
  const changes = [
    { kind: 'saved', type: rooftop },
    { kind: 'saved', type: renamed },
    { kind: 'deleted', id: office.id },
  ] as const
  expect(applyTypeChanges([studio, office], changes)).toEqual([renamed, rooftop])
})

test('applyTypeChanges lists a space type once if Realtime reports it twice', () => {
  const change = { kind: 'saved', type: rooftop } as const
  expect(applyTypeChanges([studio, rooftop], [change, change])).toEqual([studio, rooftop])
})
