import { bodyError } from '../respond/errors.ts'

/** Most lists and objects one within the other; PostgreSQL's own parser gives up at a few thousand. */
const depthLimit = 1000

/** Refuses JSON that is nested too deeply. Throws ApiError PGRST102. */
export function checkDepth(json: string): void {
  // A text this short cannot hold as many brackets, opened and closed.
  if (json.length < depthLimit * 2) return
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === quote) at = endOfString(json, at)
    else if (character === openBracket || character === openBrace) depth++
    else if (character === closeBracket || character === closeBrace) depth--
    if (depth > depthLimit) {
      throw bodyError(`The body is nested more than ${depthLimit} levels deep`)
    }
  }
}

function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === quote) return at
    if (character === backslash) at++
  }
  return json.length
}

const [quote, openBracket, openBrace, closeBracket, closeBrace, backslash] = [...'"[{]}\\'].map(
  (character) => character.charCodeAt(0),
)
