import type { Context } from '#backend/context.ts'
import { strangeParts, type Vocabulary } from './skeleton.ts'

/** Sees every statement that goes to PostgreSQL on behalf of a caller. */
export type Watch = {
  /** Statements seen. */
  count: number
  /** Texts seen, each once. */
  texts: Set<string>
  /** What was strange since it was last taken. */
  takeFaults(): string[]
}

/** Puts a watch before the door through which the data API asks. */
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
