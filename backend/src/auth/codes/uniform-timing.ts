/**
 * Rounds response times up to a multiple of `beatMs`, so that they do not reveal which accounts
 * exist.
 */
export async function withUniformTiming<T>(beatMs: number, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    const rest = beatMs - ((performance.now() - start) % beatMs)
    await new Promise((resolve) => setTimeout(resolve, rest))
  }
}
