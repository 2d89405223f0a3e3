/** What a column holds, as far as a generator must know. */
export type Kind = keyof typeof kinds

export type ColumnInfo = { name: string; kind: Kind }

export type EmbedInfo = {
  /** As it stands in `select`: name and hint. */
  name: string
  to: string
  isToOne: boolean
  /** By a computed relationship, of which a written row knows nothing. */
  isComputed?: true
}

export type RelationInfo = {
  name: string
  columns: ColumnInfo[]
  /** Empty where nothing is unique. */
  key: string[]
  embeds: EmbedInfo[]
  /** Functions of the row, with what they give. */
  computed: ColumnInfo[]
  isWritable: boolean
}

const order = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isdistinct']
const pattern = ['like', 'ilike', 'match', 'imatch']
const sets = ['cs', 'cd', 'ov']
const ranges = [...sets, 'sl', 'sr', 'nxr', 'nxl', 'adj']
const search = ['fts', 'plfts', 'phfts', 'wfts', 'fts(english)', 'wfts(simple)']

/** Operators a kind of value takes, values for them, values to write, and types to cast to. */
export const kinds = {
  int: {
    operators: order,
    values: ['1', '2', '-5', '0', '1962', '100'],
    written: [1, 7, 1999, null],
    casts: ['text', 'numeric', 'int8', 'float8'],
  },
  big: {
    operators: order,
    values: ['9007199254740993', '-1', '0'],
    written: [5, 12, null],
    casts: ['text', 'numeric'],
  },
  numeric: {
    operators: order,
    values: ['7.8', '500000', '1234567890.123456789', 'NaN', '-0.5'],
    written: [1.5, 8.6, '3.2', null],
    casts: ['text', 'int', 'float8'],
  },
  float: {
    operators: order,
    values: ['0.1', '1e300', 'NaN', '-Infinity'],
    written: [0.25, 1e10, null],
    casts: ['text', 'numeric'],
  },
  text: {
    operators: [...order, ...pattern],
    values: ['Rashomon', 'a*', '*a*', 'Agnès Varda', 'x y', 'paris', ''],
    written: ['plain', 'ß "q", (x)', 'a\\b\n', ''],
    casts: ['text', 'varchar', 'json'],
  },
  date: {
    operators: order,
    values: ['1928-05-30', '2000-01-01', 'infinity'],
    written: ['1999-12-31', null],
    casts: ['text', 'timestamp'],
  },
  time: {
    operators: order,
    values: ['12:00', '23:59:59.5'],
    written: ['08:15', null],
    casts: ['text'],
  },
  stamp: {
    operators: order,
    values: ['2026-01-02 20:00', '1961-06-21T17:00:00.123456Z', '2030-01-01'],
    written: ['2027-05-05T10:00:00', null],
    casts: ['text', 'date'],
  },
  interval: {
    operators: order,
    values: ['1 day', '-3 hours'],
    written: ['2 hours', null],
    casts: ['text'],
  },
  bool: {
    operators: ['eq', 'neq', 'isdistinct'],
    values: ['true', 'false', 't', '0'],
    written: [true, false, null],
    casts: ['text', 'int'],
  },
  mood: {
    operators: order,
    values: ['calm', 'tense', 'funny'],
    written: ['calm', 'funny', null],
    casts: ['text'],
  },
  currency: { operators: order, values: ['USD', 'EUR'], written: ['EUR', 'JPY'], casts: ['text'] },
  uuid: {
    operators: order,
    values: ['00000000-0000-4000-8000-0000000000aa', '00000000-0000-4000-8000-00000000000a'],
    written: ['00000000-0000-4000-8000-0000000000cc', '00000000-0000-4000-8000-0000000000dd'],
    casts: ['text'],
  },
  octets: {
    operators: order,
    values: ['\\x00ff10', 'abc'],
    written: ['\\x0102', null],
    casts: ['text'],
  },
  texts: {
    operators: [...sets, 'eq', 'neq'],
    values: ['{samurai}', '{paris,song}', '{}', '{"a,b"}'],
    written: [['a', 'b,c'], [], ['x"y']],
    casts: ['text'],
  },
  ints: {
    operators: [...sets, 'eq'],
    values: ['{1,2}', '{}', '{2}'],
    written: [[1, 2, 3], [], null],
    casts: ['text'],
  },
  bools: {
    operators: ['eq', 'cs'],
    values: ['{t,f}', '{}'],
    written: [[true, null], null],
    casts: ['text'],
  },
  jsonb: {
    operators: ['eq', 'neq', 'cs', 'cd'],
    values: ['{"color":"b/w"}', '{"runtime":90}', '{}', 'null', '[1]'],
    written: [{ a: [1, { b: null }] }, [], 5, 'text', null],
    casts: ['text', 'json'],
  },
  json: {
    operators: [],
    values: ['{}'],
    written: [{ z: 1, a: 2 }, [1], null],
    casts: ['text', 'jsonb'],
  },
  range: {
    operators: [...ranges, 'eq'],
    values: ['[1,10)', '[5,20)', '[10,20)', 'empty', '(,5]'],
    written: ['[3,4)', 'empty', null],
    casts: ['text'],
  },
  days: {
    operators: [...ranges, 'eq'],
    values: ['[2024-01-15,2024-03-01)', 'empty', '[2024-02-01,)'],
    written: ['[2020-01-01,2021-01-01)', null],
    casts: ['text'],
  },
  words: {
    operators: search,
    values: ['cat', 'a', 'dog'],
    written: ["'x':3", null],
    casts: ['text'],
  },
  bits: {
    operators: ['eq', 'neq'],
    values: ['1010', '0000'],
    written: ['1111', null],
    casts: ['text'],
  },
} as const satisfies Record<
  string,
  {
    operators: readonly string[]
    values: readonly string[]
    written: readonly unknown[]
    casts: readonly string[]
  }
>

const columns = (list: string): ColumnInfo[] =>
  list.split(' ').map((each) => {
    const [name = '', kind = 'text'] = each.split(':')
    return { name, kind: kind as Kind }
  })
const toOne = (name: string, to: string): EmbedInfo => ({ name, to, isToOne: true })
const toMany = (name: string, to: string): EmbedInfo => ({ name, to, isToOne: false })

/** The relations of the film archive, as its two schema files make them. */
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

/** The relation of a name. */
export function relationOf(name: string): RelationInfo {
  const found = relations.find((each) => each.name === name)
  if (!found) throw new Error(`No relation ${name}`)
  return found
}
