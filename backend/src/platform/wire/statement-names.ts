/** Statements kept prepared on one connection. */
const keptLimit = 256
/** Texts remembered to have been seen. */
const seenLimit = 1024
/**
 * Letters of the longest text that is kept: what PostgreSQL keeps of a statement is many times its
 * text, so a few hundred requests of ten kilobytes, each made twice, would be gigabytes.
 */
const longestKept = 8192

/**
 * Conditions whose yield depends on the value alone: a plan made for every value alike, as
 * PostgreSQL makes for a prepared statement after a few uses, reads all of a large table.
 */
const needsOwnPlan = / (?:i?like|similar to|~\*?|@@) /i

type Prepared = { name: string; isParsed: boolean }

/**
 * Decides which statements a connection keeps prepared: those seen before, the most recently used
 * ones. A text seen for the first time runs unnamed, so that requests of ever new shapes cannot
 * fill the server's memory; so does always one whose plan should know its values.
 */
export class StatementNames {
  readonly #prepared = new Map<string, Prepared>()
  readonly #seen = new Set<string>()
  #dropped: string[] = []
  #count = 0

  /** The name to run a text under (empty: unnamed), and whether PostgreSQL knows it by that name. */
  use(text: string): Prepared {
    const known = this.#prepared.get(text)
    if (known) {
      // Named by a batch whose answer is still awaited: it may yet fail.
      if (!known.isParsed) return { name: '', isParsed: false }
      this.#prepared.delete(text)
      this.#prepared.set(text, known)
      return known
    }
    if (text.length > longestKept || needsOwnPlan.test(text)) return { name: '', isParsed: false }
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

  /** Lets go of every name, known to the server or not. */
  forget(): void {
    for (const { name } of this.#prepared.values()) this.#dropped.push(name)
    this.#prepared.clear()
  }

  /** Names to close on the server. */
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
