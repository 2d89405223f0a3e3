import {
  lazy,
  memo,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type RefObject,
} from 'react'
import { takeOver } from '#web/lib/early-presses.ts'

let isFirstPage = true

/** From now on pages are drawn by the browser alone. */
export function firstPageShown(): void {
  isFirstPage = false
}

/**
 * A part of a page whose code comes after the first view. The server renders it like everything
 * else, so it is there to read from the start; the browser takes it over once its code has arrived,
 * and a press that came before is then carried out.
 * In a page that is navigated to it is whole from the start: the page before stays until then.
 *
 * @example const Stories = later(() => import('./stories.tsx').then(({ Stories }) => Stories))
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  const fetch = async () => (loaded = await load())
  const Lazy = lazy(async () => ({ default: await fetch() }))
  // The server has all code at hand and waits for none of it while it renders.
  if (import.meta.env.SSR) void fetch()

  function Later(props: Props) {
    // What it began as it stays: another component, or a boundary more, would begin anew.
    const [{ Part, waits }] = useState({ Part: loaded ?? Lazy, waits: isFirstPage })
    const place = useRef<HTMLDivElement>(null)
    const part = <Part {...props} />
    if (!waits) return part
    return (
      <div ref={place} data-waits className="contents">
        <Suspense>
          {part}
          <Alive place={place} />
        </Suspense>
      </div>
    )
  }
  // A boundary that gets new properties before its code is there would be emptied.
  return memo(Later)
}

/** Beside a part, and there once the part is. */
function Alive({ place }: { place: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    if (place.current) takeOver(place.current)
  }, [place])
  return null
}
