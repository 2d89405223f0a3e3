import type { Kind } from './kinds.ts'

export type ColumnInfo = { name: string; kind: Kind }

export type EmbedInfo = {
  /** Name and optional hint of the embed, as written in `select`. */
  name: string
  to: string
  isToOne: boolean
  /** Whether the embed is a computed relationship, which responses to writes cannot embed. */
  isComputed?: true
}

export type RelationInfo = {
  name: string
  columns: ColumnInfo[]
  /** Columns of the unique key, or an empty list for a relation without a unique key. */
  key: string[]
  embeds: EmbedInfo[]
  /** Computed columns: functions of a row, which requests use like columns. */
  computed: ColumnInfo[]
  isWritable: boolean
}

const columns = (list: string): ColumnInfo[] =>
  list.split(' ').map((each) => {
    const [name = '', kind = 'text'] = each.split(':')
    return { name, kind: kind as Kind }
  })
const toOne = (name: string, to: string): EmbedInfo => ({ name, to, isToOne: true })
const toMany = (name: string, to: string): EmbedInfo => ({ name, to, isToOne: false })

export const relations: readonly RelationInfo[] = [
  {
    name: 'films',
    columns: columns(
      'id:int title:text director_id:int producer_id:int year:int rating:numeric budget:numeric currency:currency mood:mood is_lost:bool tags:texts facts:jsonb on_show:range shot_at:stamp title_length:int',
    ),
    key: ['id'],
    embeds: [
      toOne('director_id', 'people'),
      toOne('people!director_id', 'people'),
      toOne('people!films_producer_id_fkey', 'people'),
      toOne('restorations', 'restorations'),
      toMany('parts', 'parts'),
      toMany('people!parts', 'people'),
      toMany('prints', 'prints'),
      toMany('lines', 'lines'),
      { ...toOne('director_of', 'people'), isComputed: true },
      { ...toMany('cast_of', 'people'), isComputed: true },
    ],
    computed: columns('full_title:text'),
    isWritable: true,
  },
  {
    name: 'people',
    columns: columns('id:int name:text born:date'),
    key: ['id'],
    embeds: [
      toMany('films!director_id', 'films'),
      toMany('films!films_producer_id_fkey', 'films'),
      toMany('parts', 'parts'),
      toMany('films!parts', 'films'),
      toMany('film_cards!films_director_id_fkey', 'film_cards'),
    ],
    computed: [],
    isWritable: true,
  },
  {
    name: 'parts',
    columns: columns('film_id:int person_id:int name:text'),
    key: ['film_id', 'person_id'],
    embeds: [toOne('films', 'films'), toOne('people', 'people')],
    computed: [],
    isWritable: true,
  },
  {
    name: 'restorations',
    columns: columns('film_id:int frames:big'),
    key: ['film_id'],
    embeds: [toOne('films', 'films')],
    computed: [],
    isWritable: true,
  },
  {
    name: 'staff',
    columns: columns('id:int name:text boss_id:int'),
    key: ['id'],
    embeds: [toOne('boss_id', 'staff'), toMany('staff', 'staff')],
    computed: [],
    isWritable: true,
  },
  {
    name: 'settings',
    columns: columns('name:text value:text note:text hits:int'),
    key: ['name'],
    embeds: [],
    computed: [],
    isWritable: true,
  },
  {
    name: 'prints',
    columns: columns('film_id:int copy:int stock:text length_m:float'),
    key: ['film_id', 'copy'],
    embeds: [toOne('films', 'films'), toMany('screenings', 'screenings')],
    computed: [],
    isWritable: true,
  },
  {
    name: 'screenings',
    columns: columns(
      'id:big film_id:int copy:int hall:text seats:int price:numeric starts_at:stamp',
    ),
    key: ['id'],
    embeds: [toOne('prints', 'prints')],
    computed: [],
    isWritable: true,
  },
  {
    name: 'samples',
    columns: columns(
      'id:uuid octets:octets ratio:float small:float big:big day:date hour:time span:interval flags:bools numbers:ints words:words document:json bits:bits letters:text during:days',
    ),
    key: ['id'],
    embeds: [],
    computed: [],
    isWritable: true,
  },
  {
    name: 'lines',
    columns: columns('film_id:int text:text'),
    key: [],
    embeds: [toOne('films', 'films')],
    computed: [],
    isWritable: true,
  },
  {
    name: 'diaries',
    columns: columns('id:int owner_id:uuid entry:text'),
    key: ['id'],
    embeds: [],
    computed: [],
    isWritable: true,
  },
  {
    name: 'film_cards',
    columns: columns('film:int title:text director_id:int'),
    key: ['film'],
    embeds: [toOne('people!films_director_id_fkey', 'people'), toMany('parts', 'parts')],
    computed: [],
    isWritable: true,
  },
  {
    name: 'long_films',
    columns: columns('id:int title:text year:int director_id:int director:text'),
    key: ['id'],
    embeds: [toOne('people!films_director_id_fkey', 'people'), toMany('parts', 'parts')],
    computed: [],
    isWritable: false,
  },
  {
    name: 'lost_films',
    columns: columns('id:int title:text year:int is_lost:bool'),
    key: ['id'],
    embeds: [toMany('parts', 'parts')],
    computed: [],
    isWritable: true,
  },
]

export function relationOf(name: string): RelationInfo {
  const found = relations.find((each) => each.name === name)
  if (!found) throw new Error(`No relation ${name}`)
  return found
}
