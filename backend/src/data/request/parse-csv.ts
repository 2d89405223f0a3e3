import { bodyError } from '../respond/errors.ts'
import { limits } from './limits.ts'

type CsvRows = { json: string; keys: readonly string[] }

/**
 * Converts CSV to JSON. The value NULL, quoted or not, becomes null. Throws ApiError PGRST102 for
 * malformed CSV.
 */
export function csvToJson(text: string): CsvRows {
  if (!text.includes('\n')) throw bodyError('A CSV body begins with a line of column names')
  let names: string[] | null = null
  /** JSON text that precedes the value of each column, such as `{"id":`. */
  let starts: string[] = []
  const rows: string[] = []
  for (const fields of linesOf(text)) {
    if (!names) {
      names = fields
      if (names.length > limits.columns.most) throw bodyError('The CSV body has too many columns')
      starts = names.map((name, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
    } else if (fields.length !== names.length) {
      throw bodyError('All lines must have same number of fields')
    } else {
      let row = ''
      fields.forEach((value, index) => {
        row += starts[index] + (value === 'NULL' ? 'null' : JSON.stringify(value))
      })
      rows.push(`${row}}`)
    }
  }
  return { json: `[${rows.join(',')}]`, keys: [...new Set(names)] }
}

function* linesOf(text: string): Generator<string[]> {
  let fields: string[] = []
  for (let at = 0; at < text.length;) {
    const { value, end } = text[at] === '"' ? quotedField(text, at) : bareField(text, at)
    fields.push(value)
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
    if (text[end] === ',') {
      // A comma at the end of the CSV text is followed by an empty last field.
      if (at >= text.length) yield [...fields, '']
      continue
    }
    if (fields.length > 1 || value !== '') yield fields
    fields = []
  }
}

type Field = { value: string; end: number }

function bareField(text: string, start: number): Field {
  let end = start
  while (end < text.length && !isEnd(text.charCodeAt(end))) end++
  return { value: text.slice(start, end), end }
}

function isEnd(character: number): boolean {
  return character === 44 || character === 10 || character === 13
}

function quotedField(text: string, start: number): Field {
  let end = start
  do {
    end = text.indexOf('"', end + 1)
    if (end < 0) throw bodyError('A quoted field of the CSV body does not end')
  } while (text[end + 1] === '"' && end++)
  const next = text[end + 1]
  if (next !== undefined && !',\r\n'.includes(next)) {
    throw bodyError('A quoted field of the CSV body goes on after its quotes')
  }
  return { value: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 }
}
