/**
 * Runs `work` and delays its result or error to the next multiple of `beatMs` (config
 * `auth.answerBeat`). Response times then do not reveal whether an account exists.
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
