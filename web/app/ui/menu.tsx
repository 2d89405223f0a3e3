import { useRef, useState, type ComponentType, type KeyboardEvent } from 'react'
import type { MenuListProps, MenuProps } from './menu-props.ts'

const loadList = async () => (await import('./menu-list.tsx')).default
const prepare = () => void loadList().catch(() => {})

/** A button from which entries drop. Their code is fetched when the button is pointed at or focused. */
export function Menu({ label, trigger, triggerClassName, header, navigate, entries }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [List, setList] = useState<ComponentType<MenuListProps>>()
  const [isOpen, setOpen] = useState(false)
  const [focus, setFocus] = useState<'first' | 'last' | null>(null)

  async function open(from: typeof focus) {
    // Safari focuses no button that is clicked, and the focus has to come back here.
    button.current?.focus()
    const list = await loadList().catch(() => undefined)
    // Without a network it stays closed, and the next press tries again.
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
        // Keys and screen readers click without counting.
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
