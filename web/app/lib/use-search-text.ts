import { use, useEffect, useEffectEvent, useState } from 'react'
import { UNSAFE_DataRouterContext, useLocation, useNavigation } from 'react-router'

/** Debounce delay of the search in milliseconds. */
const rest = 250

/**
 * State of a search field that searches while the user types. `q` is the search text in the URL.
 * While `isPaused` is true, the search waits.
 */
export function useSearchText(q: string, search: (text: string) => void, isPaused = false) {
  const [text, setText] = useState(q)
  const [seen, setSeen] = useState(q)
  const [sent, setSent] = useState<readonly string[]>([])

  if (q !== seen) {
    setSeen(q)
    const own = sent.indexOf(q)
    // If this field has not searched for `q`, another navigation has changed the URL and has
    // cancelled the searches of this field.
    setSent(own === -1 ? [] : sent.slice(own + 1))
    if (own === -1) setText(q)
  }

  function send() {
    const wanted = text.trim()
    if (wanted === (sent.at(-1) ?? q)) return
    setSent([...sent, wanted])
    search(wanted)
  }

  const { pathname } = useLocation()
  const isElsewhere = (next?: { pathname: string }) =>
    next !== undefined && next.pathname !== pathname
  const isLeaving = isElsewhere(useNavigation().location)
  const data = use(UNSAFE_DataRouterContext)
  const sendRested = useEffectEvent((typed: string) => {
    // Reads the router's own state, because hooks return a navigation only some time after it has
    // started. Compares the texts, because the timer of an earlier text can still run.
    if (typed === text && !isElsewhere(data?.router.state.navigation.location)) send()
  })
  useEffect(() => {
    // Skips the search if the user has pressed a link right after typing, because changing the URL
    // would cancel the navigation.
    if (isLeaving || isPaused) return
    const timer = setTimeout(() => sendRested(text), rest)
    return () => clearTimeout(timer)
  }, [text, isLeaving, isPaused])

  return { text, setText, flush: send }
}
