import type { LucideIcon } from 'lucide-react'
import {
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'

export type MenuEntry = {
  id: string
  label: string
  icon?: LucideIcon
  /** `href` is set for a link. Other entries have `onAction`. */
  href?: string
  onAction?: () => void
  separated?: boolean
}

type MenuProps = {
  label: string
  trigger: ReactNode
  triggerClassName?: string
  header?: ReactNode
  navigate: (href: string) => void
  entries: readonly MenuEntry[]
}

export type MenuListProps = Pick<MenuProps, 'label' | 'header' | 'navigate' | 'entries'> & {
  trigger: RefObject<HTMLButtonElement | null>
  /** `focus` is the entry that gets the focus first; null if the menu was opened with a pointer. */
  focus: 'first' | 'last' | null
  isOpen: boolean
  onClose: () => void
}

const loadList = async () => (await import('./menu-list.tsx')).default
const prepare = () => void loadList().catch(() => {})

/** A button with a dropdown menu. The menu's code loads on hover or focus. */
export function Menu({ label, trigger, triggerClassName, header, navigate, entries }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [List, setList] = useState<ComponentType<MenuListProps>>()
  const [isOpen, setOpen] = useState(false)
  const [focus, setFocus] = useState<'first' | 'last' | null>(null)

  async function open(from: typeof focus) {
    // Focuses the pressed button, because Safari does not. When the menu closes, the focus returns
    // to this button.
    button.current?.focus()
    const list = await loadList().catch(() => undefined)
    // If the menu's code fails to load, the menu stays closed, and the next press tries again.
    if (!list) return
    setList(() => list)
    setFocus(from)
    setOpen(true)
  }

  function openByArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    void open(event.key === 'ArrowDown' ? 'first' : 'last')
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={prepare}
        onFocus={prepare}
        onKeyDown={openByArrow}
        // A click with `detail` 0 comes from a keyboard or screen reader, so the first entry gets
        // the focus.
        onClick={({ detail }) => void open(detail === 0 ? 'first' : null)}
        className={triggerClassName}
      >
        <span className="sr-only">{label}</span>
        <span aria-hidden className="contents">
          {trigger}
        </span>
      </button>
      {List && (
        <List
          label={label}
          trigger={button}
          focus={focus}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          navigate={navigate}
          header={header}
          entries={entries}
        />
      )}
    </>
  )
}
