import { Button, FileTrigger } from 'react-aria-components'
import type { ReactNode } from 'react'
import { buttonStyles, type ButtonLook } from './button-styles.ts'

/** A button that asks for one file. */
export function FileButton(
  props: ButtonLook & {
    children: ReactNode
    /** MIME types, as `image/jpeg` or `image/*`. */
    accept: readonly string[]
    /** The file as given; whether it is accepted is the caller's to check. */
    onFile: (file: File) => void
    'aria-describedby'?: string
  },
) {
  const { children, accept, onFile, variant, size, wide } = props
  return (
    <FileTrigger
      acceptedFileTypes={accept}
      onSelect={(files) => {
        const file = files?.[0]
        if (file) onFile(file)
      }}
    >
      <Button
        className={buttonStyles({ variant, size, wide })}
        aria-describedby={props['aria-describedby']}
      >
        {children}
      </Button>
    </FileTrigger>
  )
}
