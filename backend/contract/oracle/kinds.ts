/** The kind of values in a column. The request generators choose operators and values by kind. */
export type Kind = keyof typeof kinds

const order = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isdistinct']
const pattern = ['like', 'ilike', 'match', 'imatch']
const sets = ['cs', 'cd', 'ov']
const ranges = [...sets, 'sl', 'sr', 'nxr', 'nxl', 'adj']
const search = ['fts', 'plfts', 'phfts', 'wfts', 'fts(english)', 'wfts(simple)']

/** Filter operators, filter values, values to write and cast types, by kind of value. */
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
