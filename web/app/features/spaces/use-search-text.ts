import { useEffect, useEffectEvent, useState } from 'react'

/** Milliseconds of rest after which what was typed is searched for. */
const rest = 250

/**
 * The text of a search field that searches while one types. What is typed always wins: an answer
 * to an earlier text never takes a letter back. `q` is the text in the address; when it changes
 * otherwise (back, a link), the field follows.
 */
export function useSearchText(q: string, search: (text: string) => void) {
  const [text, setText] = useState(q)
  const [seen, setSeen] = useState(q)
  const [sent, setSent] = useState<readonly string[]>([])

  if (q !== seen) {
    setSeen(q)
    const own = sent.indexOf(q)
    setSent(sent.slice(own + 1))
    if (own === -1) setText(q)
  }

  function send(typed: string) {
    const wanted = typed.trim()
    if (wanted === (sent.at(-1) ?? q)) return
    setSent([...sent, wanted])
    search(wanted)
  }

  const sendRested = useEffectEvent(send)
  useEffect(() => {
    const timer = setTimeout(() => sendRested(text), rest)
    return () => clearTimeout(timer)
  }, [text])

  /** `flush` searches at once, as Enter asks for. */
  return { text, setText, flush: () => send(text) }
}
