import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router'
import { useBrowserValue } from './use-browser-value.ts'

type Layer = { isOpen: boolean; open(): void; close(): void }

/**
 * State of a layer: a dialog or step that is open while the URL ends in `#name`. Opening the layer
 * adds a history entry, so that the Back button closes the layer and stays on the page.
 */
export function useLayer(name: string): Layer {
  const { pathname, hash, search, state } = useLocation()
  const { location: next } = useNavigation()
  const navigate = useNavigate()
  const isLoading = next?.pathname === pathname
  // While the page loads, uses the hash of the new URL, so that the layer opens and closes without
  // delay. False during hydration, because the server does not know the hash.
  const isOpen = useBrowserValue(() => (isLoading ? next.hash : hash) === `#${name}`, false)
  // False if the user opened the URL with the hash directly, for example from a shared link or by
  // pressing a link before hydration.
  const hasEntry = (state as { layer?: string } | null)?.layer === name

  // True from the call of `close` until the layer is closed. Prevents a second history step back,
  // which would leave the page.
  const isClosing = useRef(false)
  useEffect(() => {
    if (!isOpen) isClosing.current = false
  }, [isOpen])

  function push() {
    void navigate(
      { search, hash: name },
      {
        state: { layer: name },
        replace: isOpen,
        preventScrollReset: true,
        // Renders the open layer immediately. Otherwise, a debounced search could change the URL
        // and close the layer.
        flushSync: true,
      },
    )
  }

  // True while the layer waits for a search of this page to load, because opening the layer would
  // cancel the search.
  const [isDue, setDue] = useState(false)
  const pushIfDue = useEffectEvent(() => {
    if (!isDue) return
    setDue(false)
    // Does not open the layer during a navigation to another page, because that would cancel the
    // navigation.
    if (!next) push()
  })
  useEffect(() => {
    // Uses a microtask, because `flushSync` does not work in an effect.
    if (!isLoading) queueMicrotask(() => pushIfDue())
  }, [isLoading])

  return {
    isOpen,
    open() {
      if (isLoading) setDue(true)
      else push()
    },
    close() {
      if (!isOpen || isClosing.current) return
      isClosing.current = true
      if (hasEntry || followsOwnPage()) void navigate(-1)
      else void navigate({ search }, { replace: true, preventScrollReset: true })
    },
  }
}

/**
 * Returns whether the history entry before this one is this page without its hash. Returns false in
 * browsers without the Navigation API.
 */
function followsOwnPage(): boolean {
  if (typeof navigation === 'undefined') return false
  const before = navigation.entries()[(navigation.currentEntry?.index ?? 0) - 1]
  return before?.url === location.href.split('#')[0]
}

/** Routes with layers export this function, so that closing a layer does not reload their data. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args
  const isClosing = currentUrl.hash && currentUrl.href.split('#')[0] === nextUrl.href
  return !isClosing && defaultShouldRevalidate
}
