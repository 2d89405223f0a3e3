import { Search, X } from 'lucide-react'
import {
  Button,
  Input,
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaProps,
} from 'react-aria-components'
import { cx } from './cx.ts'
import { frameStyles, inputStyles } from './field-parts.tsx'

export type SearchFieldProps = Omit<
  AriaProps,
  'className' | 'children' | 'style' | 'aria-label'
> & {
  /** What is searched, read out. */
  label: string
  placeholder?: string
  className?: string
}

/** Free text with a loupe; Escape or the cross empties it. */
export function SearchField({ label, placeholder, className, ...props }: SearchFieldProps) {
  return (
    <AriaSearchField {...props} aria-label={label} className={cx('group/field min-w-0', className)}>
      <div data-frame className={cx(frameStyles, 'flex items-center')}>
        <Search aria-hidden className="ml-3.5 size-5 shrink-0 text-ink-faint" />
        <Input
          placeholder={placeholder}
          className={cx(inputStyles, 'text-ellipsis [&::-webkit-search-cancel-button]:hidden')}
        />
        <Button className="m-1 inline-flex size-9 shrink-0 items-center justify-center rounded-small text-ink-faint group-data-empty/field:invisible hover:bg-sunken">
          <X aria-hidden className="size-4" />
        </Button>
      </div>
    </AriaSearchField>
  )
}
