import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const docs = join(import.meta.dirname, '../docs')
const text = readFileSync(join(docs, 'features.md'), 'utf8')

/** The cells of every row below a table's head: what is specified, where it is done, what shows it. */
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (---|Specification)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, specified = '', where = '', shown = '']) => ({ specified, where, shown }))

const linkPattern = /\]\(([^)#]+)\)/g
const pathOf = (link: string) => resolve(docs, link)

/** Each test of a row: the link to its file, then its title as the file has it. */
const testsOf = (shown: string) =>
  shown.split('<br>').flatMap((part) => {
    const [, link, title] = /^\[[^\]]+\]\(([^)]+)\): (.+)$/.exec(part) ?? []
    return link && title ? [{ file: pathOf(link), title }] : []
  })

test('every file that is named is there', () => {
  const links = [...text.matchAll(linkPattern)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(500)
  expect(links.filter((link) => !existsSync(pathOf(link)))).toEqual([])
})

test('every test that is named is in its file', () => {
  const missing = rows
    .flatMap(({ shown }) => testsOf(shown))
    .filter(({ file, title }) => !(existsSync(file) && readFileSync(file, 'utf8').includes(title)))
  expect(missing).toEqual([])
})

test('no line is without a file and a test, unless an issue will bring it', () => {
  expect(rows.length).toBeGreaterThan(250)
  const bare = rows.filter(
    ({ where, shown }) =>
      !shown.startsWith('issue ') && (!where.includes('](') || testsOf(shown).length === 0),
  )
  expect(bare).toEqual([])
})
