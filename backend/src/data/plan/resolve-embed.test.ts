import { describe, expect, test } from 'vitest'
import { parseSelect } from '../request/parse-select.ts'
import { qualified, type Relation } from '../schema/schema.ts'
import { resolveEmbed } from './resolve-embed.ts'
import { notesSchema } from './test-schema.ts'

const schema = notesSchema()

function relation(name: string): Relation {
  const found = schema.relations.get(qualified('api', name))
  if (!found) throw new Error(`no ${name}`)
  return found
}

function resolve(from: string, select: string, within = schema) {
  const [embed] = parseSelect(select)
  if (embed?.kind !== 'embed') throw new Error(`${select} is no embed`)
  return resolveEmbed(within, relation(from), embed)
}

describe('resolveEmbed', () => {
  test.each([
    ['notes', 'people!author_id()', 'many-to-one', 'notes_author_id_fkey'],
    ['notes', 'people!notes_reader_id_fkey()', 'many-to-one', 'notes_reader_id_fkey'],
    ['notes', 'author_id()', 'many-to-one', 'notes_author_id_fkey'],
    ['notes', 'notes_author_id_fkey()', 'many-to-one', 'notes_author_id_fkey'],
    ['people', 'notes!reader_id()', 'one-to-many', 'notes_reader_id_fkey'],
    ['notes', 'tags()', 'many-to-many', 'note_tags'],
    ['notes', 'tags!note_tags()', 'many-to-many', 'note_tags'],
  ])(
    'resolveEmbed from %s with %s finds the %s relationship %s',
    (from, select, cardinality, constraint) => {
      expect(resolve(from, select)).toMatchObject({ cardinality, constraint })
    },
  )

  test('resolveEmbed throws an error that lists the ambiguous relationships with a hint for each', () => {
    expect(() => resolve('notes', 'people()')).toThrow(
      expect.objectContaining({
        code: 'PGRST201',
        hint: expect.stringContaining(
          "'people!notes_author_id_fkey', 'people!notes_reader_id_fkey'",
        ),
      }),
    )
  })

  test('resolveEmbed suggests a similar name if the relation is unknown, but not if only the hint is unknown', () => {
    const hintOf = (select: string) => {
      try {
        return resolve('notes', select)
      } catch (error) {
        return (error as { hint: string | null }).hint
      }
    }
    expect(hintOf('tagz()')).toBe("Perhaps you meant 'tags' instead of 'tagz'.")
    expect(hintOf('tags!nope()')).toBeNull()
  })

  test('resolveEmbed prefers a computed relationship to a relation with the same name', () => {
    const notes = relation('notes')
    const computed = {
      kind: 'computed' as const,
      schema: 'api',
      name: 'tags',
      from: notes,
      to: relation('people'),
      isToOne: true,
    }
    const within = { ...schema, computedRelationships: new Map([[notes, [computed]]]) }
    expect(resolve('notes', 'tags()', within)).toBe(computed)
  })
})
