import type { LucideIcon } from 'lucide-react'
import {
  Button,
  Menu as AriaMenu,
  MenuItem,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { optionStyles, popoverStyles } from './field-styles.ts'

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

type MenuProps = {
  /** What the menu holds, read out on the trigger. */
  label: string
  /** What the trigger shows. */
  trigger: ReactNode
  triggerClassName?: string
  /** Stands above the entries. */
  header?: ReactNode
  entries: readonly MenuEntry[]
}

export function Menu({ label, trigger, triggerClassName, header, entries }: MenuProps) {
  return (
    <MenuTrigger>
      <Button className={triggerClassName ?? ''}>
        <span className="sr-only">{label}</span>
        <span aria-hidden className="contents">
          {trigger}
        </span>
      </Button>
      <Popover placement="bottom end" className={cx(popoverStyles, 'min-w-60')}>
        {header}
        <AriaMenu aria-label={label} className="outline-none">
          {entries.flatMap(({ id, label: text, icon: Icon, href, onAction, separated }) => [
            separated && <Separator key={`${id}-line`} className="mx-3 my-1.5 h-px bg-line" />,
            <MenuItem
              key={id}
              id={id}
              textValue={text}
              {...(href ? { href } : {})}
              {...(onAction ? { onAction } : {})}
              className={optionStyles}
            >
              {Icon && <Icon aria-hidden className="size-5 shrink-0 text-ink-faint" />}
              {text}
            </MenuItem>,
          ])}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
