import {
  Menu as AriaMenu,
  MenuItem,
  Popover,
  RouterProvider,
  Separator,
} from 'react-aria-components'
import { useCloseRequests } from '#web/lib/close-requests.ts'
import { cx } from './cx.ts'
import { optionStyles, popoverStyles } from './field-styles.ts'
import type { MenuListProps } from './menu.tsx'

export default function MenuList(props: MenuListProps) {
  const { label, trigger, focus, isOpen, onClose, navigate, header, entries } = props
  useCloseRequests(isOpen, onClose)
  return (
    <RouterProvider navigate={navigate}>
      <Popover
        triggerRef={trigger}
        aria-label={label}
        isOpen={isOpen}
        onOpenChange={(open) => !open && onClose()}
        placement="bottom end"
        className={cx(popoverStyles, 'min-w-60')}
      >
        {header}
        <AriaMenu
          aria-label={label}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- An opened menu must take the focus.
          autoFocus={focus ?? true}
          onClose={onClose}
          className="outline-none"
        >
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
    </RouterProvider>
  )
}
