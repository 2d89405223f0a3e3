import { parseArray, parseRow, type Nested } from './nested-text.ts'
import type { ColumnType } from './column-types.ts'

const jsonNumber = /^-?\d/

/** A value as PostgreSQL writes it in text, as JSON text: what `to_json` makes of it there. */
export function jsonOf(text: string | null, type: ColumnType): string {
  if (text === null) return 'null'
  switch (type.kind) {
    case 'bool':
      return text === 't' ? 'true' : 'false'
    case 'number':
      // NaN and Infinity are no numbers in JSON. Digits pass through: none is rounded.
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
