import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'

/**
 * Removes a row of a list whose keys are indexes, so React removes the last `li`. If that is the
 * row of the button, the focus moves to the previous row, or to the button after the list.
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
