import { readdirSync, readFileSync } from 'node:fs'

const suffix = '.test.ts'

/**
 * The test files of a folder by their name without `.test.ts`: their source text, followed by that of
 * the helpers they import from the folder.
 */
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
