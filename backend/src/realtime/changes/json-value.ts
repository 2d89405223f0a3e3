import type { ColumnType } from './column-types.ts'

const jsonNumber = /^-?\d/

/** Converts a value from PostgreSQL's text format to JSON, like `to_json`. */
export function jsonOf(text: string | null, type: ColumnType): string {
  if (text === null) return 'null'
  switch (type.kind) {
    case 'bool':
      return text === 't' ? 'true' : 'false'
    case 'number':
      // NaN and Infinity become strings, because JSON lacks them. Digits are not rounded.
      return jsonNumber.test(text) ? text : JSON.stringify(text)
    case 'json':
      return text
    case 'timestamp':
      return JSON.stringify(text.replace(' ', 'T'))
    case 'timestamptz':
      return JSON.stringify(text.replace(' ', 'T').replace(/([+-]\d\d)( BC)?$/, '$1:00$2'))
    case 'array': {
      const { element } = type
      return element ? jsonOfNested(parseArray(text, element.delimiter), element.type) : 'null'
    }
    case 'row': {
      const values = parseRow(text)
      const members = (type.fields ?? []).map(
        ({ name, type: field }, index) =>
          `${JSON.stringify(name)}:${jsonOf(values[index] ?? null, field)}`,
      )
      return `{${members.join(',')}}`
    }
    case 'enum':
    case 'text':
      return JSON.stringify(text)
  }
}

function jsonOfNested(value: Nested, type: ColumnType): string {
  if (!Array.isArray(value)) return jsonOf(value, type)
  return `[${value.map((item) => jsonOfNested(item, type)).join(',')}]`
}

type Nested = string | null | Nested[]

/** Parses a PostgreSQL array such as `{1,NULL,"a b"}`. Ignores its bounds, such as `[2:4]=`. */
function parseArray(text: string, delimiter: string): Nested {
  const cursor = { text, at: text.indexOf('{') }
  return cursor.at < 0 ? [] : readArray(cursor, delimiter)
}

type Cursor = { text: string; at: number }

function readArray(cursor: Cursor, delimiter: string): Nested[] {
  const items: Nested[] = []
  cursor.at += 1
  while (cursor.at < cursor.text.length) {
    const letter = cursor.text[cursor.at]
    if (letter === '}') {
      cursor.at += 1
      break
    }
    if (letter === delimiter) cursor.at += 1
    else if (letter === '{') items.push(readArray(cursor, delimiter))
    else if (letter === '"') items.push(readQuoted(cursor))
    else {
      const item = readPlain(cursor, `${delimiter}}`)
      items.push(item.toUpperCase() === 'NULL' ? null : item)
    }
  }
  return items
}

/** Parses a composite value such as `(1,,"a b")`. An empty field becomes null. */
function parseRow(text: string): (string | null)[] {
  const cursor = { text, at: 1 }
  const values: (string | null)[] = []
  while (cursor.at < text.length) {
    let value: string | null = null
    while (cursor.at < text.length && text[cursor.at] !== ',' && text[cursor.at] !== ')') {
      value =
        (value ?? '') + (text[cursor.at] === '"' ? readQuoted(cursor) : readPlain(cursor, ',)"'))
    }
    values.push(value)
    cursor.at += 1
  }
  return values
}

function readQuoted(cursor: Cursor): string {
  let value = ''
  for (cursor.at += 1; cursor.at < cursor.text.length; cursor.at += 1) {
    const letter = cursor.text[cursor.at]
    if (letter === '\\') cursor.at += 1
    else if (letter === '"') {
      if (cursor.text[cursor.at + 1] !== '"') break
      cursor.at += 1
    }
    value += cursor.text[cursor.at] ?? ''
  }
  cursor.at += 1
  return value
}

function readPlain(cursor: Cursor, ends: string): string {
  let value = ''
  while (cursor.at < cursor.text.length && !ends.includes(cursor.text[cursor.at] ?? '')) {
    if (cursor.text[cursor.at] === '\\') cursor.at += 1
    value += cursor.text[cursor.at] ?? ''
    cursor.at += 1
  }
  return value
}
