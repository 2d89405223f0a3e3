import { relations, type RelationInfo } from './catalogue.ts'

const hidden: readonly RelationInfo[] = [
  {
    name: 'notes',
    columns: [
      { name: 'id', kind: 'int' },
      { name: 'film_id', kind: 'int' },
      { name: 'owner_id', kind: 'uuid' },
      { name: 'text', kind: 'text' },
      { name: 'amount', kind: 'big' },
    ],
    key: ['id'],
    embeds: [
      { name: 'films', to: 'films', isToOne: true },
      { name: 'note_readers', to: 'note_readers', isToOne: false },
      { name: 'people', to: 'people', isToOne: false },
    ],
    computed: [],
    isWritable: true,
  },
  {
    name: 'note_readers',
    columns: [
      { name: 'note_id', kind: 'int' },
      { name: 'person_id', kind: 'int' },
      { name: 'label', kind: 'text' },
    ],
    key: ['note_id', 'person_id'],
    embeds: [
      { name: 'notes', to: 'notes', isToOne: true },
      { name: 'note_cards', to: 'note_cards', isToOne: true },
    ],
    computed: [],
    isWritable: true,
  },
  {
    name: 'note_cards',
    columns: [
      { name: 'id', kind: 'int' },
      { name: 'film_id', kind: 'int' },
      { name: 'text', kind: 'text' },
      { name: 'amount', kind: 'big' },
    ],
    key: ['id'],
    embeds: [{ name: 'films', to: 'films', isToOne: true }],
    computed: [],
    isWritable: true,
  },
  {
    name: 'vault',
    columns: [
      { name: 'id', kind: 'int' },
      { name: 'word', kind: 'text' },
      { name: 'amount', kind: 'big' },
    ],
    key: ['id'],
    embeds: [],
    computed: [],
    isWritable: true,
  },
  {
    name: 'accounts',
    columns: [
      { name: 'id', kind: 'int' },
      { name: 'pin', kind: 'text' },
    ],
    key: ['id'],
    embeds: [],
    computed: [],
    isWritable: true,
  },
  {
    name: 'letterbox',
    columns: [{ name: 'letter', kind: 'text' }],
    key: [],
    embeds: [],
    computed: [],
    isWritable: true,
  },
]

const byFilms = ['notes', 'note_cards', 'notes_of', 'vault', 'vault!vault_film_id_fkey']

/**
 * Relations of the test database and of canary.sql. `films` and `people` have additional embeds
 * that lead to hidden rows.
 */
export const targets: readonly RelationInfo[] = [
  ...hidden,
  ...relations.map((relation) => {
    const to = (name: string) => name.replace(/!.*|_of$/g, '')
    const more =
      relation.name === 'films'
        ? byFilms.map((name) => ({ name, to: to(name), isToOne: false }))
        : relation.name === 'people'
          ? [{ name: 'notes', to: 'notes', isToOne: false }]
          : []
    return { ...relation, embeds: [...more, ...relation.embeds] }
  }),
]

export function targetOf(name: string): RelationInfo {
  const found = targets.find((each) => each.name === name)
  if (!found) throw new Error(`No relation ${name}`)
  return found
}
