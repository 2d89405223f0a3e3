/**
 * Does `work` and comes back, with its result or its error, on the next full beat of so many
 * milliseconds (config auth.answerBeat). Whether an address has an account decides over a few
 * milliseconds of work; a stranger with a stopwatch sees beats.
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
