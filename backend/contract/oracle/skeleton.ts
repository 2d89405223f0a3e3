import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type postgres from 'postgres'

export type Vocabulary = {
  /** Words allowed in SQL, from the data API's source code, catalog types and column defaults. */
  words: ReadonlySet<string>
  names: ReadonlySet<string>
}

const sources = fileURLToPath(new URL('../../src/data', import.meta.url))

export async function vocabularyOf(sql: postgres.Sql): Promise<Vocabulary> {
  const texts = globSync('**/*.ts', { cwd: sources })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${sources}/${file}`, 'utf8'))
  const rows = await sql<{ name: string }[]>`
    select nspname as name from pg_namespace union select relname from pg_class
    union select attname from pg_attribute union select proname from pg_proc
    union select typname from pg_type union select unnest(proargnames) from pg_proc`
  const described = await sql<{ text: string }[]>`
    select format_type(oid, null) as text from pg_type
    union select pg_get_expr(adbin, adrelid) from pg_attrdef`
  return {
    words: new Set([...texts, ...described.map(({ text }) => text)].flatMap(wordsOf)),
    names: new Set(rows.map(({ name }) => name)),
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z_][a-z0-9_]*/g) ?? []
}

const token =
  /\s+|E'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\d+|[A-Za-z_][A-Za-z0-9_]*|\d+(?:\.\d+)?|--|\/\*|[^\s]/gsu

/** Numbered aliases that the planner assigns to tables and columns. */
const numbered = /^[ct]\d+(_(found|row|through))*$/

/**
 * Returns the parts of a statement that the data API's query planner cannot have produced. Allowed
 * parts are words of `vocabulary`, quoted names that are in the catalog or follow `as`, string
 * literals that contain only such words, and JSON keys after `->`. Comments and second statements
 * are not allowed.
 */
export function strangeParts(text: string, valueCount: number, vocabulary: Vocabulary): string[] {
  const strange: string[] = []
  const given = new Set<string>()
  let before = ''
  for (const [part] of text.matchAll(token)) {
    const first = part[0] ?? ''
    if (/\s/.test(first)) continue
    if (part === ';' || part === '--' || part === '/*' || part === '\\') strange.push(part)
    else if (first === '"') {
      const name = part.slice(1, -1).replace(/""/g, '"')
      if (before === 'as') given.add(name)
      else if (!vocabulary.names.has(name) && !given.has(name)) strange.push(part)
    } else if (first === "'" || part.startsWith("E'")) {
      if (!before.endsWith('>') && !isOurs(part, vocabulary)) strange.push(part)
    } else if (first === '$') {
      if (!(Number(part.slice(1)) <= valueCount)) strange.push(part)
    } else if (/[A-Za-z_]/.test(first)) {
      if (!vocabulary.words.has(part.toLowerCase()) && !numbered.test(part)) strange.push(part)
    } else if (!/[\d(),.:=<>*+\-/|&!~@?[\]]/.test(first)) strange.push(part)
    before = part.toLowerCase()
  }
  return strange
}

function isOurs(literal: string, { words, names }: Vocabulary): boolean {
  const content = literal.replace(/^E?'|'$/g, '')
  return names.has(content) || wordsOf(content).every((word) => words.has(word) || names.has(word))
}
