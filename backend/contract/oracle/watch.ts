import type { Context } from '#backend/context.ts'
import { strangeParts, type Vocabulary } from './skeleton.ts'

export type Watch = {
  count: number
  texts: Set<string>
  /** Returns the unexpected SQL found since this function was last called. */
  takeFaults(): string[]
}

export function watchStatements({ database }: Context, vocabulary: Vocabulary): Watch {
  const faults: string[] = []
  const batchAsCaller = database.batchAsCaller.bind(database)
  const watch: Watch = { count: 0, texts: new Set(), takeFaults: () => faults.splice(0) }
  database.batchAsCaller = (caller, statements, options) => {
    for (const { text, values } of statements) {
      watch.count++
      if (watch.texts.has(text)) continue
      watch.texts.add(text)
      const strange = strangeParts(text, values.length, vocabulary)
      if (strange.length > 0) faults.push(`${caller.role}: ${strange.join(' ')} in ${text}`)
    }
    return batchAsCaller(caller, statements, options)
  }
  return watch
}
