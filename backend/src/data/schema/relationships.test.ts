import { expect, test } from 'vitest'
import { parseSelect } from '../request/parse-select.ts'
import { resolveEmbed } from '../plan/resolve-embed.ts'
import { notesSchema } from '../plan/test-schema.ts'
import { findRelationships, type ForeignKey } from './relationships.ts'
import type { Relation } from './schema.ts'

function relation(name: string, primaryKey: string[], kind: Relation['kind'] = 'table'): Relation {
  const writable = { insertable: true, updatable: true, deletable: true }
  return { ...writable, schema: 'api', name, kind, columns: new Map(), primaryKey }
}

const people = relation('people', ['id'])
const badges = relation('badges', ['person_id'])
const badgeCards = relation('badge_cards', [], 'view')
const friends = relation('friends', ['a_id', 'b_id'])

function key(from: Relation, column: string): ForeignKey {
  const constraint = `${from.name}_${column}_fkey`
  return { constraint, from, to: people, columns: [[column, 'id']] }
}

test('findRelationships treats a foreign key on unique columns as one-to-one, for tables and for views', () => {
  const stored = key(badges, 'person_id')
  const shown = { ...stored, from: badgeCards, columns: [['who', 'id']] as const }
  const keys = [stored, { ...shown, inheritedFrom: stored }]
  const found = findRelationships(keys, [{ relation: badges, uniqueKeys: [['person_id']] }])
  expect(found.get(people)?.map(({ to, cardinality }) => [to.name, cardinality])).toEqual([
    ['badges', 'one-to-one'],
    ['badge_cards', 'one-to-one'],
  ])
})

test('if a junction table references one table twice, the hint of an embed chooses the foreign key to the parent row', () => {
  const relationships = findRelationships([key(friends, 'a_id'), key(friends, 'b_id')], [])
  const [embed] = parseSelect('people!friends_b_id_fkey(id)')
  if (embed?.kind !== 'embed') throw new Error('no embed')
  expect(resolveEmbed({ ...notesSchema(), relationships }, people, embed)).toMatchObject({
    cardinality: 'many-to-many',
    junction: { fromColumns: [['id', 'b_id']], toColumns: [['a_id', 'id']] },
  })
})
