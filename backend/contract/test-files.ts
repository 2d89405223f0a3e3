import { readdirSync, readFileSync } from 'node:fs'

const suffix = '.test.ts'

/** Returns the source text of test files and their helpers, by file name without `.test.ts`. */
export function testFilesIn(folder: URL): Map<string, string> {
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
  const withHelpers = (name: string): string => {
    const source = read(name)
    const helpers = [...source.matchAll(/from '\.\/([\w-]+\.ts)'/g)].map(([, helper]) => helper!)
    return [source, ...helpers.map(read)].join('\n')
  }
  const names = readdirSync(folder).filter((name) => name.endsWith(suffix))
  return new Map(names.map((name) => [name.slice(0, -suffix.length), withHelpers(name)]))
}
