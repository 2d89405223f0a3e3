/** Something the person who starts Hourspace can put right; its message is one line, shown without a stack. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem'
}
