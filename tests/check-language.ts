/**
 * Part of `npm run lint`: reports words in comments, test titles and documents that the glossary in
 * CONTRIBUTING.md replaces. Does not check the screen texts in web/app/content.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const refusedWords: [RegExp, string][] = [
  [/\b(who(m)?ever|(some|no|any|every)body)\b/i, 'the role: user, caller, client, attacker'],
  [/\bput(s|ting)? (\w+ )?out\b/i, 'revoke the session, sign out'],
  [/\bprov(e|es|ed|en|ing)\b/i, 'verify, verified'],
  [/\baccounts? elsewhere\b|\bproviders? of accounts\b/i, 'external identity, identity provider'],
  [/\ballowances?\b/i, 'rate limit'],
  [/\bknown (browser|device)s?\b/i, 'trusted device'],
  [/\bat a steady pace\b/i, 'constant-time, uniform timing'],
  [/\bstand-ins?\b/i, 'fake, sandbox'],
  [/\bcarriers? of texts\b/i, 'SMS gateway'],
  [/\bmails of an account\b/i, 'account emails'],
  [/\bforgotten pictures?\b/i, 'orphaned uploads'],
  [/\blanes?\b/i, 'connection pool'],
  [/\b(early|kept) presses\b/i, 'input before hydration'],
  [/\banew\b/i, 'again'],
  [/\bmeanwhile\b/i, 'concurrently'],
  [/\bby itself\b/i, 'automatically'],
  [/\bat hand\b/i, 'available'],
  [/\bcomes? by\b/i, 'runs'],
  [/\bovertaken\b/i, 'stale, superseded, concurrent'],
  [/\bmend(s|ed|ing)?\b/i, 'fix, fixed'],
]

type Line = { file: string; number: number; text: string }

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.sql', '*.css', '*.md'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(file) && !file.startsWith('web/app/content/'))
  .filter(
    (file) => !/database\.types\.ts$|tests\/check-language\.ts$|^CONTRIBUTING\.md$/.test(file),
  )

const lineComment = { ts: /(?:^|\s)\/\/(.*)$/, sql: /(?:^|\s)--(.*)$/ }
const blockComment = /\/\*[^]*?\*\//g
const title = /(?:\b(?:test|it|describe)\b.*|^\s*[\])]+\()\(?\s*(['"`])(.+?)\1\s*,/

/** Returns the comments and test titles of a source file, or all lines of a document. */
function prose(file: string): Line[] {
  const source = readFileSync(file, 'utf8')
  const lines = source.split('\n').map((text, index) => ({ file, number: index + 1, text }))
  if (file.endsWith('.md')) return lines
  const inBlock = new Set<number>()
  for (const match of source.matchAll(blockComment)) {
    const first = source.slice(0, match.index).split('\n').length
    match[0].split('\n').forEach((_, offset) => inBlock.add(first + offset))
  }
  const pattern = file.endsWith('.sql') ? lineComment.sql : lineComment.ts
  return lines.flatMap(({ number, text }) => {
    const found = inBlock.has(number) ? text : (pattern.exec(text)?.[1] ?? title.exec(text)?.[2])
    return found ? [{ file, number, text: found }] : []
  })
}

const refused = files.flatMap(prose).flatMap(({ file, number, text }) =>
  refusedWords.flatMap(([word, instead]) => {
    const found = word.exec(text)?.[0]
    return found ? [`${file}:${number} "${found}": write ${instead}`] : []
  }),
)
if (refused.length > 0) {
  console.error(refused.join('\n'))
  console.error(`\n${refused.length} words to replace; CONTRIBUTING.md has the glossary.`)
  process.exitCode = 1
}
