import type { LucideIcon } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'

export type MenuEntry = {
  id: string
  label: string
  icon?: LucideIcon
  /** Where it leads; or what it does. */
  href?: string
  onAction?: () => void
  /** Draws a line above. */
  separated?: boolean
}

export type MenuProps = {
  /** What the menu holds, read out on the trigger. */
  label: string
  /** What the trigger shows. */
  trigger: ReactNode
  triggerClassName?: string
  /** Stands above the entries. */
  header?: ReactNode
  /** Goes to an entry's `href` without loading the page anew. */
  navigate: (href: string) => void
  entries: readonly MenuEntry[]
}

/** Of the part that drops. */
export type MenuListProps = Pick<MenuProps, 'label' | 'header' | 'navigate' | 'entries'> & {
  trigger: RefObject<HTMLButtonElement | null>
  /** Which entry has the focus at first; none for a pointer. */
  focus: 'first' | 'last' | null
  isOpen: boolean
  onClose: () => void
}
