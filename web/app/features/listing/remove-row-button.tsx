import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'

/**
 * Button that removes a row of a list. The rows have their indexes as keys, so React always removes
 * the last `li`. If this button is in the last `li`, the focus moves to the previous row, or to the
 * button after the list.
 */
export function RemoveRowButton(props: { label: string; className?: string; onPress: () => void }) {
  const { label, className, onPress } = props
  const button = useRef<HTMLButtonElement>(null)

  function remove() {
    const row = button.current?.closest('li')
    if (row && !row.nextElementSibling) {
      const next =
        row.previousElementSibling?.querySelector('button') ?? row.parentElement?.nextElementSibling
      if (next instanceof HTMLElement) next.focus()
    }
    onPress()
  }

  return (
    <IconButton ref={button} icon={Trash2} label={label} onPress={remove} className={className} />
  )
}
