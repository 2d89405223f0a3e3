/** An array's value: its texts, in as many levels as it has dimensions. */
export type Nested = string | null | Nested[]

/** Reads an array as PostgreSQL writes it, `{1,NULL,"a b"}`, with bounds before it or without. */
export function parseArray(text: string, delimiter: string): Nested {
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

/** Reads a row as PostgreSQL writes it, `(1,,"a b")`; nothing between commas is null. */
export function parseRow(text: string): (string | null)[] {
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

/** From one quote to the next that is neither escaped nor doubled. */
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
