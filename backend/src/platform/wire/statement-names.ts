const keptLimit = 256
const seenLimit = 1024
/**
 * Maximum text length of a statement to prepare, because a prepared plan needs many times the
 * memory of the text.
 */
const maxPreparedLength = 8192

/**
 * Matches operators whose statements are not prepared, because PostgreSQL must plan such statements
 * for their actual values.
 */
const needsOwnPlan = / (?:i?like|similar to|~\*?|@@) /i

type Prepared = { name: string; isParsed: boolean }

/**
 * LRU cache of prepared statements. A statement is prepared at its second use, because many
 * statements run only once.
 */
export class StatementNames {
  readonly #prepared = new Map<string, Prepared>()
  readonly #seen = new Set<string>()
  #dropped: string[] = []
  #count = 0

  /** Returns the name of a statement's prepared version, or an empty name if it is not prepared. */
  use(text: string): Prepared {
    const known = this.#prepared.get(text)
    if (known) {
      // Runs the statement unprepared while another batch prepares it, because preparing may fail.
      if (!known.isParsed) return { name: '', isParsed: false }
      this.#prepared.delete(text)
      this.#prepared.set(text, known)
      return known
    }
    if (text.length > maxPreparedLength || needsOwnPlan.test(text))
      return { name: '', isParsed: false }
    if (!this.#seen.has(text)) {
      if (this.#seen.size >= seenLimit) this.#seen.clear()
      this.#seen.add(text)
      return { name: '', isParsed: false }
    }
    const prepared = { name: `s${++this.#count}`, isParsed: false }
    this.#prepared.set(text, prepared)
    if (this.#prepared.size > keptLimit) this.#dropOldest()
    return prepared
  }

  parsed(text: string): void {
    const prepared = this.#prepared.get(text)
    if (prepared) prepared.isParsed = true
  }

  failed(text: string): void {
    this.#prepared.delete(text)
  }

  forget(): void {
    for (const { name } of this.#prepared.values()) this.#dropped.push(name)
    this.#prepared.clear()
  }

  /** Returns and clears the names of dropped statements, which the caller closes on the server. */
  takeDropped(): string[] {
    const dropped = this.#dropped
    this.#dropped = []
    return dropped
  }

  #dropOldest(): void {
    for (const [text, { name, isParsed }] of this.#prepared) {
      if (!isParsed) continue
      this.#prepared.delete(text)
      this.#dropped.push(name)
      return
    }
  }
}
