import { findRelationships, type ForeignKey } from '../schema/relationships.ts'
import { qualified, type Column, type Relation, type Schema } from '../schema/schema.ts'

function table(name: string, columns: string[], primaryKey: string[]): Relation {
  const entries = columns.map((column): [string, Column] => {
    const [columnName = '', type = 'text'] = column.split(' ')
    const hasDefault = columnName === 'id'
    return [
      columnName,
      {
        name: columnName,
        type,
        baseType: type,
        isNullable: false,
        default: hasDefault ? 'next_id()' : null,
        isGenerated: false,
        isIdentity: false,
        enumValues: null,
        comment: null,
      },
    ]
  })
  const writable = { insertable: true, updatable: true, deletable: true }
  return { schema: 'api', name, kind: 'table', columns: new Map(entries), primaryKey, ...writable }
}

const people = table('people', ['id int4', 'name'], ['id'])
const notes = table('notes', ['id int4', 'author_id int4', 'reader_id int4', 'body'], ['id'])
const tags = table('tags', ['id int4', 'label'], ['id'])
const noteTags = table('note_tags', ['note_id int4', 'tag_id int4'], ['note_id', 'tag_id'])

function key(from: Relation, column: string, to: Relation): ForeignKey {
  const constraint = `${from.name}_${column}_fkey`
  return { constraint, from, to, columns: [[column, 'id']] }
}

export function notesSchema(): Schema {
  const relations = [people, notes, tags, noteTags]
  const foreignKeys = [
    key(notes, 'author_id', people),
    key(notes, 'reader_id', people),
    key(noteTags, 'note_id', notes),
    key(noteTags, 'tag_id', tags),
  ]
  const uniqueKeys = relations.map((relation) => ({ relation, uniqueKeys: [relation.primaryKey] }))
  return {
    exposed: ['api'],
    relations: new Map(relations.map((each) => [qualified('api', each.name), each])),
    relationships: findRelationships(foreignKeys, uniqueKeys),
    computedRelationships: new Map(),
    functions: new Map(),
    computedColumns: new Map(),
    roles: new Map([['anon', { canEnter: true, settings: [] }]]),
  }
}
