import { existsSync, readFileSync } from 'node:fs'

/** Which of these titles, each 'file > title' (without `.test.ts`), no test of `folder` bears. */
export function missingTests(folder: URL, titles: readonly string[]): string[] {
  return titles.filter((title) => !exists(folder, title))
}

function exists(folder: URL, named: string): boolean {
  const [file, ...title] = named.split(' > ')
  const path = new URL(`${file}.test.ts`, folder)
  if (!existsSync(path)) return false
  const source = readFileSync(path, 'utf8')
  return ["'", '"', '`'].some((quote) => source.includes(quote + title.join(' > ') + quote))
}
