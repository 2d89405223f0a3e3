/**
 * Delays the result or error of `work` to the next multiple of `beatMs` milliseconds, so that
 * response times do not reveal whether an account exists.
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
