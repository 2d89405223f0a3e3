import { Copy, Download, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { Button } from '#web/ui/button.tsx'
import { printCodes } from './print-codes.ts'

/** Codes that are told this once, and the ways to keep them. */
export function NewRecoveryCodes(props: {
  codes: readonly string[]
  /** They came with the first second step. */
  isFirst: boolean
  onDone: () => void
}) {
  const { codes, isFirst, onDone } = props
  const [said, setSaid] = useState('')
  const list = useRef<HTMLFieldSetElement>(null)
  const text = codes.join('\n')

  useEffect(() => {
    list.current?.focus()
  }, [])

  async function copy() {
    await navigator.clipboard.writeText(text).then(
      () => setSaid('Copied.'),
      () => setSaid('Your browser does not let us copy. Select the codes instead.'),
    )
  }

  const address = `data:text/plain;charset=utf-8,${encodeURIComponent(
    `Hourspace recovery codes\nEach works once.\n\n${text}\n`,
  )}`
  return (
    <fieldset
      ref={list}
      tabIndex={-1}
      aria-label="Your new recovery codes"
      className="flex flex-col gap-4"
    >
      <Banner tone="caution" title={isFirst ? 'Two-step verification is on' : undefined}>
        Keep these somewhere safe, and not only on the device with your app. They are shown this
        once.
      </Banner>
      <ul className="grid gap-x-8 gap-y-2 rounded-control bg-sunken p-5 font-mono text-sm select-all sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" size="small" onPress={() => void copy()}>
          <Copy aria-hidden className="size-4" />
          Copy
        </Button>
        <a
          href={address}
          download="hourspace-recovery-codes.txt"
          className={buttonStyles({ variant: 'secondary', size: 'small' })}
        >
          <Download aria-hidden className="size-4" />
          Download
        </a>
        <Button variant="secondary" size="small" onPress={() => printCodes(codes)}>
          <Printer aria-hidden className="size-4" />
          Print
        </Button>
        <Button size="small" onPress={onDone}>
          I have kept them
        </Button>
        <output className="text-sm text-ink-soft">{said}</output>
      </div>
    </fieldset>
  )
}
