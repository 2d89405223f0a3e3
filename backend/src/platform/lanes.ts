import postgres from 'postgres'

/**
 * Connections lent to one piece of work at a time, which may send several statements without
 * waiting between them. It stands in for the driver's own `reserve`, which never answers when it
 * has to open a connection while `fetch_types` is off.
 */
export class Lanes {
  readonly #all: postgres.Sql[]
  readonly #free: postgres.Sql[]
  readonly #waiting: ((lane: postgres.Sql) => void)[] = []

  constructor(url: string, options: postgres.Options<{}>, count: number) {
    this.#all = Array.from({ length: count }, () => postgres(url, { ...options, max: 1 }))
    this.#free = [...this.#all]
  }

  async use<T>(work: (lane: postgres.Sql) => Promise<T>): Promise<T> {
    // The lane used last is the likeliest to be connected.
    const lane =
      this.#free.pop() ??
      (await new Promise<postgres.Sql>((resolve) => this.#waiting.push(resolve)))
    try {
      return await work(lane)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(lane)
      else this.#free.push(lane)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((lane) => lane.end({ timeout: 2 })))
  }
}
